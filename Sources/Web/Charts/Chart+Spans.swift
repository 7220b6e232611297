extension Chart {
    /// What lasts from one moment to another, in columns from 0; nil where it begins before or ends after the picture.
    public struct Span: Sendable {
        public let label: String
        let from: Double?
        let until: Double?
        let note: String

        public init(_ label: String, from: Double?, until: Double?, note: String) {
            (self.label, self.from, self.until, self.note) = (label, from, until, note)
        }
    }

    /// A bar for each thing over its time; without a beginning or an end the bar reaches the edge.
    public static func spans(_ heading: Heading, columns: [String], _ spans: [Span], head: (String, String)) -> Chart {
        let (left, top, high, edge) = (190.0, 22.0, 26.0, width - 4)
        let cell = (edge - left) / Double(max(1, columns.count))
        let bottom = top + Double(spans.count) * high
        func x(_ column: Double) -> Double { min(edge, max(left, left + column * cell)) }
        var canvas = ChartCanvas()
        let each = max(1, Int(nearest: (26 / max(1, cell)).rounded(.up)))
        for (index, name) in columns.enumerated() where index % each == 0 {
            canvas.line("chart-grid", from: (x(Double(index)), top), to: (x(Double(index)), bottom))
            canvas.text(name, letters: 8, x: x(Double(index)) + 2, y: 15, kind: "chart-quiet")
        }
        for (index, span) in spans.enumerated() {
            let y = top + Double(index) * high
            let (from, until) = (x(span.from ?? 0), x(span.until ?? Double(columns.count)))
            canvas.text(span.label, letters: 25, x: left - 8, y: y + 17, anchor: .end)
            // What lasts minutes is seen as well.
            let place = (x: min(from, edge - 4), width: max(4, until - from))
            canvas.rectangle(
                "chart-c1", x: place.x, y: y + 5, width: place.width, height: high - 10, corner: 4, hint: "\(span.label): \(span.note)")
        }
        let table = Table(head: [head.0, head.1], rows: spans.map { [$0.label, $0.note] })
        return Chart(heading, height: bottom + 4, canvas, table)
    }
}
