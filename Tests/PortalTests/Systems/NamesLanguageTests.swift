import TestSupport
import Testing

@Suite struct NamesLanguageTests {
    /// A page in English with names in Italian says so at each name.
    @Test func namesInAnotherLanguageThanThePagesAreMarked() async throws {
        let site = try await TestSite.demonstration()
        try await site.browse(as: "campus-editor") { browsers in
            let marked = #/<span class="main-text"><a href="[^"]*" lang="it">/#
            let italian = try await browsers[0].get("/admin/campus/buildings")
            #expect(italian.text.firstMatch(of: marked) == nil)
            try await site.database.write { try $0.execute(sql: "UPDATE account SET language = 'en'") }
            let english = try await browsers[0].get("/admin/campus/buildings")
            #expect(english.text.firstMatch(of: marked) != nil)
        }
    }
}
