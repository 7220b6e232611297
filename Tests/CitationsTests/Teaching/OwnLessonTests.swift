import TestSupport
import Testing

@testable import Citations

@Suite struct OwnLessonTests {
    @Test func aFlatPageHasItsTitlesInTheTextAndInNoPlace() throws {
        let comparison = try PresenceComparison(page: Examples.flatPage, works: Examples.works)
        #expect(comparison.lines.filter { $0.sighting?.isSure == true }.count == 5)
        #expect(comparison.lines.allSatisfy { !$0.isPlaced })
        let marked = try PresenceComparison(page: Examples.pageA, works: Examples.works)
        #expect(marked.lines.contains { $0.isPlaced })
    }

    @Test func visitorsTryAPageAndAListOfTheirOwn() async throws {
        let site = try await TestSite("house", "citations")
        try await site.browse(as: "") { browsers in
            let browser = browsers[0]
            expect(try await browser.get("/citations/presence").contains("Nel testo: 5 di 10"))
            let page = [
                ("titles", "Dry rivers and their stones\nAnother thing that is missing"),
                ("page", "M. Rossi, Dry rivers and their stones, 2001."),
            ]
            expect(try await browser.post("/citations/own-page", page).contains("Nel testo: 1 di 2"))
            let empty = try await browser.post("/citations/own-page", [("titles", ""), ("page", "<b>x</b>")])
            #expect(empty.status == 422)
            #expect(empty.contains("titles-error"))
            #expect(empty.contains("&lt;b&gt;x&lt;/b&gt;"))
            let list = try await browser.post("/citations/own-list", [("list", "Titolo;Citazioni\nDry rivers;3\nWet stones;2\n")])
            #expect(list.contains("h = <strong>2</strong>"))
            let unknown = try await browser.post("/citations/own-list", [("list", "Dry rivers and stones\nWet stones of the valley\n")])
            #expect(unknown.status == 200)
            #expect(!unknown.contains("h = <strong>"))
            let refused = try await browser.post("/citations/own-list", [("list", "12,3\n44;5\nhttps://www.example.org/1\n")])
            #expect(refused.status == 422)
        }
    }
}
