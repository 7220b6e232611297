import Testing

@testable import Citations

@Suite struct HomePageTests {
    private static let known = PastedLines.read(Examples.list, needsCount: true).works.map { (title: $0.title, authors: $0.authors) }

    private static func read(_ page: String, first: Bool, authors: Int = 68) throws -> HomePage {
        var settings = HomePage.Settings()
        (settings.normalisation, settings.firstPairOnly, settings.authors) = (.raw, first, authors)
        return try HomePage(page, known: known, settings)
    }

    @Test(arguments: [true, false], [80, 68, 60])
    func aRegularPageGivesAllTitlesAndAuthorsAndNothingOfItsMenu(firstPairOnly: Bool, authors: Int) throws {
        let page = try Self.read(Examples.pageA, first: firstPairOnly, authors: authors)
        #expect(page.trace.expression == "//ul[@id='pubs'][@class='list']/li[@class='pub']/b[@class='t']")
        #expect(page.trace.authorsExpression == "//ul[@id='pubs'][@class='list']/li[@class='pub']/i")
        #expect(page.rows.count == 6)
        #expect(page.rows.last == HomePage.Row(title: "A manuscript that no index knows", authors: "M. Rossi"))
        #expect(page.trace.anchors.map { Int($0.percent * 10) } == [1000, 976, 1000, 1000, 1000])
        #expect(page.warnings.isEmpty)
    }

    @Test(arguments: [
        (Examples.pageB, true, "//ul[@id='pubs']/li/b", 2), (Examples.pageC, true, "//ul[@id='j']/li/b", 2),
        (Examples.pageB, false, "//ul[@id='pubs']/li/b | //ul[@id='pubs']/li/u", 4), (Examples.pageC, false, "//body/ul/li/b", 4),
    ])
    func irregularPagesNeedMoreThanOnePair(_ text: String, firstPairOnly: Bool, expression: String, count: Int) throws {
        let page = try Self.read(text, first: firstPairOnly)
        #expect(page.trace.expression == expression)
        #expect(page.rows.count == count)
    }

    @Test func oneKnownTitleIsTooFewAndSaysSo() throws {
        let page = try Self.read("<html><body><p>Notes on edge detection</p><p>Something else</p></body></html>", first: false)
        #expect(page.warnings == [.oneTitle])
        #expect(page.rows.isEmpty)
    }

    @Test func anExpressionOfOnesOwnIsUsedInstead() throws {
        var settings = HomePage.Settings()
        settings.expression = "//ul[@id='c']/li"
        #expect(try HomePage(Examples.pageC, known: Self.known, settings).rows.count == 2)
        for bad in ["//ul[", "count(//li)", "//ul[@id=\u{0}]", String(repeating: "/a", count: 4_000)] {
            settings.expression = bad
            #expect(try HomePage(Examples.pageC, known: Self.known, settings).warnings.contains(.badExpression))
        }
        (settings.expression, settings.limit) = ("//*[//*[//*[//*[//*[false()]]]]]", .milliseconds(20))
        #expect(try HomePage(Examples.pageC, known: Self.known, settings).warnings == [.slowExpression])
    }

    @Test func textsWithQuotesOfBothKindsStayTexts() {
        #expect(InducedPath.literal("a") == "'a'")
        #expect(InducedPath.literal("l'a") == "\"l'a\"")
        #expect(InducedPath.literal("l'\"a") == "concat('l', \"'\", '\"a')")
    }

    @Test func hostilePagesEndWithoutHarm() throws {
        let deep = String(repeating: "<div>", count: 100_000) + "x"
        let bomb = "<!DOCTYPE html [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;'>]><p>&b;&b;</p>"
        for text in [deep, bomb, "", "\u{0}", "<", "<!--", "<script>while(1){}</script>"] {
            #expect(try Self.read(text, first: false).rows.isEmpty)
        }
    }
}
