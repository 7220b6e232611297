import Accounts
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Questionnaires

@Suite struct CampaignPagesTests {
    private static let address = "/admin/questionnaires/campaigns"

    @Test func aCampaignIsMadeAndShowsItsCourses() async throws {
        let site = try await FacultySite(students: 6).site
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            let fields = [
                ("name", "Primo semestre"), ("questionnaire", "1"), ("year", "1"), ("term", "unsaid"), ("opening", "closing"),
                ("days", "30"),
            ]
            let made = try await admin.post(Self.address, fields)
            #expect(made.location == Self.address + "/1/overview", "\(made.text)")
            let overview = try await admin.get(Self.address + "/1/overview")
            #expect(overview.status == 200)
            #expect(overview.contains("Corso IN04"))
            #expect(overview.contains("Risposte: 0 su 12 possibili"))
            let board = try await admin.get(Self.address + "/1/report")
            #expect(board.status == 200)
            #expect(board.contains("Corso IN05"))
            let early = try await admin.get(Self.address + "/1/report/1")
            #expect(early.status == 404)
        }
    }

    @Test func theFirstPageNamesTheNextDayOnWhichACampaignCloses() async throws {
        let site = try await FacultySite().site
        try await site.database.write { db in _ = try CampaignTests.add(db, ["closes": Date.now + 2 * 86_400]) }
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get("/admin")
            #expect(page.contains("Prossimo giorno:"))
            #expect(page.contains("Si chiude: Primo semestre"))
        }
    }

    @Test func aCampaignWithoutAnEndIsRefused() async throws {
        let site = try await FacultySite().site
        try await site.browse(as: "admin") { browsers in
            let fields = [("name", "Senza fine"), ("questionnaire", "1"), ("year", "1"), ("term", "unsaid"), ("opening", "dates")]
            let refused = try await browsers[0].post(Self.address, fields)
            #expect(refused.status == 422)
            #expect(refused.contains("Senza fine"))
            #expect(refused.contains("senza una fine i risultati non si vedono mai"))
        }
    }

    @Test func theReportOfACourseIsPrintedOnceItIsOver() async throws {
        let site = try await FacultySite(students: 6).site
        try await site.database.write { db in
            try CampaignTests.add(db)
            for student in 1...6 { _ = try Faculty.send(["q1": "3"], of: Int64(student), db) }
            try CampaignEnd.note(now: Faculty.now + 40 * 86_400, db)
        }
        try await site.browse(as: "admin", "educator") { browsers in
            let report = try await browsers[0].get(Self.address + "/1/report/1")
            #expect(report.status == 200)
            #expect(report.contains("Corso IN04"))
            #expect(report.contains("Hanno risposto 6 su 6 (100"))
            #expect(report.contains("chart=question-"))
            let id = try #require(report.text.firstMatch(of: /chart=(question-\d+)/)?.output.1)
            let drawing = try await browsers[0].get(Self.address + "/1/report/1?chart=\(id)")
            #expect(drawing.headers[.contentType] == "image/svg+xml; charset=utf-8")
            let board = try await browsers[0].get(Self.address + "/1/report?chart=rates")
            #expect(board.headers[.contentType] == "image/svg+xml; charset=utf-8")
            let student = try await browsers[1].get(Self.address + "/1/report/1")
            #expect(student.status == 404)
        }
    }

    @Test func theBoardReadsMeansAndTheCampaignsBefore() async throws {
        let site = try await FacultySite(students: 6).site
        try await site.database.write { db in
            try CampaignTests.add(db)
            for student in 1...6 { _ = try Faculty.send(["q1": "3"], of: Int64(student), db) }
            try CampaignEnd.note(now: Faculty.now + 40 * 86_400, db)
            try CampaignTests.add(db, ["name": "Secondo semestre"])
        }
        try await site.browse(as: "admin") { browsers in
            let first = try await browsers[0].get(Self.address + "/1/report")
            #expect(first.status == 200)
            #expect(first.contains("id=\"rates-title\""))
            #expect(!first.contains("Campagne a confronto"))
            let second = try await browsers[0].get(Self.address + "/2/report")
            #expect(second.contains("Campagne a confronto"))
            #expect(second.contains("Primo semestre"))
        }
    }

    /// The number of queries of the board's report does not grow with its courses.
    @Test func theBoardAsksTheDatabaseNoMoreForMoreCourses() async throws {
        func queries(_ courses: Int) async throws -> Int {
            let site = try await FacultySite(students: 6).site
            try await site.database.write { db in
                try CampaignTests.add(db)
                for number in 0..<courses {
                    let course = try Faculty.add("course", ["code": "X\(number)", "name": "Corso X\(number)", "degree": 1], db)
                    let id = try Faculty.add(
                        "activity",
                        ["code": "X\(number)-2025", "course": course, "year": 1, "closing": "2026-01-20 00:00:00.000"], db)
                    for question in try StructureStore.read(1, db).questions.filter({ $0.code == "q2" }) {
                        try db.execute(
                            sql: "INSERT INTO resultCount VALUES (1, ?, ?, ?, '', 6)",
                            arguments: ["y1.d1.a\(id)", question.id, question.answers[0].id])
                    }
                    try db.execute(sql: "INSERT INTO resultGroup VALUES (1, ?, '', 6)", arguments: ["y1.d1.a\(id)"])
                    try db.execute(sql: "INSERT INTO campaignEnd VALUES (1, ?)", arguments: [id])
                }
            }
            let admin = site.portal.admin
            let words = admin.pages.templates.words(in: .italian)
            return try await site.database.write { db in
                var count = 0
                db.trace { event in if case .statement = event { count += 1 } }
                defer { db.trace(nil) }
                let board = try CampaignPages(admin: admin).board(1, words, db)
                try #require(board.means.courses.count == courses)
                return count
            }
        }
        let (few, many) = (try await queries(2), try await queries(40))
        #expect(few == many)
    }
}
