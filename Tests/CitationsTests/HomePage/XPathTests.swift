import TestSupport
import Testing
import Web

@testable import Citations

/// What an expression may cost.
@Suite struct XPathTests {
    private static let page =
        "<html><body><p>" + String(repeating: "a", count: 20_000) + String(repeating: "b", count: 20_000) + "</p>"
        + String(repeating: "<i>x</i>", count: 1_000) + "</body></html>"
    private static let all = Array(repeating: "/", count: 150).joined(separator: ", ")
    private static let many = Array(repeating: "'ten signs!'", count: 20).joined(separator: ", ")

    /// Each reads the whole page at each of its elements, and counts as a few steps for who counts nodes alone: without a price for the
    /// length of texts they would take from seconds to hours.
    @Test(arguments: [
        "//i[translate(/, translate(/, 'a', ''), '')]", "//i[translate(/, /, /) = 'x']", "//i[concat(\(all)) = 'x']",
        "//i[contains(/, substring-after(/, 'aab'))]", "//i[substring-before(/, concat(substring-after(/, 'aab'), 'c'))]",
        "//i[substring-after(/, normalize-space(/))]", "//i[string-length(/) = 7]", "//i[string(/) = normalize-space(/)]",
        "//i[starts-with(/, string(/))]", "//i[id(/)]", "//i[number(/) = 1]", "//i[substring(/, 2) = 'x']",
        "//*[string-length() = count(//*[string-length() = 1])]", "//*[sum(//*) > 1]", "//i[sum(//p) > 1]", "//i[floor(/) = 1]",
        "//i[ceiling(/)]", "//i[round(/)]", "//i[lang(/)]", "//i[id(//i[1] | /)]",
    ])
    func functionsArePaidWithTheirTexts(_ expression: String) throws {
        let page = try #require(HTMLDocument(Self.page))
        #expect(throws: XPathRefusal.endless) { try page.select(expression, steps: 30_000) }
    }

    /// A comparison reads every node of a set, and reckoning the first, without any function.
    @Test(arguments: [
        "//i[/ = 'x']", "//i['x' != /]", "//i[/ > 1]", "//i[2 >= /]", "//i[//p < 1]", "//i[1 <= /]", "//i[//i = //p]", "//i[//i < /]",
        "//i[/ + 1]", "//i[1 - (/)]", "//i[2 * /]", "//i[(/) div 2]", "//i[(/) mod 2]", "//i[- /]",
    ])
    func operatorsArePaidLikeFunctions(_ expression: String) throws {
        let page = try #require(HTMLDocument(Self.page))
        #expect(throws: XPathRefusal.endless) { try page.select(expression, steps: 30_000) }
    }

    /// Elements without a word are looked at all the same.
    @Test(arguments: ["//i[string(/)]", "//i[/ = 'x']", "//i[sum(/)]"]) func whatIsBlankIsReadToo(_ expression: String) throws {
        let page = try #require(HTMLDocument("<p>" + String(repeating: "<i></i>", count: 2_000)))
        #expect(throws: XPathRefusal.endless) { try page.select(expression, steps: 30_000) }
    }

    /// libxml2 would compare each with each to put them together, and walk over all of them again and again to put them in order: each took
    /// from ten seconds to a minute, of which it counted nothing.
    @Test(arguments: [
        ("<p>", "//p | //p", 120_000), ("<p>", "//p/..", 1), ("<p>x", "//text()/..", 120_000), ("<!-- x -->", "//comment() | /html", 0),
        ("<?x y>", "(//processing-instruction())[1]", 0), ("<p>x", "//p//text() | //p", 240_000),
    ])
    func veryManyNodesAreSoonPutTogether(_ part: String, _ expression: String, count: Int) throws {
        let start = ContinuousClock.now
        let page = try #require(HTMLDocument(String(repeating: part, count: 120_000)))
        #expect(try page.select(expression).count == count)
        #expect(start.duration(to: .now) < .seconds(20))
    }

    /// It is given up after its steps, whatever it puts together.
    @Test(arguments: [
        Array(repeating: "//node()", count: 300).joined(separator: " | "), "//p/following-sibling::*", "//p/following::*",
        "//p/preceding::node()", "//p[. | //p]", "//p[count(..//p) = 1]",
    ])
    func whatIsPutTogetherIsPaid(_ expression: String) throws {
        let page = try #require(HTMLDocument(String(repeating: "<p>x", count: 20_000)))
        let start = ContinuousClock.now
        #expect(throws: XPathRefusal.endless) { try page.select(expression, steps: 2_000_000) }
        #expect(start.duration(to: .now) < .seconds(8))
    }

    /// Elements that are found by their names are compared with each other too.
    @Test(arguments: ["id(//i)", "id(string(/))"]) func elementsFoundByTheirNamesArePaid(_ expression: String) throws {
        let page = try #require(HTMLDocument((0..<20_000).map { "<i id=a\($0)>a\($0)</i> " }.joined()))
        #expect(throws: XPathRefusal.endless) { try page.select(expression, steps: 200_000) }
        #expect(try page.select("id('a7')//text()", steps: 200_000).map(\.text) == ["a7"])
    }

    /// Where paths are cut and united, what they pick is what libxml2 itself picks, in the same order.
    @Test(arguments: [
        "//div//i", "//i/..", "//i/../div", "//i/../../div", "//div//i[1]", "(//div//i)[1]", "/html//i", "//i/ancestor::div[1]",
        "//i/ancestor::div/i[2]", "//p/preceding::i | //p", "//p | //i | //p", "//div/div//text()", "//div[.//i]/..", "//div//i/..//text()",
        "//div/descendant::i/following-sibling::*", "//div /following-sibling::p", "//div/@class/..", "//div//i[position() = last()]",
        "(//div | //p)//i", "id('x')//i", "//div[.//i | .//b]", "//i[../@class]/self::i/..", "//text()/..", "//p/preceding::node()[2]",
        "//i/parent::div", "/html/body/div//div", "//*//@class", "//@class | //@id/..", "//div//", "//p//i/1", "1 | //p", "//p | 'x'",
        "/..",
        "//namespace::* | //p", "//p | //nothing", "//nothing | //p", "//nothing//p", "//nothing/..", "//p[../nothing/..]",
    ])
    func whatIsPutTogetherIsWhatXPathSays(_ expression: String) throws {
        let page = try #require(
            HTMLDocument(
                "<body><div id='x'><div class='a'><i>1</i> <i>2</i></div> <div class='b'>3<b>4</b></div></div><p>5</p><div><i>6</i></div></body>"
            ))
        let own = Result { () throws(XPathRefusal) in try page.select(expression, isInduced: true) }
        let paid = Result { () throws(XPathRefusal) in try page.select(expression) }
        #expect(paid == own)
    }

    /// What expressions are made into is nothing that people could write.
    @Test(arguments: ["_union(//p, //i)", "_along(//p, 0)", "//p//i[_along(., 0)]", "_equal(1, 1)", "//p[_less (1, 2)]"])
    func nobodyElseCallsTheseFunctions(_ expression: String) throws {
        let page = try #require(HTMLDocument("<p><i>x</i></p>"))
        #expect(throws: XPathRefusal.invalid) { try page.select(expression) }
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
        #expect(try page.select(expression, steps: 30_000).count == count)
    }

    /// Once is too much for those whose work is more than what they read.
    @Test(arguments: [
        "//p[translate(., translate(., 'a', ''), '') = 'x']", "//p[contains(., substring-after(., 'aab'))]",
        "//p[substring-after(., substring-after(., 'aab')) = 'x']", "//p[concat(\(all)) = 'x']",
    ])
    func whatGrowsFasterThanItsTextsCostsMore(_ expression: String) throws {
        let page = try #require(HTMLDocument(Self.page))
        #expect(throws: XPathRefusal.endless) { try page.select(expression, steps: 200_000) }
    }

    /// libxml2 walks for paths without brackets in a way of its own, which counts no steps: with one `//*` more it would never end.
    @Test(arguments: ["//*//*//*", "//div//div//div"])
    func pathsWithoutBracketsAreCountedToo(_ expression: String) throws {
        let page = try #require(HTMLDocument(String(repeating: "<div>", count: 500) + "x"))
        #expect(throws: XPathRefusal.endless) { try page.select(expression, steps: 30_000) }
        #expect(try page.select("//div//div", steps: 200_000).count > 200)
    }

    /// What people write about pages of their own stays far below.
    @Test(arguments: [
        ("//li[contains(., 'title 7')]/b", 11), ("//li[starts-with(normalize-space(.), 'title 1')]", 111),
        ("//b[string-length(.) > 8]", 300), ("//li[translate(substring(., 1, 5), 'TIL', 'til') = 'title']", 400),
        ("//b[concat(., '!') = 'title 12!'] | //b[substring-before(., ' ') = 'x']", 1), ("//*[. = 'title 7']", 1),
        ("//li[position() mod 2 = 0 and b != 'title 5']", 199), ("//li[substring-after(i, 'where, ') > 2010]/b", 117),
    ])
    func honestExpressionsAreNotRefused(_ expression: String, count: Int) throws {
        let rows = (0..<400).map { "<li><b>title \($0)</b> <i>by somebody, somewhere, \(1990 + $0 % 30)</i></li>" }.joined()
        let page = try #require(HTMLDocument("<html><body><ul>\(rows)</ul></body></html>"))
        #expect(try page.select(expression, steps: 30_000).count == count)
    }

    @Test(arguments: [
        ("//li[", XPathRefusal.invalid), ("count(//li)", .invalid), ("'x'", .invalid), ("//p[foo()]", .invalid),
        ("document('/etc/passwd')", .invalid), ("concat(/)", .invalid), ("translate('a', 'b')", .invalid), ("contains()", .invalid),
        // So many lengths multiplied are more than a number holds.
        ("//i[contains(\(many))]", .invalid),
        (String(repeating: "(", count: 1_000) + "//p" + String(repeating: ")", count: 1_000), .invalid),
        ("//" + String(repeating: "a", count: 4_000), .long), ("//*[//*[//*[//*]]]", .endless),
    ])
    func aRefusalSaysWhy(_ expression: String, why: XPathRefusal) throws {
        let page = try #require(HTMLDocument(Self.page))
        #expect(throws: why) { try page.select(expression, steps: 30_000) }
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
                ("//*[count(//*[count(//*[count(//*[count(//*[count(//*)])])])])]", "troppi passi"),
            ] where page != nil || why != "troppi passi" {
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
