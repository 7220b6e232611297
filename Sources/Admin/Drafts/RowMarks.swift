import Foundation
import GRDB
import Web

/// The marks of a list's rows: a draft, a date on which the record appears or goes.
struct RowMarks {
    private let texts: [Int64: [String]]

    /// Three statements at most for a whole list; none for resources that are not published.
    init<R: Resource>(of type: R.Type, ids: [Int64], _ context: FormContext) throws {
        // Most lists have no draft and no date at all.
        guard
            Listing<R>.publication != nil, !ids.isEmpty,
            try Bool.fetchOne(context.db.cachedStatement(sql: Self.any), arguments: [R.name, R.name]) == true
        else {
            texts = [:]
            return
        }
        let arguments: StatementArguments = [R.name, ids.jsonList]
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

    private static let any = """
        SELECT EXISTS (SELECT 1 FROM draft WHERE kind = ?) OR EXISTS (SELECT 1 FROM schedule WHERE kind = ?)
        """

    /// What stands after the title of a row.
    subscript(id: Int64) -> [String] { texts[id] ?? [] }
}
