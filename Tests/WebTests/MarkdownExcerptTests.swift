import Testing

@testable import Web

@Suite struct MarkdownExcerptTests {
    @Test func anExcerptReadsOnlyTheBeginning() {
        #expect(Markdown.excerpt("Un *testo* breve.", 180) == "Un testo breve.")
        let long = Markdown.excerpt(String(repeating: "parola ", count: 40), 20)
        #expect(long == "parola parola parol…")
        // What is beyond the beginning is not parsed: the link that is cut leaves no half of itself.
        let cut = Markdown.excerpt("Inizio. " + String(repeating: "x", count: 4_070) + " [qui](https://example.org/a/b/c)", 10_000)
        #expect(cut.hasPrefix("Inizio. xxx"))
        #expect(cut.hasSuffix("x…"))
    }

    @Test func aPageThatForgetsToDrawIsRight() async throws {
        let source = String(repeating: "a ", count: 3_000) + "**b**"
        let values: Values = ["html": MarkdownText.value(source), "list": [["html": MarkdownText.value(source)] as Values]]
        #expect("\(values["html"] ?? "")".hasSuffix("<strong>b</strong></p>\n"))
        let drawn = try await values.renderingMarkdown()
        #expect(drawn["html"] as? String == Markdown.html(source))
        #expect((drawn["list"] as? [Values])?.first?["html"] as? String == Markdown.html(source))
    }
}
