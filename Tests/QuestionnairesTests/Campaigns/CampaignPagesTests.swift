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
            let student = try await browsers[1].get(Self.address + "/1/report/1")
            #expect(student.status == 404)
        }
    }
}
