import Accounts
import Admin
import Foundation
import GRDB

extension Questionnaires {
    /// Questionnaires and campaigns that open or close, and exams with booking.
    public static func day(of person: SignedIn, _ day: DateInterval, _ context: FormContext) throws -> [DayItem] {
        let questionnaires = try turns(of: Questionnaire.self, page: "structure", where: "opening = 'dates'", person, day, context)
        let campaigns = try turns(of: Campaign.self, page: "overview", where: "archived = 0", person, day, context)
        return try questionnaires + campaigns + exams(person, day, context)
    }

    private static func turns<R: Resource>(
        of kind: R.Type, page: String, where condition: String, _ person: SignedIn, _ day: DateInterval, _ context: FormContext
    ) throws -> [DayItem] {
        guard person.grants.may(Permission(rawValue: "\(R.system).\(R.path).see"), in: nil) else { return [] }
        return try ["opens", "closes"].flatMap { turn in
            let sql = """
                SELECT id, name, \(turn) AS at FROM \(R.table)
                WHERE \(R.notTrashed) AND \(condition) AND \(turn) >= ? AND \(turn) < ? ORDER BY \(turn) LIMIT 30
                """
            return try Row.fetchAll(context.db, sql: sql, arguments: [day.start, day.end]).map { row in
                DayItem(
                    from: row["at"], title: context.words("questionnaires.today.\(turn)", ["name": row["name"]]),
                    address: "\(R.address)/\(row["id"] as Int64)/\(page)", icon: R.icon)
            }
        }
    }

    private static func exams(_ person: SignedIn, _ day: DateInterval, _ context: FormContext) throws -> [DayItem] {
        guard person.grants.may("questionnaires.exam-sessions.see", in: nil) else { return [] }
        let sql = """
            SELECT id, name, held, place FROM examSession WHERE \(OralExamSession.notTrashed) AND held >= ? AND held < ?
            ORDER BY held LIMIT 30
            """
        return try Row.fetchAll(context.db, sql: sql, arguments: [day.start, day.end]).map { row in
            DayItem(
                from: row["held"], title: row["name"], note: row["place"], address: "\(OralExamSession.address)/\(row["id"] as Int64)",
                icon: OralExamSession.icon)
        }
    }
}
