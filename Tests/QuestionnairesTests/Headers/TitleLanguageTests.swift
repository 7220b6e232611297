import Admin
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

@Suite struct TitleLanguageTests {
    private static let asked = """
        # Frequenza
        ##
        ? q1 single! Quante lezioni hai seguito?
        - a1 Poche = 1
        - a2 Tante = 2
        """

    /// All questions are in English, and the title is not.
    @Test func aTitleWithoutATranslationIsNamed() async throws {
        let structure = StructureReader(Self.asked).structure
        let sheet = TranslationSheet(structure, in: .english)
        var form = Form()
        for row in sheet.rows { form[row.name] = "English: " + row.original }
        let made = try await FacultySite(students: 2, mandatory: false, asking: sheet.structure(by: form))
        try await made.site.database.write { db in
            var settings = try SiteSettings.load(db)
            settings.languages = [.english]
            try settings.save(db)
            try db.execute(sql: "UPDATE account SET language = 'en' WHERE key = 'educator-blu'")
        }
        try await made.site.browse(as: "educator", "educator-blu") { browsers in
            for (browser, isEnglish) in zip(browsers, [false, true]) {
                let list = try await browser.get("/questionnaires")
                let offer = String(try #require(list.text.firstMatch(of: #/href="(/questionnaires/offers/[^"/]+)"/#)).1)
                let start = try await browser.get(offer)
                #expect(start.contains("Some texts are not translated yet: they are in Italian.") == isEnglish)
                #expect(start.contains(#"<h1 lang="it">"#) == isEnglish)
            }
        }
    }
}
