import Testing

@testable import Citations

/// Lists as the programs that are about really write them.
@Suite struct DialectTests {
    @Test(arguments: [
        ("1,234", 1234), ("1.234", 1234), ("1’234", 1234), ("12 345 678", 12_345_678), ("12.0", 12), ("12,0", 12), ("1.234,00", 1234),
        ("Cited by 25.", 25), ("12, 2004", 12), ("12 2004", 12), ("12,5", nil), ("", nil),
    ])
    func aNumberIsReadWithItsGroupsAndWithoutEmptyDecimals(_ text: String, count: Int?) { #expect(ListText.count(text) == count) }

    @Test func aColumnWithDecimalsIsReadAndAPartOfACitationIsNamed() throws {
        let reading = try ListReader.read("sep=;\nTitolo;Citazioni\nDry rivers;12,0\nWet stones;12,5\n")
        #expect(reading.works.map(\.citations) == [12, nil])
        #expect(reading.remarks == [.init(row: 3, kind: .badCount, said: "12,5")])
    }

    @Test(arguments: [("Cited By (since 1996):25", 25), ("cited By (since 1996)25", 25), ("Cited by: 25; Open Access", 25)])
    func aNoteOfScopusTellsItsNumber(_ note: String, count: Int) { #expect(ListText.noted(note) == count) }

    @Test(arguments: [
        ("Rossi, Mario", 1), ("Rossi, M.", 1), ("De Luca, A.", 1), ("Rossi, Maria Luisa", 1), ("M Rossi, L Verdi", 2),
        ("Rossi M., Verdi L.", 2), ("Mario Rossi, Luca Verdi", 2), ("M Rossi, Li", 2), ("Rossi, Mario; Verdi, Luca", 2),
        ("M Rossi, L Verdi…", nil),
    ])
    func whoWroteAloneIsOneHoweverTheNameIsWritten(_ line: String, count: Int?) { #expect(AuthorNames(line).count == count) }

    @Test(arguments: [
        "TY  - JOUR\nTI  - Dry rivers\nAU  - De Luca, Anna Maria\nTC  - 9\nER  - \n",
        "[{\"title\":\"Dry rivers\",\"authors\":[\"De Luca, Anna Maria\"],\"citations\":9}]",
        "@article{k, title = {Dry rivers}, author = {De Luca, Anna Maria}, citations = 9}",
    ])
    func aSingleAuthorIsOneInEveryFormat(_ text: String) throws {
        let works = try ListReader.read(text).works
        #expect(works.map(\.authors) == ["Anna Maria De Luca"])
        #expect(works.map(\.authorCount) == [1])
    }

    @Test func bibliographiesNameEveryAuthorOnceAndKeepAddresses() {
        #expect(AuthorNames("M Rossi, L Verdi…").list == ["M Rossi", "L Verdi"])
        #expect(AuthorNames("M Rossi, L Verdi…").isCut)
        #expect(AuthorNames("Rossi, Mario").list == ["Rossi, Mario"])
        #expect(AuthorNames("Mario Rossi and Luca Verdi").list == ["Mario Rossi", "Luca Verdi"])
        let (address, title) = ("http://x.org/~m/a_b?c=1&d=%20#e", "5 % of ~ a_b ^ \\c & $")
        #expect(LaTeX.escapedAddress(address) == address)
        #expect(LaTeX.address("\\url{http://x.org/\\~{}m/a\\_b}") == "http://x.org/~m/a_b")
        #expect(LaTeX.plain(LaTeX.escaped(title)) == title)
    }

    @Test func bibTeXIsReadAsItsProgramsReadIt() throws {
        let text = #"""
            @comment{ @article{old, title = {Hidden}, citations = 9} }
            @article{a, title = {CO$_2$ on p.\,5 of a dis\-cretion}, doi = {https://doi.org/10.1/a_b}, citations = 1,
             author = {Rossi, J.\,K. AND {Barnes and Noble} and King, Jr, Martin}}
            @inproceedings{b, title = {A part}, author = {Rossi, M}, crossref = {P_1}, citations = 2, url = {http://x.org/~m/a\_b}}
            @proceedings{p_1, title = {The whole}, year = 2006, editor = {Neri, A}}
            """#
        let works = try ListReader.read(text).works
        #expect(works.map(\.title) == ["CO2 on p. 5 of a discretion", "A part"])
        #expect(works.map(\.authors) == ["J. K. Rossi, Barnes and Noble, Martin King Jr", "M Rossi"])
        #expect(works.map(\.url) == ["https://doi.org/10.1/a_b", "http://x.org/~m/a_b"])
        #expect(works[1].year == 2006)
        #expect(works[1].venue == "The whole")
    }

    @Test func aLineOfRISGoesOnUntilTheNextTag() throws {
        let text = """
            TY  - JOUR
            TI  - A title
              that goes on
            PY  -\u{20}
            Y1  - 2004/05
            DO  - https://doi.org/10.1/a
            AB  - Patients with
            ER-positive tumours and
            TI-coated implants
            N1  - Cited By :4
            ER  -\u{20}
            """
        let reading = try ListReader.read(text)
        #expect(reading.works == [ListedWork(title: "A title that goes on", year: 2004, citations: 4, url: "https://doi.org/10.1/a")])
    }

    @Test(arguments: [
        #"{"group":[{"work-summary":[{"title":{"title":{"value":"Dry rivers"}},"publication-date":{"year":{"value":"2001"}}}]}]}"#,
        #"[{"title":"Dry rivers","author":[{"family":"De Luca","given":"A"}],"issued":{"date-parts":[[2001,3]]}}]"#,
        #"{"message":{"items":[{"title":["Dry rivers"],"author":[{"family":"De Luca","given":"A"}],"issued":{"date-parts":[[2001]]}}]}}"#,
    ])
    func whatORCIDAndZoteroAndCrossrefWriteIsRead(_ text: String) throws {
        let works = try ListReader.read(text).works
        #expect(works.map(\.title) == ["Dry rivers"])
        #expect(works.map(\.year) == [2001])
        #expect(works.allSatisfy { ["", "A De Luca"].contains($0.authors) })
    }

    @Test func partsOfAWorkAddUpToWhole() {
        let works = [10, 9, 3, 3, 3].enumerated().map { Counted(citations: $1, authors: $0 < 2 ? 1 : 3) }
        #expect(Indexes(works, in: 2026).hm == 3)
    }

    @Test func whatOneListLeavesOutAnotherTells() throws {
        let lists = ["Title,Cites,Year\nDry rivers,3,2001\n", "Title,Cites,Year,Authors,URL\nDry rivers,2,2001,A De Luca,http://x\n"]
        let analysis = try Analysis(lists: lists.map { Analysis.Document(name: "x", text: $0) }, pages: [], Method())
        #expect(analysis.works.map(\.listed.authors) == ["A De Luca"])
        #expect(analysis.works.map(\.listed.url) == ["http://x"])
    }
}
