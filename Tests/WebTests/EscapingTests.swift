import Testing

@testable import Web

/// Stored text must never become markup: swift-mustache's own escaper lets a sign through that is glued to a combining mark.
struct EscapingTests {
    static let signs = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&#34;", "'": "&#39;"]
    static let glue = ["\u{301}", "\u{600}", "\u{200D}", "\u{FE0F}", "\u{D4E}"]

    @Test func escapesTheFiveSignsWhateverStandsBesideThem() throws {
        let site = try Site(templates: ["row": "<p>{{value}}</p><input value=\"{{value}}\">{{>part}}", "part": "<b>{{value}}</b>"])
        for (sign, escaped) in Self.signs {
            for mark in Self.glue {
                for text in [sign + mark, mark + sign, mark + sign + mark, "a" + sign + mark + sign] {
                    let html = try site.pages.templates.render("row", ["value": text], in: .italian)
                    let wanted = text.unicodeScalars.map { String($0) == sign ? escaped : String($0) }.joined()
                    let whole = "<p>\(wanted)</p><input value=\"\(wanted)\"><b>\(wanted)</b>"
                    let isRight = Array(html.utf8) == Array(whole.utf8)
                    #expect(isRight, "\(text.unicodeScalars.map { $0.value })")
                }
            }
        }
    }

    @Test func aTextareaGrowsNeitherInPartialsNorInLayouts() throws {
        let site = try Site(templates: [
            "layout": "<main>\n  <div>\n{{$content}}\n{{/content}}\n  </div>\n</main>",
            "form": "{{<layout}}\n{{$content}}\n<textarea>\n{{text}}</textarea>\n{{/content}}\n{{/layout}}",
        ])
        let html = try site.pages.templates.render("form", ["text": "one\ntwo\n  three"], in: .english)
        #expect(html.contains("<textarea>\none\ntwo\n  three</textarea>"))
    }
}
