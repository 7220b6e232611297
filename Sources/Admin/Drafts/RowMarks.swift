import Foundation
import GRDB
import Web

/// The marks of a list's rows: a draft, a date on which the record appears or goes.
struct RowMarks {
    private let texts: [Int64: [String]]

    /// Two statements for a whole list; none for resources that are not published.
    init<R: Resource>(_ rows: [R], _ context: FormContext) throws {
        guard Listing<R>.publication != nil, !rows.isEmpty else {
            texts = [:]
            return
        }
        let arguments: StatementArguments = [R.name, rows.compactMap(\.id).jsonList]
        let words = context.words
        var marks: [Int64: [String]] = [:]
        let drafts = try context.db.cachedStatement(
            sql: "SELECT recordID FROM draft WHERE kind = ? AND recordID IN (SELECT value FROM json_each(?))")
        for id in try Int64.fetchAll(drafts, arguments: arguments) { marks[id, default: []].append(words("drafts.mark")) }
        let dates = try context.db.cachedStatement(
            sql: """
                SELECT recordID, act, at, problem IS NOT NULL FROM schedule
                WHERE kind = ? AND recordID IN (SELECT value FROM json_each(?)) ORDER BY at
                """)
        for row in try Row.fetchAll(dates, arguments: arguments) {
            let text = PlannedAct.chip(row[1], row[2], isProblem: row[3], context)
            // The date says that there is a draft.
            if row[1] == "draft" { marks[row[0]]?.removeAll { $0 == words("drafts.mark") } }
            marks[row[0], default: []].append(text)
        }
        texts = marks
    }

    /// What stands after the title of a row.
    subscript(id: Int64) -> [String] { texts[id] ?? [] }
}
