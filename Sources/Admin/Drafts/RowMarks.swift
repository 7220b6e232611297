import Foundation
import GRDB
import Web

struct RowMarks {
    private let texts: [Int64: [String]]

    /// At most three statements per list; none for resources without publication.
    init<R: Resource>(of type: R.Type, ids: [Int64], _ context: FormContext) throws {
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
            if row[1] == "draft" { marks[row[0]]?.removeAll { $0 == words("drafts.mark") } }
            marks[row[0], default: []].append(text)
        }
        texts = marks
    }

    private static let any = """
        SELECT EXISTS (SELECT 1 FROM draft WHERE kind = ?) OR EXISTS (SELECT 1 FROM schedule WHERE kind = ?)
        """

    subscript(id: Int64) -> [String] { texts[id] ?? [] }
}
