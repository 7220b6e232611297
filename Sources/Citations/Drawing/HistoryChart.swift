import Admin
import Foundation
import Web

struct HistoryChart {
    private let lines: [(name: String, snapshots: [Snapshot])]
    private static let (width, height, left, bottom) = (640, 240, 44, 28)

    init(_ lines: [(name: String, snapshots: [Snapshot])]) { self.lines = lines.filter { !$0.snapshots.isEmpty } }

    /// Returns false with fewer than two results.
    func values(_ words: Words, _ zone: TimeZone) -> any Sendable {
        let all = lines.flatMap(\.snapshots)
        guard let first = all.map(\.at).min(), let last = all.map(\.at).max(), lines.contains(where: { $0.snapshots.count > 1 }) else {
            return false
        }
        let (span, top) = (max(1, last.timeIntervalSince(first)), max(1, all.map(\.h).max() ?? 1))
        let floor = Double(Self.height - Self.bottom)
        let x = { (at: Date) in Double(Self.left) + 8 + at.timeIntervalSince(first) / span * Double(Self.width - Self.left - 32) }
        let y = { (h: Int) in floor - Double(h) / Double(top) * (floor - 16) }
        let drawn = lines.enumerated().map { index, line -> Values in
            let points = line.snapshots.map { (x($0.at), y($0.h)) }
            let end = points.last ?? (0, 0)
            return [
                "style": String(index % 4), "points": points.map { "\(SVG.number($0.0)),\(SVG.number($0.1))" }.joined(separator: " "),
                "letter": Self.letter(index), "x": SVG.number(end.0 + 5), "y": SVG.number(end.1 + 4),
                "dots": points.map { ["x": SVG.number($0.0), "y": SVG.number($0.1)] as Values },
            ]
        }
        return [
            "width": String(Self.width), "height": String(Self.height), "left": String(Self.left), "floor": SVG.number(floor),
            "labelEdge": String(Self.left - 6), "baseline": String(Self.height - 8), "top": String(top),
            "first": words.language.date(first, in: zone), "last": words.language.date(last, in: zone), "lines": drawn,
            "label": words("citations.history.label", count: all.count), "file": file(words, zone).fileValues,
            "rows": lines.enumerated().flatMap { index, line in
                line.snapshots.map { snapshot -> Values in
                    [
                        "name": "\(Self.letter(index)) · \(line.name)", "when": words.language.moment(snapshot.at, in: zone),
                        "h": String(snapshot.h), "all": String(snapshot.allH), "works": words.language.number(snapshot.works),
                        "total": words.language.number(snapshot.total),
                    ]
                }
            },
        ] as Values
    }

    /// The same lines as a file: each author's h at the moments of all calculations.
    private func file(_ words: Words, _ zone: TimeZone) -> Chart {
        let moments = Set(lines.flatMap(\.snapshots).map(\.at)).sorted()
        let series = lines.enumerated().map { index, line in
            let values = moments.map { moment in line.snapshots.last { $0.at <= moment }.map { Double($0.h) } }
            return Chart.Series("\(Self.letter(index)) · \(line.name)", values)
        }
        let heading = Chart.Heading(
            id: "history", title: words("citations.history.title"), summary: words("citations.history.label", count: moments.count))
        return .lines(
            heading, points: moments.map { words.language.moment($0, in: zone) }, axis: moments.map { words.language.date($0, in: zone) },
            corner: words("citations.history.when"), series
        ) { words.language.number(Int(nearest: $0)) }
    }

    static func letter(_ index: Int) -> String { String(UnicodeScalar(UInt8(65 + index % 26))) }
}
