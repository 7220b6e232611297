import Admin
import TestSupport
import Testing

@testable import Citations

@Suite struct LessonTests {
    @Test(arguments: 0..<40 as Range<UInt64>) func aSheetAsksTheSameAgainAndCanBeAnswered(number: UInt64) {
        let sheet = Exercise.sheet(number)
        #expect(sheet.map(\.kind) == Exercise.Kind.allCases)
        #expect(sheet.map(\.values) == Exercise.sheet(number).map(\.values))
        #expect(sheet.allSatisfy { $0.answer >= 0 })
    }

    /// The same numbers by other ways than the lesson's: h counted place by place, letters by the likeness itself.
    @Test(arguments: 0..<40 as Range<UInt64>) func theAnswersAreRight(number: UInt64) throws {
        let sheet = Exercise.sheet(number)
        let citations = try #require(sheet[0].values["numbers"]).split(separator: ", ").compactMap { Int($0) }
        #expect(sheet[0].answer == (0...citations.count).last { h in citations.count { $0 >= h } >= h })
        let length = try #require(sheet[3].values["length"].flatMap(Int.init))
        let threshold = try #require(sheet[3].values["threshold"].flatMap(Int.init))
        let title = String(repeating: "a", count: length)
        let likeness = { (changed: Int) -> Double in
            let other = String(repeating: "b", count: changed) + title.dropFirst(changed)
            return Similarity(to: NormalizedText(title, .raw)).percent(NormalizedText(other, .raw))
        }
        #expect(Matching.reaches(likeness(sheet[3].answer), threshold))
        #expect(sheet[3].answer == length || !Matching.reaches(likeness(sheet[3].answer + 1), threshold))
    }

    @Test func whatIsNoNumberOfCitationsIsNamedAndDoesNotCount() async throws {
        let site = try await TestSite("house", "citations")
        try await site.browse(as: "") { browsers in
            let page = try await browsers[0].get("/citations/h-index?numbers=1.234+12.5+3.0,+-4+x")
            #expect(page.contains("non contano: 12.5 -4 x"))
            #expect(page.contains("h = <strong>2</strong>"))
            let good = try await browsers[0].get("/citations/h-index?numbers=10+8,5")
            #expect(!good.contains("non contano"))
            let empty = try await browsers[0].get("/citations/edit-distance?a=&b=")
            #expect(!empty.contains("0 / 0"))
            #expect(empty.contains("100"))
        }
    }

    @Test func answersAreMarkedOneByOne() async throws {
        let site = try await TestSite("house", "citations")
        let sheet = Exercise.sheet(5)
        let wrong = "&a1=\(sheet[0].answer)&a2=\(sheet[1].answer + 1)"
        try await site.browse(as: "") { browsers in
            let browser = browsers[0]
            let asked = try await browser.get("/citations/exercises?sheet=5")
            #expect(asked.status == 200)
            #expect(!asked.contains("Giusto"))
            #expect(!asked.contains("La risposta è"))
            let marked = try await browser.get("/citations/exercises?sheet=5" + wrong)
            #expect(marked.contains("Risposte giuste: 1 su 7"))
            #expect(marked.contains("La risposta è \(sheet[1].answer)."))
            let nonsense = try await browser.get("/citations/exercises?sheet=-1&a1=%3Cb%3E&a2=99999999999999999999")
            #expect(nonsense.status == 200)
            #expect(!nonsense.contains("<b>"))
        }
    }

    @Test func anExpressionShowsWhatItPicksAndNonsenseIsRefused() async throws {
        let site = try await TestSite("house", "citations")
        try await site.browse(as: "") { browsers in
            let browser = browsers[0]
            let picked = try await browser.get("/citations/xpath?page=b&expression=//li/b")
            #expect(picked.contains("2 elementi scelti"))
            #expect(picked.contains("Notes on edge detection"))
            let long = "//b" + String(repeating: "[1]", count: 140)
            for (nonsense, why) in [
                ("", "non è un’espressione"), ("//li[", "non è un’espressione"), ("1 + 1", "non è un’espressione"),
                ("document('/etc/passwd')", "non è un’espressione"), (long, "più lunga di 400 caratteri"),
                (String(repeating: "//*[count(", count: 10) + "//*" + String(repeating: ")>1]", count: 10), "troppo tempo"),
                ("//*[//*[//*[translate(/, /, /) = translate(/, 'a', 'b')]]]", "troppo tempo"),
            ] {
                let refused = try await browser.get("/citations/xpath?expression=" + nonsense.queryEscaped)
                #expect(refused.status == 422, "\(nonsense)")
                #expect(refused.contains(why), "\(nonsense)")
            }
            #expect(try await browser.get("/citations/xpath?expression=" + long.queryEscaped).contains("value=\"\(long)\""))
        }
    }

    @Test func worksStandInTheirYearAndOldOnesAreSaid() throws {
        let works = [(2001, 40), (2004, 25), (2004, 9), (1930, 3)].map { Counted(citations: $0.1, year: $0.0) } + [Counted(citations: 7)]
        let chart = YearChart(works + [Counted(citations: 99, isIn: false, year: 2003)])
        #expect(chart.years.map(\.year) == [2001, 2002, 2003, 2004])
        #expect(chart.years.map(\.citations) == [40, 0, 0, 34])
        #expect(chart.years.map(\.works) == [1, 0, 0, 2])
        #expect(chart.omitted == 2)
    }
}
