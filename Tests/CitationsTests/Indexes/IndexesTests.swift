import Testing

@testable import Citations

@Suite struct IndexesTests {
    /// Numbers of citations; one with `-` is not the author's.
    private static func works(_ line: String) -> [Counted] {
        line.split(separator: " ").map { part in
            Counted(citations: Int(part.filter(\.isNumber)) ?? 0, isIn: !part.hasSuffix("-"))
        }
    }

    private static let signs: [CitationRank: String] = [.core: "g", .tie: "t", .out: "r", .excluded: "x"]

    @Test(arguments: [
        ("", 0, ""), ("0 0", 0, "rr"), ("1", 1, "g"), ("100", 1, "g"), ("10 8 5 4 3", 4, "ggggr"), ("25 8 5 3 3", 3, "gggrr"),
        ("9 7 6 2 1", 3, "gggrr"), ("5 5 5 5 5", 5, "ggggg"), ("10 8 4 4 4 4 2", 4, "ggttttr"), ("5 4 4 4 4 4 1", 4, "gtttttr"),
        ("6 5 3 3 3 0", 3, "ggtttr"), ("4 3 3 3", 3, "gttt"), ("10- 8 5 4 3", 3, "xgggr"), ("10 8 5 4- 3", 3, "gggxr"),
        ("10 8 5- 4 4 3", 4, "ggxggr"), ("10 8 3 3- 3- 2", 3, "gggxxr"),
    ])
    func everyWorkStandsWhereTheDefinitionPutsIt(_ line: String, h: Int, standings: String) {
        let ranking = Ranking(Self.works(line))
        #expect(ranking.h == h)
        #expect(ranking.standings.map { Self.signs[$0] ?? "" }.joined() == standings)
    }

    @Test(arguments: [
        ("10 8 5 4 3", 4, 5, 1), ("25 8 5 3 3", 3, 5, 1), ("9 7 6 2 1", 3, 5, 0), ("10 8 4 4 4 4 2", 4, 5, 1), ("6 5 3 3 3 0", 3, 4, 0),
        ("100", 1, 1, 1), ("", 0, 0, 0),
    ])
    func theIndexesAreThoseOfTheVerifiedTable(_ line: String, h: Int, g: Int, i10: Int) {
        let indexes = Indexes(Self.works(line), in: 2026)
        #expect([indexes.h, indexes.g, indexes.i10] == [h, g, i10])
    }

    @Test func theOrderOfTheListMakesNoDifference() {
        #expect(Ranking(Self.works("3 10 4 8 5")).standings == [.out, .core, .core, .core, .core])
    }

    @Test func authorsAndYearsWeighInTheIndexesThatAskForThem() {
        let works = [
            Counted(citations: 12, year: 2017, authors: 4), Counted(citations: 8, year: 2022, authors: 2),
            Counted(citations: 3, year: 2026, authors: 1),
        ]
        let indexes = Indexes(works, in: 2026)
        #expect(indexes.h == 3)
        #expect(indexes.m == 0.3)
        #expect(indexes.e == 14.0.squareRoot())
        // 12/4, 8/2 and 3/1.
        #expect(indexes.hNormalised == 3)
        // 1/4 + 1/2 + 1 of a work, all cited more often than that.
        #expect(indexes.hm == 1.75)
        // 4·12/10, 4·8/5 and 4·3/1.
        #expect(indexes.contemporary == 3)
        #expect(indexes.known == Indexes.Known(authors: 3, years: 3))
    }

    /// By hand: a core of four works with 27 citations, three of them by two authors each; the first work is five years old.
    @Test func theFurtherIndexesAreThoseOfTheirDefinitions() {
        var works = Self.works("10 8 5 4 3")
        for index in 0..<3 { works[index].authors = 2 }
        works[4].year = 2022
        let indexes = Indexes(works, in: 2026)
        #expect(indexes.a == 6.75)
        #expect(indexes.r == 27.0.squareRoot())
        #expect(indexes.hg == 20.0.squareRoot())
        #expect(indexes.hIndividual == 16.0 / 7)
        // 5, 4, 2.5, 4 and 3: three of at least three.
        #expect(indexes.hNormalised == 3)
        #expect(indexes.hAnnual == 0.6)
        #expect(indexes.perYear == 6)
        let none = Indexes([], in: 2026)
        #expect([none.a, none.r, none.hg, none.hIndividual] == [0, 0, 0, 0])
        #expect(none.hAnnual == nil)
        #expect(none.perYear == nil)
    }

    @Test func excludedWorksCountForNothing() {
        #expect(Indexes(Self.works("100- 2"), in: 2026).total == 2)
    }
}
