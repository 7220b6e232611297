import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The office's register of an exam session: who signed up, and their marks.
struct ExamRegisterPage: Sendable {
    let admin: AdminContext
    static let editing: Permission = "campus.exam-sessions.edit"
    private static let longestMark = 20

    func addRoutes(to campus: RouterGroup<SignedIn>) {
        campus.get("exam-sessions/{id}/register") { try await page($0, $1, nil) }
        campus.post("exam-sessions/{id}/register", use: save)
    }

    private func page(_ request: Request, _ person: SignedIn, _ typed: Form?) async throws -> Response {
        try await admin.page(person, request, status: typed == nil ? .ok : .unprocessableContent) { db, context in
            let session = try find(person, db)
            let words = context.words
            let rows = try Row.fetchAll(db, sql: Self.entries, arguments: [session.id]).map { row -> Values in
                let (id, mark): (Int64, String) = (row["id"], row["mark"])
                let said = typed?["mark.\(id)"] ?? mark
                return [
                    "id": String(id), "name": row["name"] as String, "key": row["key"] as String,
                    "at": words.language.moment(row["at"], in: admin.site.zone), "mark": said,
                    "flaw": flaw(said).map { words($0.key, $0.values) as any Sendable } ?? false,
                ]
            }
            let until = min(.now, session.starts)
            let chart = try ExamSignUps(words: words, zone: admin.site.zone).daily(of: session.id, until: until, db)
            let seats = session.seats.map {
                words("campus.register.seats", ["taken": words.language.number(rows.count), "seats": words.language.number($0)])
            }
            return (
                "campus/exam-register/register",
                [
                    "chart": chart?.values ?? false, "seats": seats ?? false,
                    "title": words("campus.register.of", ["name": session.name]), "rows": rows, "isNone": rows.isEmpty,
                    "count": words("campus.register.count", count: rows.count),
                    "action": "\(ExamSession.address)/\(session.id ?? 0)/register",
                    "breadcrumbs": [
                        ["label": words("campus.exam-sessions.many"), "href": ExamSession.address] as Values,
                        ["label": session.name, "href": "\(ExamSession.address)/\(session.id ?? 0)"] as Values,
                    ],
                ]
            )
        }
    }

    private static let entries = """
        SELECT e.id, e.at, e.mark, a.name, a.key FROM campusExamEntry e JOIN account a ON a.id = e.account
        WHERE e.session = ? ORDER BY a.name, e.id
        """

    private func flaw(_ mark: String) -> (key: String, values: [String: String])? {
        if mark.unicodeScalars.count > Self.longestMark { return ("campus.own.refused.long", ["limit": String(Self.longestMark)]) }
        return TextRule.flaw(in: mark, as: .text).map { ($0.textKey, [:]) }
    }

    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (form, words, now) = (try await Form.read(request, judgesText: false), admin.pages.words(for: person.visitor), Date.now)
        let address = try await admin.database.write { db -> String? in
            let session = try find(person, db)
            let marks = try Row.fetchAll(db, sql: Self.entries, arguments: [session.id]).compactMap { row -> (id: Int64, mark: String)? in
                let (id, known): (Int64, String) = (row["id"], row["mark"])
                let mark = form["mark.\(id)"].trimmingSpaces()
                return form.has("mark.\(id)") && mark != known ? (id, mark) : nil
            }
            guard marks.allSatisfy({ flaw($0.mark) == nil }) else { return nil }
            for (id, mark) in marks {
                try db.execute(sql: "UPDATE campusExamEntry SET mark = ?, markedAt = ? WHERE id = ?", arguments: [mark, now, id])
            }
            let changed = marks.count
            if changed > 0 { try ExamEntry.audit("mark", session.id ?? 0, session.name, db, by: person.actor) }
            try person.session.setFlash(db, Flash(words("campus.register.marked", count: changed)))
            return "\(ExamSession.address)/\(session.id ?? 0)/register"
        }
        guard let address else { return try await page(request, person, form) }
        return .redirect(to: address, type: .normal)
    }

    private func find(_ person: SignedIn, _ db: Database) throws -> ExamSession {
        guard person.grants.may(Self.editing, in: nil), let id = person.parameters.recordID("id"),
            let session = try ExamSession.fetch(db, id: id), session.stamp.deletedAt == nil
        else { throw HTTPError(.notFound) }
        return session
    }
}
