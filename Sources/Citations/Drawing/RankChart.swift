import Admin
import Web

/// Works as bars by citations, with the diagonal and the h-square; a table repeats the values.
struct RankChart {
    let bars: [(citations: Int, standing: CitationRank)]
    let h: Int

    private static let (width, height, left, bottom) = (640, 320, 44, 28)

    init(_ works: [Counted]) {
        let ranking = Ranking(works)
        let order = works.indices.compactMap { index in ranking.ranks[index].map { ($0, index) } }.sorted { $0.0 < $1.0 }
        bars = order.map { (works[$0.1].citations, ranking.standings[$0.1]) }
        h = ranking.h
    }

    func values(_ words: Words) -> Values {
        // Enough to see where bars fall below the diagonal; the long tail does not affect h.
        let count = max(1, min(bars.count, max(2 * h, 12), 80))
        let top = max(1, min(bars.first?.citations ?? 1, max(3 * h, 12)))
        let (room, floor) = (Double(Self.width - Self.left), Double(Self.height - Self.bottom))
        let x = { (rank: Double) in Double(Self.left) + rank * room / Double(count) }
        let y = { (citations: Double) in floor - min(citations, Double(top)) * (floor - 8) / Double(top) }
        let drawn = bars.prefix(count).enumerated().map { index, bar -> Values in
            let up = y(Double(bar.citations))
            return [
                "x": SVG.number(x(Double(index)) + 1), "y": SVG.number(up), "width": SVG.number(max(1, room / Double(count) - 2)),
                "height": SVG.number(max(1, floor - up)), "standing": bar.standing.rawValue,
            ]
        }
        let end = Double(min(count, top))
        return [
            "width": String(Self.width), "height": String(Self.height), "bars": drawn, "left": String(Self.left),
            "floor": SVG.number(floor),
            "right": String(Self.width), "x2": SVG.number(x(end)), "y2": SVG.number(y(end)),
            "hx": SVG.number(x(Double(h))), "hy": SVG.number(y(Double(h))), "hw": SVG.number(x(Double(h)) - Double(Self.left)),
            "hh": SVG.number(floor - y(Double(h))),
            "label": words("citations.chart.label", ["h": String(h), "count": words.language.number(bars.count)]),
            "top": words.language.number(top), "last": words.language.number(count),
            "middle": SVG.number((Double(Self.left) + Double(Self.width)) / 2),
            "baseline": String(Self.height - 8), "isCut": bars.count > count || (bars.first?.citations ?? 0) > top,
        ]
    }
}
