import Admin
import Foundation
import GRDB

/// A report on a fragment in the seed: `{ by: anna, at: 2 days ago, reason: insult, note: … }`.
struct SeededReport: Sendable {
    static let schema = SeedSchema.map([
        ("by", SeededName.schema, true), ("at", SeededMoment.schema, true), ("reason", Reason.schema, true),
        ("note", SeedSchema("string"), false),
    ])

    private let by: String
    private let at: Date
    private let reason: Reason
    private let note: String

    init?(_ node: SeedNode) {
        guard let mapping = SeedMapping(node, known: ["by", "at", "reason", "note"]),
            let by = mapping.required("by").flatMap({ SeededName.read($0) }), let at = mapping.moment("at"),
            let reason = mapping.required("reason").flatMap({ Reason($0) }), let note = mapping.text("note", limit: Report.longestNote)
        else { return nil }
        (self.by, self.at, self.reason, self.note) = (by, at, reason, note)
    }

    /// Opens a case; a reporter may have been suspended or have left since. Returns nil without reports.
    static func file(_ reports: [SeededReport], on fragment: Fragment, _ db: Database) throws -> ModerationCase? {
        guard let first = reports.first else { return nil }
        let known = try ModerationCase.open(for: fragment, at: first.at, db)
        let numbers = try SeededName.numbers(db)
        for report in reports {
            try db.execute(
                sql: "INSERT INTO fragmentReport (fragment, writer, caseID, reason, note, at) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [fragment.id, numbers[report.by], known.id, report.reason, report.note, report.at])
        }
        try ModerationCase.weigh(known.id, db)
        return known
    }

    /// `condition` is SQL on `fragmentReport` with one argument.
    static func exported(_ condition: String, _ argument: Int64, _ names: [Int64: String], _ db: Database) throws -> [SeedValue] {
        let sql = "SELECT * FROM fragmentReport WHERE \(condition) ORDER BY id"
        return try Row.fetchAll(db, sql: sql, arguments: [argument]).map { row in
            let note: String = row["note"]
            let pairs: [(String, SeedValue)] = [
                ("by", .text(names[row["writer"]] ?? "")), ("at", .text(row["at"])), ("reason", .text(row["reason"])),
            ]
            return .map(pairs + (note.isEmpty ? [] : [("note", .text(note))]))
        }
    }
}
