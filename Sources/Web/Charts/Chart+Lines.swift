extension Chart {
    /// Lines over time, each with its own dashes. `points` name the values, `corner` their column, `axis` is short; `isWhole`: counts.
    public static func lines(
        _ heading: Heading, points: [String], axis: [String]? = nil, corner: String, _ series: [Series], isWhole: Bool = true,
        formatted: (Double) -> String
    ) -> Chart {
        let (left, right, top, floor) = (56.0, width - 16, 14.0, 214.0)
        let scale = ChartScale(series.flatMap { $0.values.compactMap(\.self) }, isWhole: isWhole)
        var canvas = ChartCanvas()
        for step in scale.steps {
            let y = floor - scale.share(step) * (floor - top)
            canvas.line(step == 0 ? "chart-axis" : "chart-grid", from: (left, y), to: (right, y))
            canvas.text(formatted(step), x: left - 8, y: y + 4, anchor: .end, kind: "chart-quiet")
        }
        let gap = (right - left) / Double(max(1, points.count - 1))
        // Names that would cover each other are left out; the table has all.
        let each = max(1, (points.count + 6) / 7)
        for (index, name) in (axis ?? points).enumerated() where index % each == 0 {
            let anchor: ChartCanvas.Anchor = index == 0 ? .start : index == points.count - 1 ? .end : .middle
            canvas.text(name, letters: 14, x: left + Double(index) * gap, y: floor + 20, anchor: anchor, kind: "chart-quiet")
        }
        for (number, line) in series.enumerated() {
            let kind = number % 6 + 1
            let spots = line.values.enumerated().map { index, value in
                value.map { (x: left + Double(index) * gap, y: floor - scale.share($0) * (floor - top)) }
            }
            canvas.path("chart-line chart-l\(kind)", spots)
            // Of many values only the line is seen.
            guard points.count <= 40 else { continue }
            for (index, spot) in spots.enumerated() {
                guard let spot, let value = line.values[index], index < points.count else { continue }
                let hint =
                    series.count > 1 ? "\(line.name), \(points[index]): \(formatted(value))" : "\(points[index]): \(formatted(value))"
                canvas.circle("chart-c\(kind)", x: spot.x, y: spot.y, radius: 3.5, hint: hint)
            }
        }
        let rows = points.enumerated().map { index, name in
            [name] + series.map { $0.values.indices.contains(index) ? $0.values[index].map(formatted) ?? "–" : "–" }
        }
        let table = Table(head: [corner] + series.map(\.name), rows: rows)
        let legend = series.count > 1 ? series.enumerated().map { (kind: "chart-c\($0 % 6 + 1)", name: $1.name) } : []
        return Chart(heading, height: floor + 32, canvas, table, legend: legend)
    }

    public static func daily(
        _ heading: Heading, _ days: RecentDays, corner: String, _ series: [(name: String, counts: [Int])], _ language: Language
    ) -> Chart {
        lines(
            heading, points: days.names(language), axis: days.shortNames(language), corner: corner,
            series.map { Series($0.name, $0.counts.map { Double($0) }) }
        ) { language.number(Int(nearest: $0)) }
    }

    /// A small line without words, for a row of a list; the row says the number.
    public static func sparkline(_ values: [Double]) -> String {
        let (wide, high) = (120.0, 28.0)
        let scale = ChartScale(values, isWhole: false)
        let gap = (wide - 6) / Double(max(1, values.count - 1))
        let spots = values.enumerated().map { index, value in
            (x: 3 + Double(index) * gap, y: high - 3 - scale.share(value) * (high - 6))
        }
        var canvas = ChartCanvas()
        canvas.path("chart-line chart-l1", spots)
        if let last = spots.last { canvas.circle("chart-c1", x: last.x, y: last.y, radius: 3) }
        return
            "<svg class=\"sparkline\" viewBox=\"0 0 \(ChartCanvas.formatted(wide)) \(ChartCanvas.formatted(high))\" aria-hidden=\"true\">\(canvas.marks)</svg>"
    }
}
