import Accounts
import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing

@testable import Questionnaires

/// Results that everybody may read, and the way to them from a course's page in another system.
@Suite struct OpenResultTests {
    private static let address = "/questionnaires/open-results/1/\(Faculty.closed)"

    private func site(students: Int64 = 5, anonymous: Bool = true) async throws -> TestSite {
        let made = try await TestSite("registry", "questionnaires", "campus")
        try await made.database.write { db in
            try Faculty.fill(db, students: Int(students), anonymous: anonymous, mandatory: false)
            _ = try Faculty.publish(db)
            for student in 1...students { _ = try Faculty.send(["q1": "1", "q2": "4", "q4": "Parole mie"], of: student, db) }
        }
        return made
    }

    private func open(_ made: TestSite) async throws {
        try await made.database.write { try $0.execute(sql: "UPDATE questionnaire SET openResults = 1") }
    }

    private func close(_ made: TestSite) async throws {
        try await made.database.write { db in try #require(try QuestionnaireVersion.active(of: 1, db)).close(now: .now, db) }
    }

    @Test func aCoursePageLeadsToItsFiguresAndToNoWords() async throws {
        let made = try await site()
        try await close(made)
        try await made.browse(as: "") { who in
            let before = try await who[0].get("/campus/courses/1")
            let closed = try await who[0].get(Self.address)
            #expect(before.status == 200)
            #expect(!before.contains("open-results"))
            #expect(closed.status == 404)
            try await open(made)
            let course = try await who[0].get("/campus/courses/1")
            #expect(course.contains("href=\"\(Self.address)\""))
            #expect(course.contains("2025/2026 · Corso IN04"))
            let results = try await who[0].get(Self.address)
            #expect(results.status == 200)
            #expect(results.contains("5 compilazioni"))
            #expect(results.contains("Question 2?"))
            #expect(!results.contains("Parole mie"))
            let chart = try #require(results.text.firstMatch(of: /href="([^"]+chart=question-\d+)" download/)?.1)
            let file = try await who[0].get(String(chart))
            #expect(file.status == 200)
            #expect(file.headers[.contentType] == "image/svg+xml; charset=utf-8")
            #expect(file.text.hasPrefix("<?xml"))
            let png = try await who[0].get(String(chart) + "&format=png")
            #expect(png.headers[.contentType] == "image/png")
            let other = try await who[0].get("/campus/courses/2")
            #expect(!other.contains("open-results"))
        }
    }

    @Test func nothingIsOpenBeforeTheEndNorWithTooFew() async throws {
        let (running, few) = (try await site(), try await site(students: 4))
        try await close(few)
        for made in [running, few] {
            try await open(made)
            try await made.browse(as: "") { who in
                let (course, results) = (try await who[0].get("/campus/courses/1"), try await who[0].get(Self.address))
                #expect(course.status == 200)
                #expect(!course.contains("open-results"))
                #expect(results.status == 404)
            }
        }
    }

    @Test func onlyWhatIsAnonymousIsOpenedAndWhoFillsItInIsTold() async throws {
        let made = try await TestSite("registry", "questionnaires")
        try await made.browse(as: "admin") { who in
            let fields = [
                ("name", "Giudizio"), ("code", "G"), ("context", "teaching"), ("repetition", "activity"), ("opening", "closing"),
                ("audience", "all"), ("threshold", "5"), ("openResults", "yes"),
            ]
            let refused = try await who[0].post("/admin/questionnaires/questionnaires", fields)
            #expect(refused.status == 422)
            #expect(refused.contains("Solo i risultati di un questionario anonimo"))
            let kept = try await who[0].post("/admin/questionnaires/questionnaires", fields + [("anonymous", "yes")])
            #expect(kept.status == 303)
        }
        let isOpen = try await made.value("SELECT openResults FROM questionnaire", as: Bool.self)
        #expect(isOpen == true)
    }

    @Test func nobodyOpensWhatWasAnsweredInTheBeliefThatItStaysClosed() async throws {
        let made = try await site()
        let address = "/api/v1/questionnaires/questionnaires/1"
        try await made.browse(as: "admin") { who in
            func opened() async throws -> TestSupport.Answer {
                let tag = try await who[0].call(.get, address, cookies: true).headers[.eTag] ?? ""
                return try await who[0].call(
                    .patch, address, #"{"openResults": true}"#,
                    headers: [.ifMatch: tag, .init("Sec-Fetch-Site")!: "same-origin", .acceptLanguage: "it"], cookies: true)
            }
            let refused = try await opened()
            #expect(refused.status == 422)
            #expect(refused.contains("Qualcuno l’ha già compilato senza saperlo"))
            try await open(made)
            let kept = try await opened()
            #expect(kept.status == 200)
        }
    }
}
