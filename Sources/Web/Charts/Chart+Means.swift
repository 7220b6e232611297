extension Chart {
    /// The means of one question, on its own scale; nil where a part has none.
    public struct Means: Sendable {
        let label: String
        let scale: ClosedRange<Double>
        let means: [Double?]

        public init(_ label: String, _ scale: ClosedRange<Double>, _ means: [Double?]) {
            (self.label, self.scale, self.means) = (label, scale, means)
        }
    }

    /// A line for each question with a mark for each part; marks differ in shape.
    public static func means(
        _ heading: Heading, parts: [String], corner: String, _ rows: [Means], formatted: (Double) -> String
    ) -> Chart {
        let (left, right, each) = (236.0, width - 24, 34.0)
        var canvas = ChartCanvas()
        for (index, row) in rows.enumerated() {
            let y = Double(index) * each + 17
            canvas.label(row.label, letters: 34, x: left - 16, y: y)
            canvas.line("chart-grid", from: (left, y), to: (right, y))
            let length = row.scale.upperBound - row.scale.lowerBound
            for (part, mean) in row.means.enumerated().reversed() where part < parts.count && length > 0 {
                guard let mean else { continue }
                let x = left + (mean - row.scale.lowerBound) / length * (right - left)
                let hint = "\(row.label), \(parts[part]): \(formatted(mean))"
                switch part {
                case 0: canvas.circle("chart-c1", x: x, y: y, radius: 6, hint: hint)
                case 1: canvas.rectangle("chart-c2", x: x - 6, y: y - 6, width: 12, height: 12, hint: hint)
                case 2: canvas.rectangle("chart-c3", x: x - 2, y: y - 10, width: 4, height: 20, hint: hint)
                default: canvas.rectangle("chart-c4", x: x - 9, y: y - 2, width: 18, height: 4, hint: hint)
                }
            }
        }
        let table = Table(head: [corner] + parts, rows: rows.map { row in [row.label] + row.means.map { $0.map(formatted) ?? "–" } })
        let legend = parts.enumerated().map { (kind: "chart-c\(min($0, 3) + 1)", name: $1) }
        let count = rows.count
        return Chart(heading, height: Double(count) * each + 4, canvas, table, legend: legend)
    }
}
