import GRDB
import TestSupport
import Testing

@testable import Questionnaires

@Suite struct ResponseTests {
    @Test func everybodyWhoCanAnswerIsCountedAlsoWhoHasNotLooked() async throws {
        let site = try await FacultySite(students: 10).site
        try await site.database.write { _ = try Faculty.send(["q1": "3"], of: 1, $0) }
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get("/admin/questionnaires/responses")
            #expect(page.contains("Corso IN04 (IN04-2025)"))
            #expect(page.contains(">10</td>"))
            #expect(page.contains(">1</td>"))
        }
    }
}
