import Admin
import Web

/// Bars with normal text beside them for small screens. Screen readers skip the chart: the table below holds the same figures.
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
