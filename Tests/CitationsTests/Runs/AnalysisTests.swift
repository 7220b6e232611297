import Testing

@testable import Citations

@Suite struct AnalysisTests {
    private static func kept(_ page: String?, _ preset: Preset) throws -> (h: Int, kept: Int) {
        var method = Method()
        (method.preset, method.surnames) = (preset, ["Rossi"])
        let pages = page.map { [Analysis.Document(name: "page", text: $0)] } ?? []
        let analysis = try Analysis(lists: [Analysis.Document(name: "list", text: Examples.list)], pages: pages, method)
        let counted = analysis.works.map { work in
            let isIn = !analysis.isFiltered || work.best.map { Matching.reaches($0.percent, 80) } ?? false
            return Counted(citations: work.listed.citations ?? 0, isIn: isIn)
        }
        return (Ranking(counted).h, counted.count { $0.isIn })
    }

    @Test func withoutAPageEveryNamesakeCounts() throws {
        let all = try Self.kept(nil, .improved)
        #expect(all.h == 7)
        #expect(all.kept == 10)
    }

    @Test(arguments: [
        (Examples.pageA, Preset.original, 4, 5), (Examples.pageB, .original, 2, 2), (Examples.pageC, .original, 2, 2),
        (Examples.pageA, .improved, 4, 5), (Examples.pageB, .improved, 3, 4), (Examples.pageC, .improved, 3, 4),
    ])
    func thePageLeavesOutTheNamesakes(_ page: String, _ preset: Preset, h: Int, kept: Int) throws {
        let result = try Self.kept(page, preset)
        #expect(result.h == h)
        #expect(result.kept == kept)
    }

    @Test func theSameWorkTwiceIsOne() throws {
        let list = "3\tDry rivers\tA De Luca\t2001\n5\tDry Rivers!\tA De Luca\n9\tDry rivers\tA De Luca\t1990"
        let analysis = try Analysis(lists: [Analysis.Document(name: "l", text: list)], pages: [], Method())
        #expect(analysis.works.map(\.listed.citations) == [5, 9])
        #expect(analysis.works[0].copies == 2)
    }

    @Test func aRunEndsAsSoonAsItIsToldTo() {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try Analysis(lists: [Analysis.Document(name: "l", text: Examples.list)], pages: [], Method()) { throw Stop() }
        }
    }

    @Test func manyWorksAreFoundOnALongPage() throws {
        let topics = ["river", "stone", "forest", "engine", "signal", "market", "muscle", "crystal"]
        let titles = (0..<200).map {
            "\(topics[$0 % 8]) study number \($0 * 7919) of the \(topics[$0 / 8 % 8]) and its \(topics[$0 / 64 % 8])"
        }
        let list = titles.map { "5\t\($0)\tA Rossi\t2001" }.joined(separator: "\n")
        let page =
            "<html><body><ul>" + titles.map { "<li><b>\($0)</b> <i>A. Rossi</i> <em>x</em><span>2001</span></li>" }.joined()
            + "</ul></body></html>"
        let analysis = try Analysis(
            lists: [Analysis.Document(name: "l", text: list)], pages: [Analysis.Document(name: "p", text: page)], Method())
        #expect(analysis.page.count == 200)
    }
}
