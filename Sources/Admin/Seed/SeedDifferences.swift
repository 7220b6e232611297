import Accounts
import GRDB
import Web

/// What people changed since an application wrote it: in records, settings, accounts, roles and pictures.
struct SeedDifferences {
    struct Difference {
        let identity: SeedIdentity
        let kind: String
        let field: String
        let title: String
        let address: String
        let label: String
        let file: String
        let site: String
    }

    static let most = 200

    private let application: String
    private let resources: Resources
    private let context: FormContext
    private(set) var all: [Difference] = []
    private(set) var kept = 0
    /// The lists that are not compared, because a file and the site cannot be put beside each other field by field.
    private(set) var uncompared: Set<String> = []

    init(_ application: String, _ resources: Resources, _ context: FormContext) throws {
        (self.application, self.resources, self.context) = (application, resources, context)
        let types = Dictionary(resources.all.map { ($0.name, $0) }) { $1 }
        let scope = resources.all.lazy.compactMap { $0.scope }.first
        let sql = "SELECT kind, scopeID, key, fields FROM seedMemory WHERE name = ? ORDER BY kind, scopeID, key"
        let cursor = try Row.fetchCursor(context.db, sql: sql, arguments: [application])
        while let row = try cursor.next() {
            kept += 1
            let identity = SeedIdentity(row["kind"], scope: row["scopeID"], row["key"])
            guard all.count < Self.most else { continue }
            guard let type = types[identity.kind] else {
                guard SeedKeptEntry.fields[identity.kind] != nil else {
                    uncompared.insert(identity.kind)
                    continue
                }
                if let entry = try SeedKeptEntry(identity, scope, context) { add(identity, entry, PackedFields(row["fields"])) }
                continue
            }
            guard context.grants?.may(type.seeing, in: identity.scopeID == 0 ? nil : identity.scopeID) ?? true else { continue }
            try add(identity, type, PackedFields(row["fields"]))
        }
    }

    private mutating func add(_ identity: SeedIdentity, _ type: any Resource.Type, _ fields: PackedFields) throws {
        func differences<R: Resource>(_ type: R.Type) throws -> [Difference] {
            let isOfScope = R.scope.map { "\($0.column) IS ?" } ?? "0 = ?"
            let statement = try context.db.cachedStatement(sql: "SELECT id FROM \(R.table) WHERE key = ? AND \(isOfScope)")
            guard let id = try Int64.fetchOne(statement, arguments: [identity.key, identity.scopeID]),
                let record = try R.fetch(context.db, id: id), try R.isOpen(id, R.seeing, context.grants, context.db)
            else { return [] }
            return try R.fields.compactMap { field in
                var was = record
                guard let last = fields[field.name], field.unpack(&was, last), !field.isSame(was, record) else { return nil }
                var pointers = Pointers()
                for value in [last, field.pack(record)] { pointers.add(field.kind, value) }
                let reading = try ValueReading(pointers, context.db, context.words, context.zone)
                let (file, site) = (reading.text(field.kind, last), reading.text(field.kind, field.pack(record)))
                return Difference(
                    identity: identity, kind: context.words("\(R.name).one"), field: field.name, title: record.titleText,
                    address: record.address,
                    label: context.words.label(of: field.name, R.name), file: file, site: site)
            }
        }
        let found = try differences(type)
        all += found
    }

    private mutating func add(_ identity: SeedIdentity, _ entry: SeedKeptEntry, _ fields: PackedFields) {
        let words = context.words
        for (field, now) in entry.values {
            guard let file = fields[field] else { continue }
            let site = now.limited(to: file)
            guard file != site else { continue }
            let isPlan = identity.kind == "site" && field == "backups"
            let said =
                isPlan ? [file, site].map(plan) : [file, site].map { SeedValue($0).map { SeedValue.words($0).localized(words) } ?? "" }
            let label = isPlan ? words("admin.menu.backups") : words.label(of: field == "active" ? "isActive" : field, entry.texts)
            all.append(
                Difference(
                    identity: identity, kind: words("seed.kinds.\(identity.kind)"), field: field, title: entry.title,
                    address: isPlan ? BackupPages.address : entry.address, label: label, file: said[0], site: said[1]))
        }
    }

    private func plan(_ value: JSON) -> String {
        BackupPages.fields.compactMap { field in
            var plan = BackupPlan()
            guard let part = value[field.name], field.unpack(&plan, part) else { return nil }
            return context.words.label(of: field.name, BackupPages.texts) + ": " + field.text(plan, context.words, context.zone)
        }.joined(separator: ", ")
    }
}

extension SeedMemory {
    /// Lets people keep what an application wrote: a field, or without one all that it keeps. Returns the number of entries.
    static func release(_ application: String, _ identity: SeedIdentity?, field: String?, _ db: Database) throws -> Int {
        let isMeant = identity == nil ? "1 OR ? OR ? OR ?" : "kind = ? AND scopeID = ? AND key = ?"
        let rows = try Row.fetchAll(
            db, sql: "SELECT kind, scopeID, key, fields FROM seedMemory WHERE name = ? AND (\(isMeant))",
            arguments: [application, identity?.kind, identity?.scopeID, identity?.key])
        for row in rows {
            let place: StatementArguments = [row["kind"] as String, row["scopeID"] as Int64, row["key"] as String]
            let fields: [String] = try field.map { [$0] } ?? names(row["fields"])
            let mine = try names(row["fields"]).filter { !fields.contains($0) }
            let marks = JSON.object(fields.map { (key: $0, value: .flag(true)) }).compact
            try db.execute(
                sql: """
                    INSERT INTO seedMemory (kind, scopeID, key, name, fields) VALUES (?, ?, ?, '', ?)
                    ON CONFLICT DO UPDATE SET fields = json_patch(fields, excluded.fields)
                    """, arguments: place + [marks])
            let removed = fields.map { "$.\"\($0)\"" }
            for path in removed {
                try db.execute(
                    sql: "UPDATE seedMemory SET fields = json_remove(fields, ?) WHERE kind = ? AND scopeID = ? AND key = ? AND name = ?",
                    arguments: [path] + place + [application])
            }
            guard mine.isEmpty else { continue }
            try db.execute(
                sql: "DELETE FROM seedMemory WHERE kind = ? AND scopeID = ? AND key = ? AND name = ?", arguments: place + [application])
        }
        return rows.count
    }

    private static func names(_ fields: String) throws -> [String] {
        guard case .object(let pairs) = try JSON(parsing: fields.utf8) else { return [] }
        return pairs.map(\.key)
    }
}
