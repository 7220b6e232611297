import TestSupport
import Testing

@testable import Citations

/// Pages of every layout on which titles are plain text.
@Suite struct PresenceTests {
    private struct Own {
        let title: String
        let authors: String
        let year: Int

        var entry: String { "\(authors): \(title). Journal of Things 3 (\(year)), pp. 1–9" }
    }

    private static let works: [Own] = [
        Own(title: "Sparse graph matching for image retrieval", authors: "M Rossi, L Verdi", year: 2004),
        Own(title: "Fast edge detection with integral filters", authors: "M Rossi, A Bianchi", year: 2006),
        Own(title: "Robust tracking of deformable objects", authors: "M Rossi, S Gallo", year: 2008),
        Own(title: "Learning similarity measures from pairs", authors: "S Gallo, M Rossi", year: 2009),
        Own(title: "Notes on edge detection in noisy pictures", authors: "M Rossi", year: 1998),
        Own(title: "Slow rivers and the memory of stones", authors: "M Rossi", year: 2011),
        Own(title: "On the price of bread in hill towns", authors: "M Rossi, L Verdi", year: 2013),
        Own(title: "Counting pictures with few samples", authors: "M Rossi", year: 2015),
    ]
    private static let foreign = ["Soil acidity in alpine meadows", "Renal outcomes in a rural cohort", "A survey of olive pests"]
    private static let titles = works.map(\.title)
    private static let entries: [String] = works.map(\.entry)

    private static var list: String {
        let own = works.map { "9\t\($0.title)\t\($0.authors)\t\($0.year)" }
        return (own + foreign.map { "9\t\($0)\tM Rossi\t2003" }).joined(separator: "\n")
    }

    private static let items = "<html><body><ul>" + entries.map { "<li>" + $0 + "</li>" }.joined() + "</ul></body></html>"
    private static let marked = works.map { "<p><b>M. Rossi</b>, <i>\($0.title)</i>, <u>J. of Things</u>, \($0.year).</p>" }.joined()
    private static let rows = works.map { "<tr><td>\($0.year)</td><td>\($0.authors)</td><td>\($0.title)</td></tr>" }.joined()
    private static let lines = entries.joined(separator: "\n")

    private static func wrapped(_ text: String) -> String {
        ["for", "with", "of"].reduce(text) { $0.replacing(" \($1) ", with: "\n\($1) ") }
    }

    private static func disturbed(_ text: String) -> String {
        text.replacing("matching", with: "matchings").replacing("deformable", with: "de-formable").replacing("s", with: "ſ")
    }

    private static let pages: [(String, String)] = [
        ("items", items),
        ("breaks", "<html><body><p>" + entries.joined(separator: "<br>\n") + "</p></body></html>"),
        ("one paragraph", "<html><body><p>" + entries.joined(separator: "; ") + "</p></body></html>"),
        ("names in bold", "<html><body>" + marked + "</body></html>"),
        ("a table", "<table>" + rows + "</table>"),
        ("pasted", "Mario Rossi\nPublications\n" + lines),
        ("pasted and wrapped", "mario rossi, curriculum vitae\n" + wrapped(lines)),
        ("other spellings", disturbed(lines)),
    ]

    @Test(arguments: pages) func everyOwnWorkIsFoundAndNoOther(_ name: String, _ page: String) throws {
        let analysis = try Analysis(
            lists: [.init(name: "l", text: Self.list)], pages: [.init(name: "p", text: page)], Method(surnames: ["Rossi"]))
        let found = analysis.works.filter { $0.best.map { Matching.reaches($0.percent, 80) } ?? false }.map(\.listed.title)
        #expect(found == Self.titles, "\(name)")
        #expect(analysis.doubts.isEmpty)
        #expect(!analysis.remarks.contains { ["noAnchor", "oneTitle", "notTitles"].contains($0.kind) })
    }

    @Test func theMethodOf2011ReadsPlacesOnly() throws {
        let analysis = try Analysis(
            lists: [.init(name: "l", text: Self.list)], pages: [.init(name: "p", text: Self.items)],
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
            lists: [.init(name: "l", text: Self.list)], pages: [.init(name: "p", text: Self.items)], method)
        #expect(analysis.page.map(\.row.title) == Self.titles)
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
        let found = Self.sighting(
            "Slow rivers and the memory of stones", "Rossi, M.: Slow rivers and the memory of stones. Rivers, 2011.", year: 1980)
        #expect(found?.year == 2011)
    }

    @Test func addressesOfMailAreReadFromTexts() {
        let text =
            "Write to <a href=\"mailto:M.Rossi@uni.example\">me</a>, or verdi@lab.uni.example. Not to @home, a@b or twitter.com/@rossi"
        #expect(Identifier.emails(in: text) == ["m.rossi@uni.example", "verdi@lab.uni.example"])
    }

    @Test func identifiersAreReadFromAddressesAndTexts() {
        #expect(Identifier.doi(in: "https://doi.org/10.1000/ABC.1") == "10.1000/abc.1")
        #expect(
            Identifier.dois(in: "<a href=\"https://dx.doi.org/10.1234/x-(1\">p</a>, doi:10.5555/7. And 10.3 of 210.1234/5") == [
                "10.1234/x-(1", "10.5555/7",
            ])
    }
}
