import Accounts
import Formats
import GRDB
import Web

/// An import from the command line: a source, the list it goes into, and what came of it.
public struct CommandLineImport: Sendable {
    let admin: AdminContext

    public struct Report: Sendable {
        public internal(set) var summary = ""
        /// A line for each item that would not come in as it is, and what is wrong with the columns.
        public internal(set) var lines: [String] = []
        /// Whether everything that the source holds comes in.
        public internal(set) var isWhole = false
        /// What was written; nil for a check.
        public internal(set) var result: String?
    }

    private static let most = 1_000

    public init(_ admin: AdminContext) { self.admin = admin }

    /// Checks the source as an import of an administrator, and writes it unless `checksOnly`. `place` is the key of the house, if there are
    /// several. `reading` has what is asked for of `TableReading.names`, `chosen` the choices of the list's format. Throws `ImportRefusal`.
    public func run(
        _ bytes: [UInt8], named name: String, into list: String, place: String?, reading: [String: String] = [:],
        chosen: [String: String] = [:], checksOnly: Bool, in language: Language
    ) async throws -> Report {
        guard let type = admin.importable(list) else { throw unknown(list) }
        let (account, scopeID) = try await admin.database.read { db in (try administrator(db), try scope(type, place, db)) }
        let sender = ImportIntake.Sender(accountID: account, language: language, scopeID: scopeID)
        var source = ImportSource(name, bytes)
        source.chosen = chosen
        let staged = try await ImportIntake(admin: admin).take(
            source, reading: try TableReading(named: reading), for: type, from: sender)
        do {
            try await ImportWork(admin: admin).check(staged.number) { _, _ in }
            let report = try await report(staged.number, type, checksOnly: checksOnly, in: language)
            if checksOnly { _ = try await admin.database.write { try staged.delete($0) } }
            return report
        } catch {
            _ = try? await admin.database.write { try staged.delete($0) }
            throw error
        }
    }

    private func unknown(_ list: String) -> ImportRefusal {
        let known = admin.resources.all.filter { admin.site.systems.contains($0.system) }.map { $0.name }.sorted()
        guard let meant = nearest(to: list, among: known) else {
            return ImportRefusal("unknownList", ["list": list, "lists": known.joined(separator: ", ")])
        }
        return ImportRefusal("unknownListMeant", ["list": list, "meant": meant])
    }

    private func administrator(_ db: Database) throws -> Int64 {
        let sql = "SELECT accountID FROM roleAssignment WHERE role = 'admin' AND scopeID IS NULL ORDER BY accountID LIMIT 1"
        guard let account = try Int64.fetchOne(db, sql: sql) else { throw ImportRefusal("noAdministrator") }
        return account
    }

    private func scope(_ type: any Resource.Type, _ place: String?, _ db: Database) throws -> Int64? {
        guard let scope = type.scope else { return nil }
        let sql = "SELECT id FROM \(scope.table) WHERE \(scope.notTrashed) AND (? IS NULL OR key = ?) LIMIT 2"
        let found = try Int64.fetchAll(db, sql: sql, arguments: [place, place])
        guard found.count == 1 else { throw ImportRefusal(place == nil ? "whichHouse" : "noHouse", ["name": place ?? ""]) }
        return found[0]
    }

    /// A sentence for each column that fills no field and holds anything.
    private func columnsLeftOut(_ staged: StagedImport, _ words: Words, _ db: Database) throws -> [String] {
        let (look, columns) = (staged.look, staged.chosen.columns)
        let open = look.columns.indices.filter { !columns.indices.contains($0) || columns[$0].isEmpty }
        var (counts, after): ([Int: Int], Int) = ([:], 0)
        while !open.isEmpty {
            let items = try StagedItem.fetch(of: staged.number, after: after, most: ImportWork.batch, db)
            guard let last = items.last else { break }
            for item in items {
                guard let row = try item.row() else { continue }
                for index in open where index < row.values.count && row.values[index]?.isBlank == false { counts[index, default: 0] += 1 }
            }
            after = last.number
        }
        return counts.sorted { $0.key < $1.key }.map { index, count in
            words("imports.columnLeftOut", ["column": look.name(ofColumn: index, words)], count: count)
        }
    }

    private func report<R: Resource>(_ id: Int64, _ type: R.Type, checksOnly: Bool, in language: Language) async throws -> Report {
        let words = admin.pages.templates.words(in: language)
        return try await admin.database.write { db in
            guard let staged = try StagedImport.fetchOne(db, key: id) else { return Report() }
            if let problem = staged.problem { throw ImportRefusal(LocalizedMessage(json: problem)) }
            let (counts, look, mapping) = (staged.outcome, staged.look, staged.chosen)
            var report = Report()
            report.summary = counts.summary(words)
            report.lines = mapping.mistakes(for: R.self, words).map(\.sentence)
            let noted = "FROM stagedItem WHERE importID = ? AND (hasRemarks = 1 OR verdict = 'left')"
            for item in try StagedItem.fetchAll(db, sql: "SELECT * \(noted) ORDER BY number LIMIT \(Self.most)", arguments: [id]) {
                let why = ImportItemReport.sentences(item, R.self, look, mapping, words)
                let verdict = words("imports.verdicts.\(item.verdict?.rawValue ?? "refused")")
                report.lines.append("\(item.place.text(words)): \(verdict)" + (why.isEmpty ? "" : ". " + why.joined(separator: " ")))
            }
            let all = try Int.fetchOne(db, sql: "SELECT count(*) \(noted)", arguments: [id]) ?? 0
            if all > Self.most { report.lines.append(words("lists.more", count: all - Self.most)) }
            // What is not read of the source counts as lost.
            let isRead = (look.notes ?? []).allSatisfy { ["mergedHeader", "hiddenSheets", "encoding"].contains($0.key) }
            let left = try columnsLeftOut(staged, words, db)
            report.isWhole = report.lines.isEmpty && left.isEmpty && isRead && counts.new + counts.changed + counts.same == staged.total
            report.lines = look.remarks(words) + left + report.lines
            guard !checksOnly, counts.written > 0 else { return report }
            let actor = Actor.system("command line")
            let application = ImportApplication<R>(work: ImportWork(admin: admin), staged: staged, db: db, actor: actor)
            report.result = try application.apply(counts.mark).counts.result(words)
            return report
        }
    }
}

extension ImportRefusal {
    fileprivate init(_ message: LocalizedMessage) {
        let parts = message.key.split(separator: ".").map(String.init)
        self.init(parts.last ?? "failed", message.values, in: parts.dropLast().joined(separator: "."))
    }

    /// The sentence in the reader's language.
    public func localized(in words: Words) -> String { message.localized(in: words) }
}
