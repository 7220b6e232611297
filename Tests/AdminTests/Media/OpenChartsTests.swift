import Synchronization
import Testing

@testable import Admin

@Suite struct OpenChartsTests {
    private final class Draws: Sendable {
        private let drawn = Mutex<[String]>([])

        var all: [String] { drawn.withLock { $0 } }

        func draw(_ drawing: String) -> [UInt8]? {
            drawn.withLock { $0.append(drawing) }
            return drawing == "broken" ? nil : Array(drawing.utf8)
        }
    }

    @Test func whatWasDrawnIsKeptUntilManyOthersWere() async {
        let (charts, draws) = (OpenCharts(), Draws())
        func ask(_ drawing: String) async -> [UInt8]? { await charts.png(of: drawing) { draws.draw(drawing) } }
        let first = await ask("first")
        let again = await ask("first")
        #expect(first == Array("first".utf8))
        #expect(again == first)
        #expect(draws.all == ["first"])
        for number in 1...OpenCharts.most { _ = await ask("other \(number)") }
        let late = await ask("first")
        #expect(late == first)
        #expect(draws.all.count(where: { $0 == "first" }) == 2)
    }

    @Test func whatCannotBeDrawnIsTriedAgain() async {
        let (charts, draws) = (OpenCharts(), Draws())
        for _ in 1...2 {
            let none = await charts.png(of: "broken") { draws.draw("broken") }
            #expect(none == nil)
        }
        #expect(draws.all.count == 2)
    }
}
