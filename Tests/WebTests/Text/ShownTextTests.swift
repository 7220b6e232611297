import HTTPTypes
import NIOCore
import Testing

@testable import Web

/// Text of older databases is drawn without covering or turning what is around it.
@Suite struct ShownTextTests {
    private let rlo = "\u{202E}"
    private let heap = "a" + String(repeating: "\u{301}", count: 10_000)

    private func page(_ template: String, _ values: Values) throws -> String {
        let site = try Site(templates: ["page": template])
        return String(buffer: ShownText.resolved(ByteBuffer(string: try site.pages.templates.render("page", values, in: .italian))))
    }

    @Test func marksAreClippedAndDirectionsClosed() {
        #expect(Array(ShownText.sanitized(heap + "b").unicodeScalars).count == 6)
        #expect(ShownText.sanitized("a" + rlo + "b") == "ab")
        #expect(ShownText.sanitized("\u{202B}a\u{202C}b\u{2069}\nc\u{2067}d") == "\u{202B}a\u{202C}b\ncd")
        #expect(ShownText.sanitized("a\u{202E}").unicodeScalars.map(\.value) == [0x61])
        #expect(ShownText.isolated("Anna") == "Anna")
        #expect(ShownText.isolated(rlo + "Anna") == "\u{2068}Anna\u{2069}")
        #expect(ShownText.isolated("שלום\u{2069}") == "\u{2068}שלום\u{2069}")
    }

    @Test func textIsIsolatedWhereItIsShownAndLeftWhereItIsSentBack() throws {
        let hostile = "שלום \(rlo)<b> \(heap)"
        let html = try page(
            "<title>{{v}}</title><!-- {{v}} --><p class=\"a>b\" title=\"{{v}}\">{{v}}, 12</p><input value=\"{{v}}\"><textarea>\n{{v}}</textarea><select><option>{{v}}</option></select><h1>{{v}}</h1>",
            ["v": hostile])
        let (shown, kept) = ("<bdi>שלום &lt;b&gt; \("a" + String(repeating: "\u{301}", count: 4))</bdi>", hostile.escapedForHTML())
        let wanted =
            "<title>\(kept)</title><!-- \(kept) --><p class=\"a>b\" title=\"\(kept)\">\(shown), 12</p><input value=\"\(kept)\"><textarea>\n\(kept)</textarea><select><option>\(kept)</option></select><h1>\(shown)</h1>"
        #expect(Array(html.utf8) == Array(wanted.utf8))
    }

    @Test func ordinaryTextIsDrawnAsItIs() throws {
        let text = "Perché “no”? D’orzo — 1 €, Все люди, 人人, ω\u{314}\u{342}\u{345} 👩🏻‍❤️‍💋‍👨🏿"
        let html = try page("<p>{{v}}</p>", ["v": text])
        #expect(html == "<p>\(text)</p>")
    }

    @Test func aSentenceKeepsItsDirectionAndIsolatesTheNamesInIt() throws {
        let text = TextTable(["x": .plain("{name} è stata salvata")])
        let sentence = Words(language: .italian, table: text)("x", ["name": rlo + "שלום"])
        #expect(sentence == "\u{2068}שלום\u{2069} è stata salvata")
        let html = try page("<p>{{v}}</p>", ["v": sentence])
        #expect(html == "<p><bdi dir=\"ltr\">\(sentence)</bdi></p>")
    }

    @Test func whatIsWrittenByHandIsIsolatedToo() {
        var writer = HTMLWriter()
        writer.markup("<td title=\"")
        writer.text(rlo + "x")
        writer.markup("\">")
        writer.text(rlo + "x")
        writer.markup("</td>")
        let html = String(buffer: ShownText.resolved(ByteBuffer(string: writer.html + (rlo + "y").escapedForPage())))
        #expect(html == "<td title=\"\(rlo)x\"><bdi>x</bdi></td><bdi>y</bdi>")
    }

    @Test func marksOfDrawingThatATextBringsChangeNothing() {
        let page = "<p>\u{E}a</p>\u{F}<i>\u{E}b<b>c\u{F}</b></i>"
        let html = String(buffer: ShownText.resolved(ByteBuffer(string: page)))
        #expect(!html.utf8.contains(ShownText.begin))
        #expect(!html.utf8.contains(ShownText.end))
        #expect(html.contains("<b>c</b></i>"))
    }

    @Test func paragraphsOfMarkdownFindTheirOwnDirection() {
        let html = Markdown.html("שלום \(rlo)x\n\n- \(heap)\n")
        #expect(html.contains("<p dir=\"auto\">שלום x</p>"))
        #expect(html.contains("<li dir=\"auto\">"))
        #expect(TextRule.flaw(in: html, as: .text) == nil)
        #expect(Markdown.html("Perché no") == "<p>Perché no</p>\n")
    }
}
