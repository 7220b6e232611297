import TestSupport
import Testing

@testable import Citations

/// Pages of every layout on which titles are plain text.
@Suite struct PresenceTests {
    private static let works = [
        ("Sparse graph matching for image retrieval", "M Rossi, L Verdi", 2004), ("Fast edge detection with integral filters", "M Rossi, A Bianchi", 2006),
        ("Robust tracking of deformable objects", "M Rossi, S Gallo", 2008), ("Learning similarity measures from pairs", "S Gallo, M Rossi", 2009),
        ("Notes on edge detection in noisy pictures", "M Rossi", 1998), ("Slow rivers and the memory of stones", "M Rossi", 2011),
        ("On the price of bread in hill towns", "M Rossi, L Verdi", 2013), ("Counting pictures with few samples", "M Rossi", 2015),
    ]
    private static let foreign = ["Soil acidity in alpine meadows", "Renal outcomes in a rural cohort", "A survey of olive pests"]

    private static var list: String {
        (works.map { "9\t\($0.0)\t\($0.1)\t\($0.2)" } + foreign.map { "9\t\($0)\tM Rossi\t2003" }).joined(separator: "\n")
    }

    private static func entry(_ work: (String, String, Int)) -> String { "\(work.1): \(work.0). Journal of Things 3 (\(work.2)), pp. 1–9" }

    private static let pages: [(String, String)] = [
        ("items", "<html><body><ul>" + works.map { "<li>\(entry($0))</li>" }.joined() + "</ul></body></html>"),
        ("breaks", "<html><body><p>" + works.map { entry($0) }.joined(separator: "<br>\n") + "</p></body></html>"),
        ("one paragraph", "<html><body><p>" + works.map { entry($0) }.joined(separator: "; ") + "</p></body></html>"),
        (
            "names in bold",
            "<html><body>" + works.map { "<p><b>M. Rossi</b>, <i>\($0.0)</i>, <u>J. of Things</u>, \($0.2).</p>" }.joined() + "</body></html>"
        ),
        ("a table", "<table>" + works.map { "<tr><td>\($0.2)</td><td>\($0.1)</td><td>\($0.0)</td></tr>" }.joined() + "</table>"),
        ("pasted", "Mario Rossi\nPublications\n" + works.map { entry($0) }.joined(separator: "\n")),
        (
            "pasted and wrapped",
            "mario rossi, curriculum vitae\n"
                + works.map { entry($0).replacing(" for ", with: "\nfor ").replacing(" with ", with: "\nwith ").replacing(" of ", with: "\nof ") }
                .joined(separator: "\n")
        ),
        (
            "other spellings",
            works.map { entry($0).replacing("matching", with: "matchings").replacing("deformable", with: "de-formable").replacing("s", with: "ſ") }
                .joined(separator: "\n")
        ),
    ]

    @Test(arguments: pages) func everyOwnWorkIsFoundAndNoOther(_ name: String, _ page: String) throws {
        let analysis = try Analysis(
            lists: [.init(name: "l", text: Self.list)], pages: [.init(name: "p", text: page)], Method(surnames: ["Rossi"]))
        let found = analysis.works.filter { $0.best.map { Matching.reaches($0.percent, 80) } ?? false }.map(\.listed.title)
        #expect(found == Self.works.map(\.0), "\(name)")
        #expect(analysis.doubts.isEmpty)
        #expect(!analysis.remarks.contains { ["noAnchor", "oneTitle", "notTitles"].contains($0.kind) })
    }

    @Test func theMethodOf2011ReadsPlacesOnly() throws {
        let analysis = try Analysis(
            lists: [.init(name: "l", text: Self.list)], pages: [.init(name: "p", text: Self.pages[0].1)],
            Method(surnames: ["Rossi"], preset: .original))
        #expect(analysis.page.isEmpty)
        #expect(analysis.doubts == [.pageUnread])
        #expect(analysis.works.allSatisfy { $0.evidence.isEmpty })
    }

    /// `//li` picks whole entries, of which none is a title.
    @Test func anExpressionOfWholeEntriesFindsTheTitlesInThem() throws {
        var method = Method(surnames: ["Rossi"])
        method.expression = "//li"
        let analysis = try Analysis(
            lists: [.init(name: "l", text: Self.list)], pages: [.init(name: "p", text: Self.pages[0].1)], method)
        #expect(analysis.page.map(\.row.title) == Self.works.map(\.0))
        #expect(analysis.remarks.contains { $0.kind == "rowsUnsure" && $0.count == 8 })
    }

    private static func sighting(_ title: String, _ page: String, authors: String = "", year: Int? = nil) -> TitleSearch.Sighting? {
        TitleSearch(page, surnames: ["Rossi"]).sighting(of: ListedWork(title: title, authors: authors, year: year))
    }

    @Test func aShortTitleNeedsAYearOrACoAuthorBesideIt() {
        #expect(Self.sighting("Editorial", "Rossi, M. 2004. Editorial. Rivers 3.", year: 2004)?.isSure == true)
        #expect(Self.sighting("Editorial", "Rossi, M., Verdi, L. Editorial. Rivers.", authors: "M Rossi, L Verdi")?.isSure == true)
        #expect(Self.sighting("Editorial", "I sit on editorial boards. Editorial. Since then", year: 2004)?.isSure == false)
        #expect(Self.sighting("Dry rivers", "The dry rivers of the south, 2004", year: 2004)?.isSure == false)
    }

    @Test func aTitleInsideAnotherIsNotItself() {
        let page = "Rossi, M.: An introduction to the algebraic topology of rivers and stones. 2004."
        #expect(Self.sighting("The algebraic topology of rivers", page, authors: "G Rossi", year: 1980)?.isSure == false)
        #expect(Self.sighting("Rivers of Tuscany, part 2", "Rossi: Rivers of Tuscany, part 3. 2004.", year: 2004)?.isSure == false)
        #expect(Self.sighting("Soil acidity in alpine meadows", page) == nil)
    }

    @Test func theYearBesideATitleIsRead() {
        let found = Self.sighting("Slow rivers and the memory of stones", "Rossi, M.: Slow rivers and the memory of stones. Rivers, 2011.", year: 1980)
        #expect(found?.year == 2011)
    }

    @Test func identifiersAreReadFromAddressesAndTexts() {
        #expect(Identifier.doi(in: "https://doi.org/10.1000/ABC.1") == "10.1000/abc.1")
        #expect(Identifier.dois(in: "<a href=\"https://dx.doi.org/10.1234/x-(1\">p</a>, doi:10.5555/7. And 10.3 of 210.1234/5") == ["10.1234/x-(1", "10.5555/7"])
    }
}
