import Admin
import Web

/// Bars below each other, drawn by the server. The table beside it says the same, so the drawing itself is hidden from screen readers.
struct BarChart {
    private let rows: [(label: String, count: Int)]
    private let language: Language

    init(_ rows: [(String, Int)], _ language: Language) {
        self.rows = rows.map { (label: $0.0, count: $0.1) }
        self.language = language
    }

    private static let step = 30
    private static let left = 215
    private static let width = 320

    var values: Values {
        let most = max(1, rows.map(\.count).max() ?? 1)
        let bars = rows.enumerated().map { index, row -> Values in
            let length = Self.width * row.count / most
            return [
                "y": String(index * Self.step + 4), "textY": String(index * Self.step + 19), "x": String(Self.left),
                "length": String(length), "label": Self.cut(row.label), "labelX": String(Self.left - 8),
                "count": language.number(row.count), "countX": String(Self.left + length + 8),
            ]
        }
        return ["bars": bars, "width": "600", "height": String(rows.count * Self.step), "barHeight": "20"]
    }

    /// As much as fits before the bars.
    static func cut(_ label: String, to length: Int = 24) -> String {
        label.count <= length ? label : String(label.prefix(length - 1)) + "…"
    }
}
