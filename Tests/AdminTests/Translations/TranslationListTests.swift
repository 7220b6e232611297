import AdminTestSupport
import GRDB
import Testing
import Web

@testable import Admin

/// The page of what is still to be translated.
@Suite struct TranslationListTests {
    private func site(_ languages: [Language]) async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 1, nil), ("Pane", 1, nil)])
        try await site.database.write { db in
            var settings = try SiteSettings.load(db)
            settings.languages = languages
            try settings.save(db)
        }
        return site
    }

    @Test func namesEachRecordWithoutATranslationUntilItHasOne() async throws {
        let site = try await site([.english])
        try await site.browse(as: "librarian", "librarian-blu") { browsers in
            let first = try await browsers[0].get("/admin")
            #expect(first.contains("href=\"/admin/translations/en\""))
            let list = try await browsers[0].get("/admin/translations/en")
            #expect(list.contains("/admin/sample/books/1/translations/en"))
            #expect(list.contains("/admin/sample/books/2/translations/en"))
            let saved = try await browsers[0].post(
                "/admin/sample/books/1/translations/en", [("version", "1"), ("act", "save-stay"), ("t.name", "Rice")])
            #expect(saved.status == 303)
            let after = try await browsers[0].get("/admin/translations/en")
            #expect(!after.contains("/admin/sample/books/1/translations/en"))
            #expect(after.contains("/admin/sample/books/2/translations/en"))
            // The records of another library are not listed.
            let other = try await browsers[1].get("/admin/translations/en")
            #expect(other.status == 200)
            #expect(!other.contains("/admin/sample/books/"))
        }
    }

    @Test func afterOneRecordTheNextWithoutATranslationIsShown() async throws {
        let site = try await site([.english])
        try await site.browse(as: "librarian") { browsers in
            // Pane (2) comes before Riso (1).
            let form = [("version", "1"), ("act", "save-next")]
            let first = try await browsers[0].post("/admin/sample/books/2/translations/en", form + [("t.name", "Bread")])
            #expect(first.headers[.location] == "/admin/sample/books/1/translations/en")
            let last = try await browsers[0].post("/admin/sample/books/1/translations/en", form + [("t.name", "Rice")])
            #expect(last.headers[.location] == "/admin/translations/en")
        }
    }

    @Test func afterTheLastRecordTheFirstIsShown() async throws {
        let site = try await site([.english])
        try await site.browse(as: "librarian") { browsers in
            let saved = try await browsers[0].post(
                "/admin/sample/books/1/translations/en", [("version", "1"), ("act", "save-next"), ("t.name", "Rice")])
            #expect(saved.headers[.location] == "/admin/sample/books/2/translations/en")
        }
    }

    @Test func thereIsNoneForALanguageThatTheSiteDoesNotSpeak() async throws {
        let site = try await site([])
        try await site.browse(as: "librarian") { browsers in
            for path in ["/admin/translations/en", "/admin/translations/xx", "/admin/sample/books/1/translations/en"] {
                let page = try await browsers[0].get(path)
                #expect(page.status == 404, "\(path)")
            }
            let first = try await browsers[0].get("/admin")
            #expect(!first.contains("/admin/translations/"))
        }
    }
}
