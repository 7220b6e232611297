extension Chart {
    /// Bars from the left on one scale up to `top`, nil for the longest bar. `head` names the two columns of the table.
    public static func bars(
        _ heading: Heading, _ rows: [(label: String, value: Double)], head: (String, String), top: Double? = nil,
        formatted: (Double) -> String
    ) -> Chart {
        let (left, right, each) = (220.0, width - 70, 26.0)
        let (most, count) = (max(top ?? 0, rows.map(\.value).max() ?? 0), rows.count)
        var canvas = ChartCanvas()
        for (index, row) in rows.enumerated() {
            let y = Double(index) * each + 4
            let length = most > 0 ? max(0, row.value) / most * (right - left) : 0
            canvas.text(row.label, letters: 26, x: left - 10, y: y + 14, anchor: .end)
            canvas.rectangle("chart-empty", x: left, y: y, width: right - left, height: 18, corner: 3)
            canvas.rectangle("chart-c1", x: left, y: y, width: length, height: 18, corner: 3, hint: "\(row.label): \(formatted(row.value))")
            canvas.text(formatted(row.value), x: right + 8, y: y + 14)
        }
        let table = Table(head: [head.0, head.1], rows: rows.map { [$0.label, formatted($0.value)] })
        return Chart(heading, height: Double(count) * each + 6, canvas, table)
    }

    /// A row of answers from one end of a scale to the other.
    public struct Shares: Sendable {
        let label: String
        let counts: [Int]
        let note: String

        public init(_ label: String, _ counts: [Int], note: String) { (self.label, self.counts, self.note) = (label, counts, note) }
    }

    /// Stacked bars around a middle line, each row 100 %, refusing answers to the left. Rows with as many answers as `scale` compare.
    public static func diverging(
        _ heading: Heading, _ rows: [Shares], scale: [String], corner: String, note: String, formatted: (Double) -> String
    ) -> Chart {
        let (left, right, each) = (236.0, width - 60, 34.0)
        let middle = (left + right) / 2
        var canvas = ChartCanvas()
        for (index, row) in rows.enumerated() {
            let y = Double(index) * each + 4
            canvas.label(row.label, letters: 34, x: left - 10, y: y + 11)
            let sum = row.counts.reduce(0, +)
            let all = Double(sum)
            guard all > 0, row.counts.count == scale.count else { continue }
            let shares = row.counts.map { Double($0) / all }
            let refusing = shares.prefix(scale.count / 2).reduce(0, +) + (scale.count % 2 == 1 ? shares[scale.count / 2] / 2 : 0)
            var x = middle - refusing * (right - left) / 2
            for (answer, share) in shares.enumerated() where share > 0 {
                let length = share * (right - left) / 2
                let kind = "chart-d\(tone(answer, of: scale.count))"
                canvas.rectangle(kind, x: x, y: y, width: length, height: 22, hint: "\(row.label), \(scale[answer]): \(formatted(share))")
                x += length
            }
            canvas.text(row.note, x: right + 8, y: y + 15)
        }
        let count = rows.count
        let height = Double(count) * each + 6
        canvas.line("chart-axis", from: (middle, 0), to: (middle, height))
        let table = Table(
            head: [corner] + scale + [note],
            rows: rows.map { row in
                let all = Double(max(1, row.counts.reduce(0, +)))
                return [row.label] + row.counts.map { formatted(Double($0) / all) } + [row.note]
            })
        let legend = scale.indices.map { (kind: "chart-d\(tone($0, of: scale.count))", name: scale[$0]) }
        return Chart(heading, height: height, canvas, table, legend: legend)
    }

    /// The colour of an answer: 1 is the most refusing, 3 the middle, 5 the most agreeing.
    public static func tone(_ answer: Int, of count: Int) -> Int {
        guard count > 1 else { return 3 }
        let isMiddle = count % 2 == 1 && answer == count / 2
        if isMiddle { return 3 }
        let isRefusing = answer < count / 2
        let fromEnd = isRefusing ? answer : count - 1 - answer
        let isOuter = fromEnd == 0
        return isRefusing ? (isOuter ? 1 : 2) : (isOuter ? 5 : 4)
    }
}
