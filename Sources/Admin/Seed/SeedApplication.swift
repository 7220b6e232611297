import Accounts
import Foundation
import GRDB
import Web

/// One application of a seed file to the site; table `seedApplication`.
public struct SeedApplication: Decodable, Sendable, FetchableRecord, TableRecord {
    public static let databaseTableName = "seedApplication"
    static let kind = "seed"

    public let id: Int64
    public let name: String
    /// The file as the person named it.
    public let file: String
    public let at: Date
    public let actID: Int64?
    public let added: Int
    public let changed: Int
    public let removed: Int
    /// The changed lists that an undo leaves as they are, as JSON.
    let others: String
    /// The changed keys as JSON: table, old key, new key, number of the scope.
    let renamed: String
    public let undoneAt: Date?
    /// The backup that was made before it; nil on a new site, or where nothing changed.
    public let backup: String?

    /// Another text after each application and each undo.
    public static func state(_ db: Database) throws -> String {
        let sql = "SELECT id || ' ' || coalesce(undoneAt, '') FROM seedApplication ORDER BY id DESC LIMIT 1"
        return try String.fetchOne(db, sql: sql) ?? ""
    }

    static func newest(_ db: Database) throws -> SeedApplication? {
        try fetchOne(db, sql: "SELECT * FROM seedApplication ORDER BY id DESC LIMIT 1")
    }

    static func newestOfEach(_ db: Database) throws -> [SeedApplication] {
        try fetchAll(db, sql: "SELECT * FROM seedApplication WHERE id IN (SELECT max(id) FROM seedApplication GROUP BY name) ORDER BY name")
    }

    static func note(
        _ options: SeedOptions, _ path: String, _ plan: SeedPlan, _ renamed: [(identity: SeedIdentity, to: String)], act: Int64?,
        backup: String?, _ modules: [any Module.Type], _ db: Database, by actor: Actor
    ) throws {
        let types = Dictionary(modules.flatMap { $0.resources }.map { ($0.name, $0) }) { $1 }
        let others = plan.parts.filter { types[$0.name] == nil && $0.added.count + $0.changed.count > 0 }.map(\.title)
        let keys = renamed.compactMap { identity, key -> JSON? in
            types[identity.kind].map { .list([.text($0.name), .text(identity.key), .text(key), .id(identity.scopeID)]) }
        }
        try db.execute(
            sql: """
                INSERT INTO seedApplication (name, file, at, actID, added, changed, removed, others, renamed, backup)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                options.name, path, db.transactionDate, act, plan.added, plan.changed, plan.removed,
                JSON.list(others.map(JSON.text)).compact, JSON.list(keys).compact, backup,
            ])
        let counts = ["added": plan.added, "changed": plan.changed, "removed": plan.removed].mapValues(String.init)
        try AuditEntry.write(
            db, "seed.apply", by: actor, on: ("seed", db.lastInsertedRowID, options.name), detail: counts.merging(["file": path]) { $1 })
    }
}

/// A plan that was written to a file, which is applied only to the site that it was made for.
public struct PlannedSeed: Sendable {
    public let path: String
    public let options: SeedOptions
    private let plan: JSON

    public init(_ path: String, _ options: SeedOptions, _ plan: SeedPlan) {
        (self.path, self.options, self.plan) = (path, options, plan.json)
    }

    public init?(_ text: String) {
        guard let json = try? JSON(parsing: text.utf8), json["portico"]?.text == "seed plan", let path = json["seed"]?.text,
            let name = json["as"]?.text, !name.isEmpty, let plan = json["plan"],
            let policy = json["conflicts"]?.text.flatMap(SeedPolicy.init)
        else { return nil }
        (self.path, self.plan) = (path, plan)
        options = SeedOptions(
            path, as: name, policy: policy, prunes: json["prune"]?.flag ?? false, only: json["only"]?.text,
            withoutPeople: json["withoutPeople"]?.flag ?? false)
    }

    public var written: String {
        let json: JSON = .values([
            "portico": .text("seed plan"), "seed": .text(path), "as": .text(options.name), "conflicts": .text(options.policy.rawValue),
            "prune": .flag(options.prunes), "only": .optional(options.only), "withoutPeople": .flag(options.withoutPeople), "plan": plan,
        ])
        return json.written() + "\n"
    }

    /// Throws `SeedMovedOn` if it is not the plan of now.
    public func require(_ now: SeedPlan) throws {
        guard Self.unsaid(now.json) != Self.unsaid(plan) else { return }
        throw SeedMovedOn()
    }

    /// Without sentences, which may be in another language.
    private static func unsaid(_ json: JSON) -> JSON {
        switch json {
        case .list(let items): .list(items.map(unsaid))
        case .object(let pairs): .object(pairs.filter { !["note", "sentence"].contains($0.key) }.map { ($0.key, unsaid($0.value)) })
        default: json
        }
    }
}

public struct SeedMovedOn: Error, CustomStringConvertible {
    public var description: String { "the site or the file has changed since the plan was made: make a new plan" }
}
