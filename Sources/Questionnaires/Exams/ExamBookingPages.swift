import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

struct ExamBookingPages: Sendable {
    let filling: FillingContext

    private var admin: AdminContext { filling.admin }

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("exams", use: exams)
        router.post("exams/{session}/booking", use: book)
        router.post("exams/{session}/withdrawal", use: withdraw)
    }

    @Sendable private func exams(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = filling.words(person)
        let zone = admin.site.zone
        _ = try await filling.upToDate(person.account.key)
        let values = try await admin.database.read { db -> Values in
            let student = try filling.student(person, db)
            let rows = try ExamBooking.all(of: student, now: .now, in: words.language, db).map { $0.values(words, zone) }
            return ["title": words("questionnaires.exams.title"), "rows": rows, "isNothing": rows.isEmpty]
        }
        return try await filling.page("questionnaires/exams/index", values, request, person)
    }

    @Sendable private func book(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await change(person) { booking, student, db in
            guard booking.isOpen else { return "closed" }
            // Checked again, because the page may be out of date.
            guard booking.blocking == nil else { return "blocked" }
            try db.execute(
                sql: "INSERT OR IGNORE INTO examBooking (student, session, at) VALUES (?, ?, ?)",
                // Only the day is stored: many students book right after filling in the required questionnaire.
                arguments: [student, booking.session, FillingDraft.day(.now)])
            return "booked"
        }
    }

    @Sendable private func withdraw(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await change(person) { booking, student, db in
            guard booking.isOpen else { return "closed" }
            try db.execute(
                sql: "DELETE FROM examBooking WHERE student = ? AND session = ?", arguments: [student, booking.session])
            return "withdrawn"
        }
    }

    /// - Parameter act: returns the outcome, a key below `questionnaires.exams`.
    private func change(
        _ person: SignedIn, _ act: @escaping @Sendable (ExamBooking, Int64, Database) throws -> String
    ) async throws -> Response {
        let words = filling.words(person)
        let session = person.parameters.recordID("session") ?? 0
        try await admin.database.write { db in
            let student = try filling.student(person, db)
            try Offer.refresh(of: student, now: .now, db)
            guard let booking = try ExamBooking.all(of: student, now: .now, in: words.language, db).first(where: { $0.session == session })
            else {
                throw HTTPError(.notFound)
            }
            let outcome = try act(booking, student, db)
            let kind: Flash.Kind = ["booked", "withdrawn"].contains(outcome) ? .good : .warn
            try person.session.setFlash(db, Flash(words("questionnaires.exams.\(outcome)", ["name": booking.course]), kind: kind))
        }
        return .redirect(to: "/questionnaires/exams")
    }
}

struct ExamBooking: Sendable {
    let session: Int64
    let name: String
    let course: String
    let held: Date?
    let place: String
    let isBooked: Bool
    let isOpen: Bool
    let blocking: String?

    /// What the list says beside a session: how many students have booked it.
    static func counts(_ ids: [Int64], _ context: FormContext) throws -> [Int64: String] {
        let sql = """
            SELECT session, count(*) AS booked FROM examBooking WHERE session IN (SELECT value FROM json_each(?)) GROUP BY session
            """
        let list = "[" + ids.map(String.init).joined(separator: ",") + "]"
        let rows = try Row.fetchAll(context.db.cachedStatement(sql: sql), arguments: [list])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["session"] as Int64, context.words.language.number($0["booked"])) })
    }

    static func all(of student: Int64, now: Date, in language: Language, _ db: Database) throws -> [ExamBooking] {
        let sql = """
            SELECT examSession.id, examSession.name, \(language.sql("course")) AS course, held, place, activity.id AS activity,
              EXISTS (SELECT 1 FROM examBooking WHERE session = examSession.id AND examBooking.student = :student) AS booked,
              (opens IS NULL OR opens <= :now) AND (closes IS NULL OR closes > :now) AND (held IS NULL OR held > :now) AS open
            FROM examSession JOIN activity ON activity.id = examSession.activity JOIN course ON course.id = activity.course
            JOIN recordBook ON recordBook.activity = activity.id AND recordBook.student = :student
            WHERE \(OralExamSession.notTrashed) AND \(Activity.notTrashed)
            ORDER BY held IS NULL, held, examSession.id
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: ["student": student, "now": now]).map { row in
            let blocking = try Offer.blocking(row["activity"], of: student, now: now, db).first
            return ExamBooking(
                session: row["id"], name: row["name"], course: row["course"], held: row["held"], place: row["place"],
                isBooked: row["booked"], isOpen: row["open"], blocking: blocking?.id)
        }
    }

    func values(_ words: Words, _ zone: TimeZone) -> Values {
        let isBlocked = blocking != nil && !isBooked
        return [
            "session": String(session), "course": course, "name": name, "place": place.isEmpty ? false : place,
            "held": held.map { words.language.moment($0, in: zone) } ?? false, "isBooked": isBooked,
            "mayBook": isOpen && !isBooked && !isBlocked, "mayWithdraw": isOpen && isBooked, "isClosed": !isOpen && !isBooked,
            "blocking": isBlocked ? "/questionnaires/offers/\(blocking ?? "")" : false,
        ]
    }
}
