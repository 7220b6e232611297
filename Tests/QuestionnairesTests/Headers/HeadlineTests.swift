import Admin
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

@Suite struct HeadlineTests {
    @Test func theTitleAndTheNoteAreInTheLanguageOfTheReader() async throws {
        let site = try await FacultySite(mandatory: false).site
        try await site.database.write { db in
            var settings = try SiteSettings.load(db)
            settings.languages = [.english]
            try settings.save(db)
            let english = #"{"en": {"name": {"text": "Course survey"}, "note": {"text": "It helps the next students."}}}"#
            try db.execute(
                sql: "UPDATE questionnaire SET note = 'Serve a chi viene dopo.', translations = ? WHERE id = 1", arguments: [english])
            try db.execute(sql: "UPDATE account SET language = 'en' WHERE key = 'educator-blu'")
        }
        try await site.browse(as: "educator", "educator-blu") { browsers in
            for (browser, isEnglish) in zip(browsers, [false, true]) {
                let list = try await browser.get("/questionnaires")
                #expect(list.contains("Course survey") == isEnglish)
                let offer = String(try #require(list.text.firstMatch(of: #/href="(\/questionnaires\/offers\/[^"\/]+)"/#)).1)
                let start = try await browser.get(offer)
                #expect(start.contains("Course survey") == isEnglish)
                #expect(start.contains("It helps the next students.") == isEnglish)
                #expect(start.contains("Serve a chi viene dopo.") != isEnglish)
            }
        }
    }
}
