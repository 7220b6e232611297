import Admin
import Web

/// Works and citations by year of publication; a table repeats the values.
struct YearChart {
    let years: [(year: Int, works: Int, citations: Int)]
    let omitted: Int

    private static let (width, height, left, bottom) = (640, 220, 56, 28)
    private static let span = 60

    init(_ works: [Counted]) {
        let counted = works.filter(\.isIn)
        let dated = Dictionary(grouping: counted.filter { $0.year != nil }) { $0.year ?? 0 }
        guard let last = dated.keys.max(), let first = dated.keys.filter({ $0 > last - Self.span }).min() else {
            (years, omitted) = ([], counted.count)
            return
        }
        years = (first...last).map { year in
            let works = dated[year] ?? []
            return (year, works.count, works.reduce(0) { $0 + $1.citations })
        }
        omitted = counted.count - years.reduce(0) { $0 + $1.works }
    }

    func values(_ words: Words) -> any Sendable {
        guard let first = years.first, let last = years.last else { return false }
        let top = max(1, years.map(\.citations).max() ?? 1)
        let (floor, step) = (Double(Self.height - Self.bottom), Double(Self.width - Self.left) / Double(years.count))
        let bars = years.enumerated().map { index, year -> Values in
            let up = Double(year.citations) * (floor - 8) / Double(top)
            return [
                "x": SVG.number(Double(Self.left) + Double(index) * step + 1), "y": SVG.number(floor - up),
                "width": SVG.number(max(1, step - 2)), "height": SVG.number(up),
            ]
        }
        let total = years.reduce(0) { $0 + $1.citations }
        return [
            "width": String(Self.width), "height": String(Self.height), "left": String(Self.left), "floor": SVG.number(floor),
            "labelEdge": String(Self.left - 6), "baseline": String(Self.height - 8), "bars": bars, "top": words.language.number(top),
            "first": String(first.year), "last": first.year == last.year ? "" : String(last.year),
            "label": words(
                "citations.years.label",
                ["first": String(first.year), "last": String(last.year), "citations": words.language.number(total)]),
            "omitted": omitted > 0 ? words("citations.years.omitted", count: omitted) : false,
            "rows": years.filter { $0.works > 0 }.map { year -> Values in
                [
                    "year": String(year.year), "works": words.language.number(year.works),
                    "citations": words.language.number(year.citations),
                ]
            },
        ] as Values
    }
}

enum SVG {
    static func number(_ number: Double) -> String { String((number * 10).rounded() / 10) }
}
