import Foundation
import TestSupport
import Testing

@testable import Citations

/// Lists, pages and expressions that people bring, broken in every way.
@Suite struct HostileNumberTests {
    private static let lists = [
        "@string{a = {x}}\n@article{k1, title = {Dry rivers \\'e}, author = {M Rossi and A Bianchi}, year = 2020, journal = a # { y}, volume={3}, pages = {1--9}, note={Cited by 12}}",
        "TY  - JOUR\nTI  - Dry rivers\nAU  - Rossi, M\nPY  - 2020/03/02\nSP  - 1\nEP  - 9\nN1  - Cited by 12\nER  - \n",
        #"[{"title": "Dry rivers", "authors": ["M Rossi"], "year": 2020, "citations": 12, "issued": {"date-parts": [[2020, 3]]}}]"#,
        "Title;Authors;Year;Cited by\nDry rivers;M Rossi;2020;12\nWet rivers;A Bianchi;2021;3\n",
        "<html><body><table><tr class=\"gsc_a_tr\"><td class=\"gsc_a_t\"><a class=\"gsc_a_at\" href=\"/x\">Dry rivers</a><div class=\"gs_gray\">M Rossi</div></td><td class=\"gsc_a_c\"><a class=\"gsc_a_ac\">12</a></td><td class=\"gsc_a_y\">2020</td></tr></table></body></html>",
    ]

    @Test func mutatedListsEndNothing() {
        var read = 0
        let tried = Fuzzing.mutate("lists", Self.lists, 60) { bytes in
            guard let text = DocumentText.read(bytes) else { return }
            read += (try? ListReader.read(text).works.count) ?? 0
            _ = try? ListReader.read(text, columns: "title=\(text.prefix(20)),year=3,citations=4")
        }
        #expect(tried >= 300)
        #expect(read > 20)
    }

    @Test func mutatedExpressionsEndNothing() throws {
        let page = try #require(
            HTMLDocument("<html><body><ul>" + String(repeating: "<li><b>x</b> 12</li>", count: 40) + "</ul></body></html>"))
        let expressions = [
            "//li[position() mod 2 = 1]/b | //ul//b", "substring(//li[3], 2, 1) + -1 div 0", "//li[last() - 5]/..//b[string-length() > 0]",
            "number('12') * 3 - floor(1.5)", "//ul/li/ancestor::*[2]",
        ]
        var answered = 0
        let tried = Fuzzing.mutate("expressions", expressions, 60) { bytes in
            let expression = String(decoding: bytes, as: UTF8.self)
            if let found = try? page.select(expression, within: .milliseconds(20)) { answered += found.isEmpty ? 0 : 1 }
            _ = try? page.value(expression, of: page.select("//ul")[0])
        }
        #expect(tried >= 300)
        #expect(answered > 0)
    }
}
