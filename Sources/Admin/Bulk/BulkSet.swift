import Accounts
import Foundation
import GRDB
import Web

struct BulkSet<R: Resource> {
    let condition: FilterConditions<R>.Condition

    init(_ ids: [Int64], _ person: some RightsHolder, trashed: Bool = false) {
        var parts = [
            "\(R.table).id IN (\(ids.map(String.init).joined(separator: ",")))", "\(R.table).deletedAt IS \(trashed ? "NOT " : "")NULL",
            R.rows(R.editing, person.grants),
        ]
        if let scope = R.scope, case .only(let scopes) = person.grants.scopes(for: R.editing) {
            parts.append("\(R.table).\(scope.column) IN (\(scopes.sorted().map(String.init).joined(separator: ",")))")
        }
        condition = (parts.joined(separator: " AND "), [])
    }

    /// All matching records with the permission. Nil for an address with an unknown part, which may have been meant to narrow it.
    init?(_ query: ListQuery, for permission: Permission, _ context: FormContext, trashed: Bool = false) {
        let conditions = FilterConditions<R>(query, context, trashed: trashed)
        guard conditions.errors.isEmpty, !conditions.hasUnknown else { return nil }
        let matching = conditions.sql()
        condition = (matching.sql + " AND " + R.rows(permission, context.grants), matching.arguments)
    }

    /// A fingerprint of the set, to detect records that were added, removed or changed since it was shown.
    func mark(_ db: Database) throws -> String {
        let sql = """
            SELECT count(*) || '-' || coalesce(sum(id), 0) || '-' || coalesce(sum(version), 0) || '-' || coalesce(max(updatedAt), '')
            FROM \(R.table) WHERE \(condition.sql)
            """
        return try String.fetchOne(db, sql: sql, arguments: condition.arguments) ?? ""
    }

    func count(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(R.table) WHERE \(condition.sql)", arguments: condition.arguments) ?? 0
    }
}

struct BulkPlan<R: Resource> {
    let set: BulkSet<R>
    let change: BulkChange
    let total: Int
    private(set) var skips: [(why: BulkSkip, count: Int, some: [Skipped])] = []
    private(set) var sample: [String] = []
    private(set) var isRuleOpen = false

    static var ruleLimit: Int { 2_000 }

    var skippedCount: Int { skips.reduce(0) { $0 + $1.count } }
    var count: Int { total - skippedCount }

    init(_ set: BulkSet<R>, _ change: BulkChange, _ resources: Resources, _ context: FormContext) throws {
        (self.set, self.change) = (set, change)
        let db = context.db
        total = try set.count(db)
        let conditions = change.skips(R.self, resources)
        var earlier: [String] = []
        for skip in conditions {
            let sql = ([skip.sql] + earlier.map { "NOT (\($0))" }).joined(separator: " AND ")
            try add(skip.why, sql, skip.arguments + conditions.prefix(earlier.count).reduce(into: []) { $0 += $1.arguments }, db)
            earlier.append(skip.sql)
        }
        if [.set, .add, .remove].contains(change.verb) { try askRules(conditions, context) }
        let changing = Self.changing(set, conditions)
        sample = try String.fetchAll(
            db, sql: "SELECT target.\(R.title.column) FROM \(changing.sql) ORDER BY target.folded LIMIT 10", arguments: changing.arguments)
    }

    /// The records that will change, as SQL after FROM; each is called `target`.
    static func changing(
        _ set: BulkSet<R>, _ skips: [(why: BulkSkip, sql: String, arguments: StatementArguments)]
    ) -> FilterConditions<R>.Condition {
        let parts = ["target.id IN (SELECT id FROM \(R.table) WHERE \(set.condition.sql))"] + skips.map { "NOT (\($0.sql))" }
        return (
            "\(R.table) target WHERE \(parts.joined(separator: " AND "))",
            skips.reduce(into: set.condition.arguments) { $0 += $1.arguments }
        )
    }

    private mutating func add(_ why: BulkSkip, _ sql: String, _ arguments: StatementArguments, _ db: Database) throws {
        let from = "FROM \(R.table) target WHERE target.id IN (SELECT id FROM \(R.table) WHERE \(set.condition.sql)) AND (\(sql))"
        let all = set.condition.arguments + arguments
        let count = try Int.fetchOne(db, sql: "SELECT count(*) \(from)", arguments: all) ?? 0
        guard count > 0 else { return }
        let some = try Row.fetchAll(
            db, sql: "SELECT target.id, target.\(R.title.column) \(from) ORDER BY target.folded LIMIT 10", arguments: all
        ).map { Skipped(id: $0[0], title: $0[1], why: why) }
        skips.append((why, count, some))
    }

    private mutating func askRules(
        _ conditions: [(why: BulkSkip, sql: String, arguments: StatementArguments)], _ context: FormContext
    ) throws {
        guard count <= Self.ruleLimit else {
            isRuleOpen = true
            return
        }
        let changing = Self.changing(set, conditions)
        let ids = try Int64.fetchAll(context.db, sql: "SELECT target.id FROM \(changing.sql)", arguments: changing.arguments)
        var refused: [Skipped] = []
        let packed = change.packed
        for id in ids {
            guard var record = try R.fetch(context.db, id: id), change.fill(&record, packed) else { continue }
            if let sentence = try BulkWork<R>.refusal(of: record, context) {
                refused.append(Skipped(id: id, title: record.titleText, why: .refused, sentence: sentence))
            }
        }
        if !refused.isEmpty { skips.append((.refused, refused.count, Array(refused.prefix(10)))) }
    }
}
