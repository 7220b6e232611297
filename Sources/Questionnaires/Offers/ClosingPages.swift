import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

struct ClosingPages: Sendable {
    let filling: FillingContext

    private var admin: AdminContext { filling.admin }

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("courses", use: show)
        router.post("courses/{activity}/closing", use: close)
        router.post("courses/{activity}/reopening", use: reopen)
    }

    private func teacher(_ person: SignedIn, _ db: Database) throws -> Int64 {
        guard person.grants.mayAnywhere(Questionnaires.teaching), let id = try Registry.person(ofAccount: person.account.key, db) else {
            throw HTTPError(.notFound)
        }
        return id
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = filling.words(person)
        let zone = admin.site.zone
        let values = try await admin.database.read { db -> Values in
            let sql = """
                SELECT activity.id, \(words.language.sql("course")) AS course, activity.code, academicYear.name AS year, closing
                FROM activityTeacher JOIN activity ON activity.id = activityTeacher.activity JOIN course ON course.id = activity.course
                JOIN academicYear ON academicYear.id = activity.year
                WHERE activityTeacher.person = ? AND \(Activity.notTrashed) ORDER BY academicYear.name DESC, course.name, activity.code
                """
            let rows = try Row.fetchAll(db, sql: sql, arguments: [try teacher(person, db)]).map { row -> Values in
                let id: Int64 = row["id"]
                let closing: Date? = row["closing"]
                let isClosed = closing.map { $0 <= .now } ?? false
                let when = closing.map { words.language.moment($0, in: zone) } ?? ""
                return [
                    "id": String(id), "label": "\(row["course"] as String) (\(row["code"] as String))", "year": row["year"] as String,
                    "state": closing == nil
                        ? words("questionnaires.courses.open")
                        : words(isClosed ? "questionnaires.courses.closed" : "questionnaires.courses.closes", ["when": when]),
                    "mayClose": !isClosed, "mayReopen": isClosed ? try !Self.isAnswered(id, db) : false,
                ]
            }
            return ["title": words("questionnaires.courses.title"), "rows": rows, "isNothing": rows.isEmpty]
        }
        return try await filling.page("questionnaires/offers/courses", values, request, person)
    }

    @Sendable func close(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await change(person, to: .now, saying: "questionnaires.courses.nowClosed")
    }

    @Sendable func reopen(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await change(person, to: nil, saying: "questionnaires.courses.nowOpen")
    }

    private func change(_ person: SignedIn, to closing: Date?, saying key: String) async throws -> Response {
        let words = filling.words(person)
        let zone = admin.site.zone
        let id = person.parameters.recordID("activity") ?? 0
        try await admin.database.write { db in
            let teacher = try teacher(person, db)
            guard var activity = try Activity.fetch(db, id: id), activity.stamp.deletedAt == nil, activity.teachers.contains(teacher) else {
                throw HTTPError(.notFound)
            }
            if closing == nil, try Self.isAnswered(id, db) {
                try person.session.setFlash(db, Flash(words("questionnaires.courses.answered"), kind: .warn))
                return
            }
            activity.closing = closing
            try activity.update(db, by: person.actor, words: words, zone: zone)
            // Response rates count everyone who can answer at once.
            try Jobs.enqueue(db, OfferJob.name, by: .system("portico"))
            let name = try ResultReading.name("a\(id)", in: words.language, db) ?? activity.code
            try person.session.setFlash(db, Flash(words(key, ["name": name])))
        }
        return .redirect(to: "/questionnaires/courses")
    }

    /// Whether answers exist, also from students who have left and whose receipts are gone.
    private static func isAnswered(_ activity: Int64, _ db: Database) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM compilationTag WHERE tag = 'activity' AND value = ?)
              OR EXISTS (SELECT 1 FROM sealedCount WHERE activity = ?)
            """
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [String(activity), activity]) ?? false
    }
}
