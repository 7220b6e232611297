import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// A teacher's own pages. `educator` of the test site teaches the course that is still open.
@Suite struct TeachingTests {
    private func site() async throws -> TestSite {
        let made = try await TestSite("house", "registry", "questionnaires")
        try await made.database.write { db in
            try Faculty.fill(db, students: 5, anonymous: true, mandatory: false)
            _ = try Faculty.publish(db)
            let person = try Faculty.add("person", ["name": "Ada Bianchi", "account": "educator"], db)
            try db.execute(sql: "INSERT INTO activityTeacher (activity, person) VALUES (?, ?)", arguments: [Faculty.open, person])
            let id = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = 'educator'") ?? 0
            try RoleAssignment(accountID: id, role: "teacher").insert(db)
        }
        return made
    }

    @Test func aTeacherClosesHisCourseAndTheQuestionnaireAppears() async throws {
        let made = try await site()
        try await made.database.write { try Offer.refresh(of: 1, now: .now, $0) }
        try await made.browse(as: "educator") { browsers in
            let teacher = browsers[0]
            let courses = try await teacher.get("/questionnaires/courses")
            #expect(courses.contains("Corso IN05"))
            #expect(courses.contains("Chiudi adesso"))
            #expect(!courses.contains("Corso IN04"))
            let closed = try await teacher.post("/questionnaires/courses/\(Faculty.open)/closing")
            #expect(closed.status == 303)
            let after = try await teacher.get("/questionnaires/courses")
            #expect(after.contains("da adesso si può valutare"))
            #expect(after.contains("Riapri"))
            // Somebody else's course is not there.
            let other = try await teacher.post("/questionnaires/courses/\(Faculty.closed)/closing")
            #expect(other.status == 404)
        }
        try await made.database.write { try Offer.refresh(of: 1, now: .now, $0) }
        let offers = try await made.value("SELECT count(*) FROM offer", as: Int.self)
        let versions = try await made.value("SELECT count(*) FROM revision WHERE kind = 'registry.activities'", as: Int.self)
        #expect(offers == 2)
        #expect(versions ?? 0 >= 1)
    }

    @Test func aTeacherReadsHisOwnFiguresAndNoWords() async throws {
        let made = try await site()
        try await made.browse(as: "educator") { browsers in
            try await browsers[0].post("/questionnaires/courses/\(Faculty.open)/closing")
            try await made.database.write { db in
                let version = try #require(try QuestionnaireVersion.active(of: 1, db))
                for student in 1...Int64(5) {
                    try Offer.refresh(of: student, now: .now, db)
                    let offer = try #require(try Offer.all(of: student, db).first { $0.activity == Faculty.open })
                    let replies = try Faculty.replies(version, ["q1": "1", "q2": "4", "q4": "Parole mie"], db)
                    _ = try Sending(
                        offer: offer, replies: replies, version: version.id, nonce: "n", now: .now, zone: Faculty.zone
                    ).send(db)
                }
                try mix(db)
            }
            let waiting = try await browsers[0].get("/questionnaires/results")
            #expect(waiting.contains("I risultati si vedono quando nessuno può più compilare"))
            let early = try await browsers[0].get("/questionnaires/results/1/\(Faculty.open)")
            #expect(early.status == 404)
            try await made.database.write { db in try #require(try QuestionnaireVersion.active(of: 1, db)).close(now: .now, db) }
            // Students who leave take their receipts along, and not their answers.
            try await made.database.write { db in try db.execute(sql: "DELETE FROM offer") }
            let courses = try await browsers[0].get("/questionnaires/courses")
            #expect(courses.contains("Corso IN05"))
            #expect(!courses.contains("Riapri"))
            let results = try await browsers[0].get("/questionnaires/results/1/\(Faculty.open)")
            #expect(results.status == 200)
            #expect(results.contains("5 compilazioni"))
            #expect(results.contains("Question 2?"))
            #expect(results.contains("100 %"))
            #expect(!results.contains("Parole mie"))
            let id = try #require(results.text.firstMatch(of: /chart=(question-\d+)/)?.output.1)
            let drawing = try await browsers[0].get("/questionnaires/results/1/\(Faculty.open)?chart=\(id)")
            #expect(drawing.headers[.contentType] == "image/svg+xml; charset=utf-8")
        }
    }

    @Test func whoTeachesNothingHasNoSuchPages() async throws {
        let made = try await site()
        try await made.browse(as: "admin", "educator-blu") { browsers in
            for browser in browsers {
                for path in ["courses", "results"] {
                    let answer = try await browser.get("/questionnaires/\(path)")
                    #expect(answer.status == 404, "\(path)")
                }
            }
            let own = try await browsers[0].get("/questionnaires")
            #expect(own.status == 200)
            #expect(own.contains("non è di uno studente né di un docente"))
        }
    }

    @Test func readersOfResultsSeeEveryPart() async throws {
        let made = try await site()
        try await made.browse(as: "admin") { browsers in
            try await made.database.write { db in
                for student in 1...Int64(5) { _ = try Faculty.send(["q1": "1", "q2": "2", "q4": "=SUM(A1)"], of: student, db) }
                try #require(try QuestionnaireVersion.active(of: 1, db)).close(now: .now, db)
            }
            let address = "/admin/questionnaires/questionnaires/1/results"
            let page = try await browsers[0].get(address)
            #expect(page.status == 200)
            #expect(page.contains("5 compilazioni"))
            #expect(page.contains("2025/2026"))
            #expect(page.contains("=SUM(A1)"))
            let part = try await browsers[0].get(address + "?part=y1.d1.a1")
            #expect(part.contains("Corso IN04 (IN04-2025)"))
            #expect(part.contains("Media: Tutti") == false)
            let file = try await browsers[0].get(address + "/answers.csv")
            #expect(file.contains("\"'=SUM(A1)\""))
            #expect(!file.contains("IN04"))
            let nothing = try await browsers[0].get(address + "/answers.csv?part=y9")
            #expect(nothing.status == 404)
            let codebook = try await browsers[0].get(address + "/codebook.csv")
            #expect(codebook.contains("TL_DOM_OFS"))
            let responses = try await browsers[0].get("/admin/questionnaires/responses")
            #expect(responses.status == 200)
        }
    }
}
