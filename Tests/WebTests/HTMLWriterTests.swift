import NIOCore
import Testing

@testable import Web

struct HTMLWriterTests {
    @Test(arguments: [
        "", "Riso", "<b>", "a & b", "\"x\" 'y'", "<\u{301}", "città <&> però", "&&", "un testo lungo di più di quindici byte > uno",
    ])
    func escapesTextsAsTemplatesDo(text: String) {
        var html = HTMLWriter()
        html.text(text)
        #expect(html.html == text.escapedForHTML())
        #expect(html.html == HTMLBytes().escapeText(text))
    }

    @Test func writesMarkupAsItStands() {
        var html = HTMLWriter(capacity: 1)
        html.markup("<td class=\"k\">")
        html.raw("<b>&amp;</b>")
        html.number(-120)
        html.number(0)
        html.number(.min)
        html.text("<")
        html.markup("</td>")
        #expect(html.html == "<td class=\"k\"><b>&amp;</b>-1200-9223372036854775808&lt;</td>")
    }
}

struct InsetsTests {
    private func html(_ made: String) -> HTMLWriter {
        var html = HTMLWriter()
        html.raw(made)
        return html
    }

    @Test func standWhereTheirMarksWere() {
        var rawFragments = RawFragments()
        let (rows, grid) = (rawFragments.add(html("<tr>però</tr>")), rawFragments.add(html("<li>2</li>")))
        let page = String(buffer: rawFragments.filled("<table>\(rows)</table>\(grid)\(rows)!"))
        #expect(page == "<table><tr>però</tr></table><li>2</li><tr>però</tr>!")
    }

    /// What somebody typed stays what it is, even where it looks like a mark of another page.
    @Test func areNotMistakenForTexts() {
        var rawFragments = RawFragments()
        let mark = rawFragments.add(html("<b>"))
        let typed = "a\u{1}b\u{1}secret0\u{1}è\u{1}"
        #expect(String(buffer: rawFragments.filled("\(typed)\(mark)\(typed)")) == "\(typed)<b>\(typed)")
        #expect(String(buffer: RawFragments().filled(typed)) == typed)
    }

    /// A mark within an inset is a text of it.
    @Test func areNotFilledThemselves() {
        var rawFragments = RawFragments()
        let first = rawFragments.add(html("1"))
        let second = rawFragments.add(html("2\(first)"))
        #expect(String(buffer: rawFragments.filled(second)) == "2\(first)")
    }
}
