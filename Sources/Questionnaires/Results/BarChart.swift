import Admin
import Web

/// A list of bars, each its own drawing, with normal text beside it for small screens. The table below holds the same figures, so screen
/// readers skip the chart.
struct BarChart {
    private let rows: [(label: String, count: Int)]
    private let language: Language

    init(_ rows: [(String, Int)], _ language: Language) {
        self.rows = rows.map { (label: $0.0, count: $0.1) }
        self.language = language
    }

    private static let width = 1000

    var values: Values {
        let most = max(1, rows.map(\.count).max() ?? 1)
        let bars = rows.map { row -> Values in
            ["length": String(Self.width * row.count / most), "label": row.label, "count": language.number(row.count)]
        }
        return ["bars": bars, "width": String(Self.width)]
    }
}
