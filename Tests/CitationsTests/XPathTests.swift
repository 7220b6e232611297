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

    /// Each reads the whole page at each of its elements, and counts as a few steps for who counts nodes alone: without a price for the
    /// length of texts they would take from seconds to hours.
    @Test(arguments: [
        "//i[translate(/, translate(/, 'a', ''), '')]", "//i[translate(/, /, /) = 'x']", "//i[concat(\(all)) = 'x']",
        "//i[contains(/, substring-after(/, 'aab'))]", "//i[substring-before(/, concat(substring-after(/, 'aab'), 'c'))]",
        "//i[substring-after(/, normalize-space(/))]", "//i[string-length(/) = 7]", "//i[string(/) = normalize-space(/)]",
        "//i[starts-with(/, string(/))]", "//i[id(/)]", "//i[number(/) = 1]", "//i[substring(/, 2) = 'x']",
        "//*[string-length() = count(//*[string-length() = 1])]",
    ])
    func functionsArePaidWithTheirTexts(_ expression: String) throws {
        let page = try #require(HTMLDocument(Self.page))
        #expect(throws: XPathRefusal.endless) { try page.select(expression, steps: 30_000) }
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
        ("//b[concat(., '!') = 'title 12!'] | //b[substring-before(., ' ') = 'x']", 1),
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
        ("//i[contains(\(Array(repeating: "'ten signs!'", count: 20).joined(separator: ", ")))]", .invalid),
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
                #expect(form.status == 422 && form.contains(why) && form.contains("value=\"\(expression)\""), "\(why)")
                let json = "{\"expression\":\"\(expression)\"}"
                expect(try await browser.ask(.post, "/api/v1/citations/runs/\(run)/expression/preview", json).status == 422)
                expect(try await browser.change(.put, "/api/v1/citations/runs/\(run)", "/expression", json).status == 422)
            }
            expect(try await site.value("SELECT expression FROM citationRun", as: String.self) == "")
        }
    }
}
