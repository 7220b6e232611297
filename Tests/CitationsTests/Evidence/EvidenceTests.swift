import TestSupport
import Testing

@testable import Citations

@Suite struct EvidenceTests {
    @Test(arguments: [
        ("Mario Rossi", "M Rossi", GivenName.Comparison.sameInitial), ("Mario Rossi", "Rossi, Mario", .sameName),
        ("Mario Rossi", "Rossi MA", .sameInitial), ("Mario Rossi", "G Rossi", .otherInitial), ("Mario Rossi", "Marta Rossi", .otherName),
        ("Gian Carlo Rossi", "C Rossi", .unknown), ("Mario Rossi (idrologo)", "M. Rossi", .sameInitial), ("Rossi", "M Rossi", .unknown),
        ("Alexander Rossi", "Alex Rossi", .sameName), ("M A Rossi", "M B Rossi", .unknown),
    ])
    func givenNamesAreCompared(_ author: String, _ written: String, _ result: GivenName.Comparison) throws {
        let (own, other) = (GivenName(author, surnames: ["Rossi"]), GivenName(written, surnames: ["Rossi"]))
        #expect(try #require(own).compared(to: try #require(other)) == result)
    }

    @Test(arguments: [("Li", "X Li"), ("LI", "LI X"), ("De Santis", "C. De Santis"), ("D'Amore", "L D’Amore"), ("Müller", "J. Muller")])
    func surnamesOfAnyFormAreTakenAway(_ surname: String, _ name: String) {
        #expect(GivenName(name, surnames: [surname])?.words.count == 1)
        #expect(GivenName("P Neri", surnames: [surname]) == nil)
    }

    private static func classes(_ list: String, _ pages: [String], author: String) throws -> [EvidenceClass?] {
        var method = Method(surnames: ["Ferri"])
        method.author = author
        let analysis = try Analysis(
            lists: [.init(name: "l", text: list)], pages: pages.map { Analysis.Document(name: "p", text: $0) }, method)
        return analysis.works.map { EvidenceClass($0.evidence) }
    }

    /// A given name, a co-author and thirty years speak against titles that happen to be alike.
    @Test func aTitleAloneDoesNotMakeAWorkTheirs() throws {
        let list =
            "Title,Authors,Year,Cites\nEditorial,\"G Ferri, A Sanna\",1985,60\nA survey of machine listening,\"G Ferri, A Sanna\",1991,40\n"
        let page =
            "@article{a, title = {Editorial}, author = {Ferri, Carlo}, year = 2015}\n@article{b, title = {A survey of machine learning}, author = {Ferri, Carlo}, year = 2019}\n"
        #expect(try Self.classes(list, [page], author: "Carlo Ferri").allSatisfy { $0 != .theirs })
    }

    @Test func anotherInitialSpeaksAgainstAWorkAlsoWithoutAPage() throws {
        let list = "9\tDry rivers\tC Ferri\n8\tWet stones\tG Ferri\n7\tHot sands\tCarlo Ferri\n6\tCold winds\t\n"
        #expect(try Self.classes(list, [], author: "Carlo Ferri") == [.theirs, .notTheirs, .theirs, .theirs])
    }

    /// The page lacks two works; one of them is by people of the page.
    @Test func companyOfThePageSpeaksForAWorkThatItLacks() throws {
        let valleys = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
        let own = valleys.map { "9\tRivers of valley \($0) and their stones\tC Ferri, A Sanna\t2005" }
        let others = [
            "9\tRivers and stones of old towns\tC Ferri, A Sanna, L Verdi\t2006",
            "9\tRenal outcomes in a rural cohort\tC Ferri, B Neri\t2007",
        ]
        let page = own.map { $0.split(separator: "\t")[1] }.joined(separator: "\n")
        let classes = try Self.classes((own + others).joined(separator: "\n"), [page], author: "Carlo Ferri")
        #expect(classes == Array(repeating: .theirs, count: 8) + [.theirs, .notTheirs])
    }

    @Test func numbersOfACatalogueTellNamesakesApart() throws {
        let valleys = ["one", "two", "three", "four"]
        func work(_ title: String, _ number: String, _ orcid: String) -> String {
            """
            {"display_name": "\(title)", "publication_year": 2005, "cited_by_count": 9, "authorships": [{"author": {"display_name": "Carlo Ferri",
            "id": "https://openalex.org/\(number)", "orcid": \(orcid)}, "institutions": [{"display_name": "University of \(number)"}]}]}
            """
        }
        let own = valleys.map { work("Rivers of valley \($0) and their stones", "A1", "null") }
        let others = [
            work("Bread in old towns and markets", "A1", "null"), work("Renal outcomes in a rural cohort", "A2", "null"),
            work("Market letters and the price of salt", "A1", "\"https://orcid.org/0000-0002-1825-0097\""),
        ]
        let page = valleys.map { "Rivers of valley \($0) and their stones" }.joined(separator: "\n")
        var method = Method(surnames: ["Ferri"])
        (method.author, method.orcid) = ("Carlo Ferri", ORCID("0000-0001-5109-3700"))
        let list = "{\"results\": [" + (own + others).joined(separator: ",") + "]}"
        let analysis = try Analysis(lists: [.init(name: "l", text: list)], pages: [.init(name: "p", text: page)], method)
        #expect(analysis.works.suffix(3).map { EvidenceClass($0.evidence) } == [.theirs, .notTheirs, .notTheirs])
    }

    /// Lists write an institution now short, now long.
    @Test(arguments: [
        ("Univ. Collefiore", Evidence.Kind.sameInstitution),
        ("Valdoro Polytechnic, Laboratory", .otherInstitution),
    ])
    func institutionsOfAListTellNamesakesApart(_ institution: String, _ kind: Evidence.Kind) throws {
        var method = Method(surnames: ["Ferri"])
        method.author = "Carlo Ferri"
        let rows =
            Self.titles.map { "\($0),C Ferri,\"Ferri, C., University of Collefiore, Faculty of Engineering\"" } + [
                "Bread,C Ferri,\"Ferri, C., \(institution)\""
            ]
        let analysis = try Analysis(
            lists: [.init(name: "l", text: (["Title,Authors,Authors with affiliations"] + rows).joined(separator: "\n"))],
            pages: [.init(name: "p", text: Self.titles.joined(separator: "\n"))], method)
        #expect(try #require(analysis.works.last).evidence.contains { $0.kind == kind })
    }

    @Test func anAddressOfThePageSpeaksForAWorkThatItLacks() throws {
        var method = Method(surnames: ["Ferri"])
        method.author = "Carlo Ferri"
        let rows = ["Bread in old towns,C Ferri,\"Ferri, C.; Collefiore; email: C.Ferri@collefiore.example\"", "Salt,C Ferri,"]
        let list = (["Title,Authors,Correspondence Address"] + Self.titles.map { "\($0),C Ferri," } + rows).joined(separator: "\n")
        let page = (["Carlo Ferri, c.ferri@collefiore.example"] + Self.titles).joined(separator: "\n")
        let analysis = try Analysis(lists: [.init(name: "l", text: list)], pages: [.init(name: "p", text: page)], method)
        let found = analysis.works.suffix(2).map { work in work.evidence.contains { $0.kind == .sameEmail } }
        #expect(found == [true, false])
    }

    private static let titles = [
        "Rivers of valleys and their stones", "Tides in the northern lagoon", "Snow on alpine passes", "Wells of the western desert",
        "Ice in mountain lakes", "Springs under limestone", "Floods of ancient harbours", "Morning dew on vineyards",
    ]
    private static let own = titles.map { "9\t\($0)\tC Ferri, A Sanna\t2005" }

    private static func evidence(_ others: [String], named: Int) throws -> [[Evidence]] {
        var method = Method(surnames: ["Ferri"])
        method.author = "Carlo Ferri"
        let page = own.prefix(named).map { $0.split(separator: "\t")[1] }.joined(separator: "\n")
        let analysis = try Analysis(
            lists: [.init(name: "l", text: (own + others).joined(separator: "\n"))], pages: [.init(name: "p", text: page)], method)
        return analysis.works.suffix(others.count).map(\.evidence)
    }

    @Test(arguments: [
        ("9\tBread in old towns\tC Ferri, B Neri, A Sanna\t2006", Evidence.Kind.manyTogether), ("9\tBread\tC Ferri\t2006", .alone),
        ("9\tBread in old towns\tC Ferri, B Neri\t2006", .strangers), ("9\tStones and rivers of valleys\tC Ferri\t2006", .muchAlikeTitle),
        ("9\tBread in old towns\tC Ferri\t2006", .unlikeTitle),
    ])
    func peopleAndTitlesOfThePageAreComparedWithEachWork(_ work: String, _ kind: Evidence.Kind) throws {
        #expect(try Self.evidence([work], named: 8)[0].contains { $0.kind == kind })
    }

    /// B Neri wrote with A Sanna, who is on the page, and alone with C Ferri.
    @Test func coAuthorsOfCoAuthorsLeadToTheAuthor() throws {
        let others = ["9\tBread in old towns\tC Ferri, B Neri, A Sanna\t2006", "9\tRenal outcomes\tC Ferri, B Neri\t2007"]
        #expect(try Self.evidence(others, named: 8)[1].contains { $0.kind == .chained })
    }

    /// An initial is taken for the only given name of the lists that begins with it.
    @Test(arguments: [
        ("Anna Sanna", "Aldo Sanna", Evidence.Kind.strangers), ("Anna Sanna", "A Sanna", .manyTogether),
        ("A Sanna", "Anna Sanna", .manyTogether),
    ])
    func coAuthorsAreToldApartByTheirGivenNames(_ own: String, _ other: String, _ kind: Evidence.Kind) throws {
        var method = Method(surnames: ["Ferri"])
        method.author = "Carlo Ferri"
        let list =
            Self.titles.map { "9\t\($0)\tCarlo Ferri, \(own)\t2005" } + ["9\tRenal outcomes in a rural cohort\tC Ferri, \(other)\t2007"]
        let analysis = try Analysis(
            lists: [.init(name: "l", text: list.joined(separator: "\n"))],
            pages: [.init(name: "p", text: Self.titles.joined(separator: "\n"))], method)
        #expect(try #require(analysis.works.last).evidence.contains { $0.kind == kind })
    }

    @Test func aPageThatLacksOwnWorksSaysLessAboutOthers() throws {
        let other = ["9\tRenal outcomes in a rural cohort\tC Ferri, B Neri\t2007"]
        let lacking = try [8, 4].map { named in
            try #require(try Self.evidence(other, named: named)[0].first { $0.kind == .notOnPage }).weight
        }
        #expect(lacking[0] < lacking[1])
    }

    /// The page names two of eight works by its people: it was read badly, unless most of the list is by others.
    @Test(arguments: [(1, false), (12, true)])
    func aShortPageSpeaksOfOthersOnlyAmongManyNamesakes(_ count: Int, _ speaks: Bool) throws {
        let others = (1...count).map { "9\tRenal outcomes in a rural cohort \($0)\tC Ferri, B Neri\t2007" }
        let isSaid = try Self.evidence(others, named: 2)[0].contains { $0.kind == .notOnPage }
        #expect(isSaid == speaks)
    }

    @Test func everyKindOfEvidenceHasAWeight() {
        #expect(Evidence.Kind.allCases.allSatisfy { EvidenceWeights.all[$0] != nil })
    }
}
