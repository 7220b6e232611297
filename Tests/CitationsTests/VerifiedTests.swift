import Foundation
import Testing

@testable import Citations

/// The tables of the thesis and of its requirements that were worked out by hand and are nobody's own in the other suites.
@Suite struct VerifiedTests {
    // MARK: XPath

    private static let folders = """
        <html><body><div class="cartella" id="1"><p class="fascicolo">Primo</p><p class="scheda" lang="it">Seconda</p></div>
        <div class="cartella" id="2"><!-- nota --><p class="fascicolo">Terzo <b>grosso</b></p></div>
        <section><div class="cartella" id="3"><p>L'ultimo "detto"</p></div></section></body></html>
        """

    @Test(arguments: [
        ("/html/body/div/p", ["Primo", "Seconda", "Terzo grosso"]), ("//p", ["Primo", "Seconda", "Terzo grosso", "L'ultimo \"detto\""]),
        ("/html/body/*/p[1]", ["Primo", "Terzo grosso"]), ("//div[@id='2']//b", ["grosso"]),
        ("//b/..", ["Terzo grosso"]), ("//b/../../p/b", ["grosso"]), ("//p[./b]", ["Terzo grosso"]), ("//p[b='grosso']", ["Terzo grosso"]),
        ("//p[@lang]", ["Seconda"]), ("//p[@class=\"scheda\"][@lang='it']", ["Seconda"]),
        ("//p[not(@class)]", ["L'ultimo \"detto\""]), ("//div[p[@lang='it']]/p[1]", ["Primo"]),
        ("//p[@class='scheda' or b]", ["Seconda", "Terzo grosso"]), ("//p[@class='fascicolo' and not(b)]", ["Primo"]),
        ("//p[.='Primo']", ["Primo"]), ("//div[p='Seconda']/@id/..", ["PrimoSeconda"]), ("//p[2]", ["Seconda"]),
        ("(//p)[3]", ["Terzo grosso"]), ("//div[2]/p/text()", ["Terzo"]), ("//p[contains(., \"L'\")]", ["L'ultimo \"detto\""]),
        // In the order of the page, each once, whichever way round they are named.
        ("//p[b] | //p[@lang] | //p[2]", ["Seconda", "Terzo grosso"]), ("//div[descendant::b]/p", ["Terzo grosso"]),
        ("//b/ancestor::div/p", ["Terzo grosso"]), ("//p[position()=1][@class]", ["Primo", "Terzo grosso"]),
        ("//p[following-sibling::p]", ["Primo"]), ("//p[preceding-sibling::*]", ["Seconda"]),
    ])
    func thePartOfXPathThatTheMethodNeedsIsThere(_ expression: String, texts: [String]) throws {
        let page = try #require(HTMLDocument(Self.folders))
        #expect(try page.select(expression).map { $0.text.split(whereSeparator: \.isWhitespace).joined(separator: " ") } == texts)
    }

    /// `//cartella[3]` is the third of its parent, and not of the document.
    @Test func aPlaceIsOneAmongSiblings() throws {
        let page = try #require(HTMLDocument(Self.folders))
        #expect(try page.select("//div[@class='cartella'][3]").isEmpty)
        #expect(try page.select("(//div[@class='cartella'])[3]").map(\.text) == ["L'ultimo \"detto\""])
    }

    // MARK: Single results under the expressions of 2011

    /// What stands in a result, how many nodes each of the three expressions picks of it, and what becomes of it here, where a result is
    /// read from its own part of the page: its citations, or nil when it is left out.
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var heading = "<a href='http://x/1'>Dry rivers</a>"
        var names = "M <b>Rossi</b>, L Verdi"
        var footer = "<span class=gs_fl><a href='/scholar?cites=1'>Citato da 12</a> - <a>Articoli correlati</a></span>"
        var surname = "Rossi"
        let picked: [Int]
        var citations: Int?

        var page: String {
            """
            <html><body><div class=gs_r><div class=gs_rt><h3>\(heading)</h3></div><font size=-1>
            <span class=gs_a>\(names) - Hydrology, 2004 - Springer</span><br>abs<br>\(footer)</font></div></body></html>
            """
        }
    }

    private static let mere = "<span class=gs_ctu>[CITAZIONE]</span> Dry rivers"

    private static let shapes = [
        Shape(testDescription: "normal, link and footer", picked: [1, 1, 1], citations: 12),
        Shape(testDescription: "normal, link, no footer", footer: "", picked: [0, 0, 0]),
        Shape(testDescription: "mere citation with footer", heading: mere, picked: [1, 1, 1], citations: 12),
        Shape(testDescription: "mere citation without footer", heading: mere, footer: "", picked: [1, 1, 1], citations: 0),
        Shape(
            testDescription: "mere citation with link and footer", heading: "<span>[CITAZIONE]</span> <a href='http://x/1'>Dry rivers</a>",
            picked: [2, 1, 1], citations: 12),
        Shape(testDescription: "footer, title without link", heading: "Dry rivers", picked: [0, 1, 1], citations: 12),
        Shape(testDescription: "English mark", heading: "<span>[CITATION]</span> Dry rivers", picked: [0, 1, 1], citations: 12),
        Shape(testDescription: "the whole name in bold", names: "<b>M Rossi</b>, L Verdi", picked: [0, 0, 0]),
        Shape(testDescription: "surname in small letters", surname: "rossi", picked: [0, 0, 0]),
    ]

    /// The three expressions of 2011, by surname.
    private static func expressions(for surname: String) -> [String] {
        let (named, mere) = ("[./b='\(surname)']", "h3[span='[CITAZIONE]']")
        let result = "//div[@class='gs_r'][./font/span[@class='gs_a']\(named)]"
        return [
            "//div[@class='gs_r'][./font/span[@class='gs_a']\(named)[../span[@class='gs_fl']]]/div[@class='gs_rt']/h3/a"
                + " | \(result)/div[@class='gs_rt']/\(mere)",
            "//span[@class='gs_a']\(named)[../span[@class='gs_fl']] | //span[@class='gs_a']\(named)[../../div[@class='gs_rt']/\(mere)]",
            "\(result)/font/span[@class='gs_fl']/a[1]"
                + " | \(result)[./div[@class='gs_rt']/\(mere)][not(./font/span[@class='gs_fl'])]/font",
        ]
    }

    /// As the thesis had it: three lists of the same length, joined by place; none for a surname in small letters.
    @Test func theThreeListsOfTheExamplePageAreOfOneLength() throws {
        let page = try #require(HTMLDocument(Fixtures.scholar))
        #expect(try Self.expressions(for: "Rossi").map { try page.select($0).count } == [5, 5, 5])
        #expect(try Self.expressions(for: "rossi").map { try page.select($0).count } == [0, 0, 0])
    }

    @Test(arguments: shapes) func aResultIsReadFromItsOwnPartOfThePage(_ shape: Shape) throws {
        let page = try #require(HTMLDocument(shape.page))
        #expect(try Self.expressions(for: shape.surname).map { try page.select($0).count } == shape.picked)
        let works = try ListReader.read(shape.page, strictSurname: shape.surname).works
        #expect(works.map(\.citations) == (shape.citations.map { [$0] } ?? []))
        #expect(works.allSatisfy { $0.title == "Dry rivers" })
        #expect(works.allSatisfy { $0.year == 2004 })
    }

    @Test(arguments: [(true, ["25", "19", "6", "0", "0"]), (false, ["25", "19", "6", "0", "0", "0"])])
    func theLineWithoutAFooterCountsOnlyForTheMethodOfToday(isStrict: Bool, counts: [String]) throws {
        let method = Method(surnames: ["Rossi"], preset: isStrict ? .original : .improved)
        let analysis = try Analysis(lists: [.init(name: "l", text: Fixtures.scholar)], pages: [], method)
        #expect(analysis.works.map { String($0.listed.citations ?? -1) } == counts)
        #expect(analysis.strangers == (isStrict ? 0 : 1))
    }

    // MARK: The whole method

    private static let onPageA = [
        "Robust tracking of deformable objects", "Sparse graph matching for image retrieval", "Learning similarity measures from pairs",
        "Fast edge detection with integral filters", "Notes on edge detection",
    ]

    @Test(arguments: [
        (Examples.pageA, Preset.original, onPageA), (Examples.pageA, .improved, onPageA),
        (Examples.pageB, .original, [onPageA[1], onPageA[4]]), (Examples.pageC, .original, [onPageA[1], onPageA[4]]),
        (Examples.pageB, .improved, [onPageA[0], onPageA[1], onPageA[3], onPageA[4]]),
        (Examples.pageC, .improved, [onPageA[0], onPageA[1], onPageA[3], onPageA[4]]),
    ])
    func exactlyTheWorksOfTheVerifiedTableAreKept(_ page: String, _ preset: Preset, titles: [String]) throws {
        let analysis = try Analysis(
            lists: [.init(name: "l", text: Examples.list)], pages: [.init(name: "p", text: page)],
            Method(surnames: ["Rossi"], preset: preset))
        let kept = analysis.works.filter { $0.best.map { Matching.reaches($0.percent, 80) } ?? false }
        #expect(kept.map(\.listed.title) == titles)
    }

    /// The alignment of the textbook that is not the cheapest costs 4, the cheapest 2.
    @Test func theCheapestAlignmentIsFound() {
        func cost(_ a: String, _ b: String) -> Int { zip(a, b).count { $0 != $1 } }
        #expect(cost("gtgcca", "g-gcga") == 2)
        #expect(cost("gtgcc-a", "gg-c-ga") == 4)
        let columns = EditMatrix(Array("gtgcca".unicodeScalars), Array("ggcga".unicodeScalars)).path.columns
        let lines = [columns.map(\.a), columns.map(\.b)].map { $0.map { $0.map(String.init) ?? "-" }.joined() }
        #expect(cost(lines[0], lines[1]) == 2)
        #expect(lines.map { $0.filter { $0 != "-" } } == ["gtgcca", "ggcga"])
    }

    // MARK: Acceptance

    @Test(arguments: [Preset.original, .improved], ["O'Brien", "D’Amico", "Müller", "De Luca", "Bèze-Łoś", "D'A\"b"])
    func namesAndTitlesWithAnySignsMakeNothingFail(_ preset: Preset, surname: String) throws {
        let titles = ["L'età dell'\"acqua\"", "Über die Flüsse & «Seen»", "O’Brien's <law> of 50% rain"]
        let list = titles.enumerated().map { "\($0 + 3)\t\($1)\tA \(surname), B Neri\t200\($0)" }.joined(separator: "\n")
        let page =
            "<ul class=\"l'a\">"
            + titles.map {
                "<li><b>" + $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;") + "</b> <i>A. \(surname)</i></li>"
            }.joined() + "</ul>"
        let analysis = try Analysis(
            lists: [.init(name: "l", text: list)], pages: [.init(name: "p", text: page)], Method(surnames: [surname], preset: preset))
        #expect(analysis.works.count == 3)
        #expect(analysis.works.allSatisfy { $0.best?.percent == 100 })
    }

    @Test func aPageInEitherEncodingGivesTheSameRows() throws {
        let page = Fixtures.today.replacing("’", with: "'").replacing("<html>", with: "<html><meta charset='iso-8859-1'>")
            .replacing("Rivista", with: "Rivista è già più là")
        let latin = page.unicodeScalars.map { UInt8(exactly: $0.value) ?? 0x3F }
        let texts = try [latin, Array(page.utf8)].map { try #require(DocumentText.read($0)) }
        #expect(try ListReader.read(texts[0]).works == ListReader.read(texts[1]).works)
        #expect(try ListReader.read(texts[0]).works[0].venue.contains("già"))
    }
}
