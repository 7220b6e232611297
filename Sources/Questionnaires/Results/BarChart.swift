import Admin
import Web

/// Bars with normal text beside them for small screens. Screen readers skip the chart: the table below holds the same figures.
struct BarChart {
    private let rows: [(label: String, count: Int, share: Double?)]
    private let language: Language

    init(_ rows: [(label: String, count: Int, share: Double?)], _ language: Language) { (self.rows, self.language) = (rows, language) }

    private static let width = 1000

    /// The same as a drawing that can be downloaded.
    func chart(_ heading: Chart.Heading, head: (String, String)) -> Chart {
        .bars(heading, rows.map { (label: $0.label, value: Double($0.count)) }, head: head) { language.number(Int(nearest: $0)) }
    }

    /// More rows than this stand side by side as columns, which need less room.
    private static let mostRows = 7

    /// - Parameter others: how many of the last rows are no part of the scale, such as no answer; columns leave them out.
    func values(others: Int) -> Values {
        let most = max(1, rows.map(\.count).max() ?? 1)
        let scale = rows.dropLast(others)
        if scale.count > Self.mostRows {
            let width = Self.width / scale.count
            let columns = scale.enumerated().map { index, row -> Values in
                let height = 100 * row.count / most
                return [
                    "x": String(index * width), "y": String(100 - height), "width": String(width - width / 6), "height": String(height),
                ]
            }
            return [
                "isColumns": true, "columns": columns, "width": String(width * scale.count), "first": scale.first?.label ?? "",
                "last": scale.last?.label ?? "",
            ]
        }
        let bars = rows.map { row -> Values in
            [
                "length": String(Self.width * row.count / most), "label": row.label, "count": language.number(row.count),
                "share": row.share.map { language.percent($0) } ?? false,
            ]
        }
        return ["isColumns": false, "bars": bars, "width": String(Self.width)]
    }
}
