import TestSupport
import Testing
import Web

@testable import Admin
@testable import Citations

/// The tools for programs of everybody, through the front door.
@Suite struct ToolServiceTests {
    private func ask(_ tool: String, _ json: [JSON], _ test: @escaping @Sendable ([Answer]) throws -> Void) async throws {
        try await TestSite("registry", "citations").browse(as: "") { browsers in
            var answers: [Answer] = []
            for json in json { answers.append(try await browsers[0].call(.post, "/api/v1/citations/tools/\(tool)", json.compact)) }
            try test(answers)
        }
    }

    private static let page = JSON.text(Examples.pageA)

    @Test func textsAreComparedWithTheTableOfShortOnes() async throws {
        let long = JSON.text(String(repeating: "a", count: 41))
        try await ask(
            "similarity",
            [
                .values(["a": .text("gtgcca"), "b": .text("ggcga"), "normalisation": .text("raw")]),
                .values(["a": .text("aaaab"), "b": .text("aaaaa"), "normalisation": .null]),
                .values(["a": .text("L’Été"), "b": .text("l ete")]), .values(["a": long, "b": long]),
                .values(["a": .text(""), "b": .text("")]),
            ]
        ) { answers in
            #expect(answers.allSatisfy { $0.status == 200 })
            let first = answers[0].json
            #expect(first["distance"] == .number(2))
            #expect(first["matrix"]?.list?.last == .list([6, 5, 4, 3, 3, 2].map(JSON.number)))
            #expect(first["alignment"]?.list?.count(where: { $0["act"] != .text("same") }) == 2)
            #expect(answers[1].json["percent"] == .number(80))
            #expect(answers[2].json["percent"] == .number(100))
            #expect(answers[3].json["matrix"] == .null)
            #expect(answers[3].json["alignment"]?.list?.count == 41)
            #expect(answers[4].json["percent"] == .number(100))
        }
    }

    @Test func whatDoesNotFitIsNamedByItsPlace() async throws {
        let long = JSON.text(String(repeating: "a", count: 501))
        try await ask(
            "similarity",
            [
                .values(["a": long, "b": .text("")]), .values(["a": .text("")]),
                .values(["a": .text(""), "b": .text(""), "normalisation": .text("soundex")]),
                .values(["a": .text(""), "b": .text(""), "c": .number(1)]), .values(["a": .null, "b": .text("")]), .list([]),
            ]
        ) { answers in
            #expect(answers.allSatisfy { $0.status == 422 })
            #expect(answers.allSatisfy { $0.headers[.contentType] == "application/problem+json" })
            let pointers = answers.prefix(5).map { $0.json["errors"]?.list?.compactMap { $0["pointer"]?.text } }
            #expect(pointers == [["/a"], ["/b"], ["/normalisation"], ["/c"], ["/a"]])
        }
    }

    @Test func aListOfCitationsGivesItsIndexesAndTheStateOfEachRow() async throws {
        let numbers = { (numbers: [Int]) in JSON.list(numbers.map(JSON.number)) }
        let enabled = JSON.list([true, true, false, true, true, true].map(JSON.flag))
        try await ask(
            "h-index",
            [
                .values(["citations": numbers([10, 8, 5, 4, 4, 3]), "enabled": enabled]),
                .values(["citations": numbers([10, 8, 4, 4, 4, 4, 2]), "enabled": .null]), .values(["citations": numbers([])]),
                .values(["citations": numbers([1]), "enabled": enabled]), .values(["citations": numbers([-1])]),
                .values(["citations": numbers([Int](repeating: 0, count: 1_001))]),
            ]
        ) { answers in
            let states = { (answer: Answer) in answer.json["rows"]?.list?.compactMap { $0["state"]?.text?.prefix(2) } }
            #expect(answers[0].json["h"] == .number(4))
            #expect(states(answers[0]) == ["co", "co", "ex", "co", "co", "ou"])
            #expect(answers[1].json["h"] == .number(4))
            #expect(states(answers[1]) == ["co", "co", "ti", "ti", "ti", "ti", "ou"])
            #expect(answers[2].json["h"] == .number(0))
            #expect(answers[2].json["rows"] == .list([]))
            #expect(answers[3...].allSatisfy { $0.status == 422 })
        }
    }

    @Test func anExpressionPicksNodesWithTheirPathsAndOneThatNeverEndsIsGivenUp() async throws {
        let long = "<ul>" + String(repeating: "<li><b>x</b></li>", count: 2_500) + "</ul>"
        let endless = "//*[count(//*[count(//*) > 0]) > 0]"
        try await ask(
            "xpath",
            [
                .values(["html": .text(Examples.pageB), "xpath": .text("//u")]), .values(["html": .text(long), "xpath": .text("//b")]),
                .values(["html": .text(long), "xpath": .text(endless)]), .values(["html": Self.page, "xpath": .text("//b[")]),
                .values(["html": .text(""), "xpath": .text("//b")]),
                .values(["html": .text(String(repeating: "x", count: 50_001)), "xpath": .text("//b")]),
            ]
        ) { answers in
            let nodes = answers[0].json["nodes"]?.list
            #expect(nodes?.map { $0["path"]?.text } == ["/html/body/ul/li[2]/u", "/html/body/ul/li[4]/u"])
            #expect(nodes?.first?["text"] == .text("Fast edge detection with integral filters"))
            #expect(answers[1].json["count"] == .number(2_500))
            #expect(answers[1].json["isCut"] == .flag(true))
            #expect(answers[1].json["nodes"]?.list?.count == 200)
            #expect(answers[2...].allSatisfy { $0.status == 422 })
            #expect(answers[2].json["errors"]?.list?.first?["pointer"] == .text("/xpath"))
        }
    }

    @Test func titlesOfAPageAreFoundInThreePhases() async throws {
        let titles = JSON.list([.text("Notes on edge detection"), .text("Robust tracking of deformable object")])
        try await ask(
            "wrapper",
            [
                .values(["html": Self.page, "titles": titles]),
                .values(["html": Self.page, "titles": .list([.text("Notes on edge detection")]), "threshold": .null]),
                .values(["html": Self.page, "titles": titles, "threshold": .number(49)]),
                .values(["html": Self.page, "titles": .list([])]),
            ]
        ) { answers in
            let found = answers[0].json
            #expect(found["anchors"]?.list?.count == 2)
            #expect(found["pairs"]?.list?.count == 1)
            #expect(found["warnings"] == .list([]))
            #expect(found["xpath"]?.text?.hasPrefix("//ul[@id='pubs']") == true)
            #expect(found["count"] == .number(6))
            #expect(found["results"]?.list?.last == .text("A manuscript that no index knows"))
            #expect(answers[1].json["warnings"] == .list([.text("homepage_single_title")]))
            #expect(answers[1].json["count"] == .number(0))
            #expect(answers[2].status == 422)
            #expect(answers[3].status == 422)
        }
    }

    @Test func oneNetworkDoesNotKeepTheServerAtIt() async throws {
        try await TestSite("registry", "citations").browse(as: "") { browsers in
            var answers: [Answer] = []
            while answers.last?.status != 429, answers.count < 1_000 {
                answers.append(try await browsers[0].call(.post, "/api/v1/citations/tools/h-index", "{}"))
            }
            #expect(answers.count > 120)
            #expect(answers.last?.headers[.retryAfter] != nil)
            #expect(answers.dropLast().allSatisfy { $0.status == 422 })
        }
    }
}

extension Answer {
    /// What a program reads.
    var json: JSON { (try? JSON(parsing: text.utf8)) ?? .null }
}
