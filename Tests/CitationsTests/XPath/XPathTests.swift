import TestSupport
import Testing
import Web

@testable import Citations

/// What expressions of others may cost and what they mean.
@Suite struct XPathTests {
    private static let page =
        "<html><body><p>" + String(repeating: "a", count: 20_000) + String(repeating: "b", count: 20_000) + "</p>"
        + String(repeating: "<i>x</i>", count: 1_000) + "</body></html>"
    private static let all = Array(repeating: "/", count: 150).joined(separator: ", ")
    private static let many = Array(repeating: "'ten signs!'", count: 20).joined(separator: ", ")

    /// Each would take from ten seconds to hours.
    @Test(arguments: [
        "//i[translate(/, translate(/, 'a', ''), '')]", "//i[translate(/, /, /) = 'x']", "//i[concat(\(all)) = 'x']",
        "//*[sum(//*) > 1 or sum(//*[sum(//*) > 1])]", "//i[//i[//i = //p]]", "//*[count(//*[count(//*) > 1]) > 1]",
        "//*[//*[//*[//*[false()]]]]", "//i[count(//i[. = /]) > 1]",
    ])
    func hostileExpressionsAreGivenUp(_ expression: String) throws {
        let page = try #require(HTMLDocument(Self.page))
        #expect(throws: XPathRefusal.endless) { try page.select(expression, within: .milliseconds(30)) }
        #expect(try page.select("//p").count == 1)
    }

    /// Some are quick enough on some machines; then they have an answer.
    @Test(arguments: [
        "//i[contains(/, substring-after(/, 'aab'))]", "//i[substring-before(/, concat(substring-after(/, 'aab'), 'c'))]",
        "//i[substring-after(/, normalize-space(/))]", "//i[string-length(/) = 7]", "//i[string(/) = normalize-space(/)]",
        "//i[starts-with(/, string(/))]", "//i[id(/)]", "//i[number(/) = 1]", "//i[substring(/, 2) = 'x']",
        "//*[string-length() = count(//*[string-length() = 1])]", "//*[sum(//*) > 1]", "//i[sum(//p) > 1]", "//i[floor(/) = 1]",
        "//i[ceiling(/)]", "//i[round(/)]", "//i[lang(/)]", "//i[id(//i[1] | /)]", "//i[/ = 'x']", "//i['x' != /]", "//i[/ > 1]",
        "//i[2 >= /]", "//i[//p < 1]", "//i[1 <= /]", "//i[//i = //p]", "//i[//i < /]", "//i[/ + 1]", "//i[1 - (/)]", "//i[2 * /]",
        "//i[(/) div 2]", "//i[(/) mod 2]", "//i[- /]", "//p[translate(., translate(., 'a', ''), '') = 'x']",
        "//p[contains(., substring-after(., 'aab'))]", "//p[substring-after(., substring-after(., 'aab')) = 'x']",
        "//p[concat(\(all)) = 'x']",
    ])
    func costlyExpressionsEndInTime(_ expression: String) throws {
        let page = try #require(HTMLDocument(Self.page))
        let found = Result { () throws(XPathRefusal) in try page.select(expression, within: .milliseconds(30)) }
        #expect(throws: Never.self) { if case .failure(let why) = found, why != .endless { throw why } }
        #expect(try page.select("//p").count == 1)
    }

    /// libxml2 compares each node with each, puts them in order by walking, or walks one path in a way that has no end.
    @Test(arguments: [
        ("<p>", "//p | //p", 120_000), ("<p>x", "//text()/..", 120_000), ("<p>x", "//p/following-sibling::*", 20_000),
        ("<p>x", "//p/preceding::node()", 20_000), ("<p>x", "//p[. | //p]", 20_000), ("<p>x", "//p[count(..//p) = 1]", 20_000),
        ("<div>", "//*//*//*//*//*//*", 500), ("<i id=a>a</i>", "id(//i)[id(//i)]", 20_000),
    ])
    func veryManyNodesEndInTime(_ part: String, _ expression: String, count: Int) throws {
        let page = try #require(HTMLDocument(String(repeating: part, count: count)))
        let found = Result { () throws(XPathRefusal) in try page.select(expression, within: .milliseconds(50)) }
        #expect(throws: Never.self) { if case .failure(let why) = found, why != .endless { throw why } }
        #expect(try page.select("/html").count == 1)
    }

    @Test func manyNodesOfARealPageAreFound() throws {
        let page = try #require(HTMLDocument(String(repeating: "<p>x", count: 5_000)))
        #expect(try page.select("//p | //p").count == 5_000)
        #expect(try page.select("//p//text() | //p").count == 10_000)
    }

    /// An expression may not take the machine's memory, and half a text is no answer.
    @Test func memoryIsBounded() throws {
        let page = try #require(HTMLDocument(String(repeating: "<p>" + String(repeating: "a", count: 5_000_000), count: 6)))
        let texts = Array(repeating: "string(/)", count: 30).joined(separator: ", ")
        #expect(throws: XPathRefusal.endless) { try page.select("//p[concat(\(texts)) = 'x']", within: .seconds(5)) }
        #expect(try page.select("//p").count == 6)
    }

    /// All expressions on a page have a bound together, as a layout asks several for each row.
    @Test func theTimeOfAPageIsBoundedToo() throws {
        let page = try #require(HTMLDocument(Self.page, time: .milliseconds(20)))
        #expect(try page.select("//p").count == 1)
        #expect(throws: XPathRefusal.endless) { try page.select("//*[//*[//*[//*[false()]]]]", within: .seconds(10)) }
        #expect(throws: XPathRefusal.endless) { try page.select("//p") }
    }

    @Test func elementsAreFoundByTheirNames() throws {
        let page = try #require(HTMLDocument((0..<2_000).map { "<i id=a\($0)>a\($0)</i> " }.joined()))
        #expect(try page.select("id('a7')//text()").map(\.text) == ["a7"])
    }

    /// In page order, each once.
    @Test(arguments: [
        ("//div//i", "i:1 i:2 i:6"), ("//i/..", "div:12 div:6"), ("//i/../div", ""), ("//i/../../div", "div:1234 div:12 div:34 div:6"),
        ("//div//i[1]", "i:1 i:6"), ("(//div//i)[1]", "i:1"), ("/html//i", "i:1 i:2 i:6"), ("//i/ancestor::div[1]", "div:12 div:6"),
        ("//i/ancestor::div/i[2]", "i:2"), ("//p/preceding::i | //p", "i:1 i:2 p:5"), ("//p | //i | //p", "i:1 i:2 p:5 i:6"),
        ("//div/div//text()", "text:1 text: text:2 text:3 text:4"), ("//div[.//i]/..", "body:123456 div:1234"),
        ("//div//i/..//text()", "text:1 text: text:2 text:6"), ("//div/descendant::i/following-sibling::*", "i:2"),
        ("//div /following-sibling::p", "p:5"), ("//div/@class/..", "div:12 div:34"), ("//div//i[position() = last()]", "i:2 i:6"),
        ("(//div | //p)//i", "i:1 i:2 i:6"), ("id('x')//i", "i:1 i:2"), ("//div[.//i | .//b]", "div:1234 div:12 div:34 div:6"),
        ("//i[../@class]/self::i/..", "div:12"), ("//text()/..", "div:1234 div:12 i:1 i:2 div:34 b:4 p:5 i:6"),
        ("//p/preceding::node()[2]", "b:4"), ("//i/parent::div", "div:12 div:6"), ("/html/body/div//div", "div:12 div:34"),
        ("//*//@class", ""), ("//@class | //@id/..", "div:1234"), ("/..", ""), ("//namespace::* | //p", "p:5"), ("//p | //nothing", "p:5"),
        ("//nothing//p", ""), ("//p[../nothing/..]", ""),
    ])
    func aPathFindsWhatXPathSays(_ expression: String, found: String) throws {
        let page = try #require(
            HTMLDocument(
                "<body><div id='x'><div class='a'><i>1</i> <i>2</i></div> <div class='b'>3<b>4</b></div></div><p>5</p><div><i>6</i></div></body>"
            ))
        let all = try page.select(expression).map { element in
            let name = element.name
            return name + ":" + element.text.filter { $0 != " " }
        }
        #expect(all.joined(separator: " ") == found)
    }

    /// As libxml2 reads them: which binds more strongly, and where a sign or a word is a name.
    @Test(arguments: [
        ("//i[1 + 2 * 3 = 7]", 2), ("//i[8 div 2 div 2 = 2]", 2), ("//i[7 - 2 - 1 = 4]", 2), ("//i[1 < 2 = true()]", 2),
        ("//i[3 > 2 > 1]", 0), ("//i[- -1 = 1]", 2), ("//i[---. = -1]", 1), ("//i[-(. | //p) = -1]", 1), ("//div[div]/div", 2),
        ("//i[. = //p]", 1), ("//i[. != //p]", 1), ("//i[. < 2 or . mod 2 = 0]", 2), ("//i[not(. >= 2) and . <= 1]", 1),
        ("//*[@class='b-c']", 1), ("//div/div[* * * = 1]", 1), ("//div/div[* div div = 1]", 0), ("//i[. *2=4]", 1),
        ("//div[@class = \"a\"]/i[last() - 1]", 1), ("(//i | //p)[. = '2']", 2), ("//i[../@class = 'a'][2]", 1), ("//div/text()", 3),
        ("//i[((.)) = (1)]", 1), ("//i[.5 + .5 = .]", 1), ("/child::* /descendant::i", 2), ("//i['=' = '=' and ', ]' != ')']", 2),
    ])
    func operatorsMeanWhatTheyMeanInXPath(_ expression: String, count: Int) throws {
        let page = try #require(
            HTMLDocument("<body><div><div class='a'><i>1</i> <i>2</i></div> <div class='b-c'>3</div></div><p>2</p></body>"))
        #expect(try page.select(expression).count == count)
    }

    /// What people write about pages of their own is evaluated.
    @Test(arguments: [
        ("//li[contains(., 'title 7')]/b", 11), ("//li[starts-with(normalize-space(.), 'title 1')]", 111),
        ("//b[string-length(.) > 8]", 300), ("//li[translate(substring(., 1, 5), 'TIL', 'til') = 'title']", 400),
        ("//b[concat(., '!') = 'title 12!'] | //b[substring-before(., ' ') = 'x']", 1), ("//*[. = 'title 7']", 1),
        ("//li[position() mod 2 = 0 and b != 'title 5']", 199), ("//li[substring-after(i, 'where, ') > 2010]/b", 117),
    ])
    func honestExpressionsAreNotRefused(_ expression: String, count: Int) throws {
        let rows = (0..<400).map { "<li><b>title \($0)</b> <i>by somebody, somewhere, \(1990 + $0 % 30)</i></li>" }.joined()
        let page = try #require(HTMLDocument("<html><body><ul>\(rows)</ul></body></html>"))
        #expect(try page.select(expression).count == count)
    }

    @Test(arguments: [
        ("//li[", XPathRefusal.invalid), ("count(//li)", .invalid), ("'x'", .invalid), ("//p[foo()]", .invalid), ("", .invalid),
        ("document('/etc/passwd')", .invalid), ("concat(/)", .invalid), ("translate('a', 'b')", .invalid), ("contains()", .invalid),
        ("//p//i/1", .invalid), ("1 | //p", .invalid), ("//p | 'x'", .invalid), ("//div//", .invalid), ("//p) | (//i", .invalid),
        ("//p\u{0}//", .invalid), ("//p[$x]", .invalid), ("//i[contains(\(many))]", .invalid),
        (String(repeating: "(", count: 1_900) + "//p" + String(repeating: ")", count: 1_900), .invalid),
        ("//" + String(repeating: "a", count: 4_000), .long),
    ])
    func aRefusalSaysWhy(_ expression: String, why: XPathRefusal) throws {
        let page = try #require(HTMLDocument(Self.page))
        #expect(throws: why) { try page.select(expression) }
    }

    /// By the form and by programs, on a run with an author's page and on one without.
    @Test(arguments: [Examples.pageA, nil])
    func aRunTakesNoExpressionThatCannotBeUsed(_ page: String?) async throws {
        let (site, run) = try await RunSite.make(page: page)
        let address = "/admin/citations/runs/\(run)/expression"
        try await site.browse(as: "admin") { browsers in
            let browser = browsers[0]
            let long = "//" + String(repeating: "a", count: 1_000)
            for (expression, why) in [
                (long, "più lunga di 1000 caratteri"), ("//b[", "non è un’espressione"), ("count(//b)", "non è un’espressione"),
                ("//*[count(//*[count(//*[count(//*[count(//*[count(//*)])])])])]", "troppo tempo"),
            ] where page != nil || why != "troppo tempo" {
                let form = try await browser.post(address, [("expression", expression)])
                #expect(form.status == 422, "\(why)")
                #expect(form.contains(why), "\(why)")
                #expect(form.contains("value=\"\(expression)\""), "\(why)")
                let json = "{\"expression\":\"\(expression)\"}"
                expect(try await browser.ask(.post, "/api/v1/citations/runs/\(run)/expression/preview", json).status == 422)
                expect(try await browser.change(.put, "/api/v1/citations/runs/\(run)", "/expression", json).status == 422)
            }
            expect(try await site.value("SELECT expression FROM citationRun", as: String.self) == "")
        }
    }
}
