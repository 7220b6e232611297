extension Chart {
    /// A cell for each column of each row, darker where there is more; nil where nothing can be. Wide maps have room for sentences.
    public static func heatMap(
        _ heading: Heading, columns: [String], corner: String, isWide: Bool = false, _ rows: [(label: String, values: [Double?])],
        formatted: (Double) -> String
    ) -> Chart {
        let (left, top) = (isWide ? 236.0 : 150.0, 24.0)
        let cell = (width - left - 4) / Double(max(1, columns.count))
        let high = isWide ? 34.0 : 26.0
        let most = rows.flatMap { $0.values.compactMap(\.self) }.max() ?? 0
        var canvas = ChartCanvas()
        let each = max(1, Int(nearest: (34 / max(1, cell)).rounded(.up)))
        let letters = max(8, Int(nearest: cell / 7.5))
        for (index, name) in columns.enumerated() where index % each == 0 {
            canvas.text(name, letters: letters, x: left + (Double(index) + 0.5) * cell, y: 15, anchor: .middle, kind: "chart-quiet")
        }
        for (index, row) in rows.enumerated() {
            let y = top + Double(index) * high
            if isWide {
                canvas.label(row.label, letters: 34, x: left - 8, y: y + 13)
            } else {
                canvas.text(row.label, letters: 18, x: left - 8, y: y + 17, anchor: .end)
            }
            for (column, value) in row.values.enumerated() where column < columns.count {
                guard let value else { continue }
                canvas.rectangle(
                    "chart-h\(shade(value, of: most))", x: left + Double(column) * cell + 1, y: y + 1, width: cell - 2, height: high - 2,
                    corner: 3, hint: "\(row.label), \(columns[column]): \(formatted(value))")
            }
        }
        let table = Table(head: [corner] + columns, rows: rows.map { row in [row.label] + row.values.map { $0.map(formatted) ?? "–" } })
        let count = rows.count
        return Chart(heading, height: top + Double(count) * high + 4, canvas, table)
    }

    /// One of five shades; only nothing has the lightest one.
    static func shade(_ value: Double, of most: Double) -> Int {
        guard value > 0, most > 0 else { return 0 }
        return min(4, max(1, Int(nearest: (value / most * 4).rounded(.up))))
    }

    public struct Day: Sendable {
        public enum State: String, Sendable { case good, warn, bad, none }

        let label: String
        let state: State
        let note: String

        public var isGood: Bool { state == .good }

        public init(_ label: String, _ state: State, note: String) { (self.label, self.state, self.note) = (label, state, note) }
    }

    /// A mark for each day. States differ in height, too, so that they are told apart without colours.
    public static func strip(_ heading: Heading, _ days: [Day], head: (String, String)) -> Chart {
        let gap = (width - 8) / Double(max(1, days.count))
        let high: [Day.State: Double] = [.good: 40, .warn: 26, .bad: 14, .none: 4]
        var canvas = ChartCanvas()
        for (index, day) in days.enumerated() {
            let height = high[day.state] ?? 4
            canvas.rectangle(
                "chart-\(day.state == .none ? "h1" : day.state.rawValue)", x: 4 + Double(index) * gap + 1, y: 44 - height,
                width: min(18, gap - 2), height: height, corner: 2, hint: "\(day.label): \(day.note)")
        }
        canvas.line("chart-axis", from: (4, 45), to: (width - 4, 45))
        if let first = days.first, let last = days.last {
            canvas.text(first.label, x: 4, y: 62, kind: "chart-quiet")
            canvas.text(last.label, x: width - 4, y: 62, anchor: .end, kind: "chart-quiet")
        }
        return Chart(heading, height: 70, canvas, Table(head: [head.0, head.1], rows: days.map { [$0.label, $0.note] }))
    }

    public struct Slot: Sendable {
        /// From 0, the first column.
        public let day: Int
        /// Minutes after midnight.
        let from: Int
        let until: Int
        let label: String
        let note: String
        /// Things of one group have one colour; from 0.
        let group: Int

        public init(day: Int, from: Int, until: Int, label: String, note: String, group: Int = 0) {
            (self.day, self.from, self.until, self.label, self.note, self.group) = (day, from, until, label, note, group)
        }
    }

    /// A week as columns of days with hours from top to bottom; what is at the same time is side by side.
    public static func weekGrid(
        _ heading: Heading, days: [String], _ slots: [Slot], head: (day: String, time: String, what: String), formatted: (Int) -> String
    ) -> Chart {
        let known = slots.filter { days.indices.contains($0.day) && $0.until > $0.from }
        let first = (known.map(\.from).min() ?? 8 * 60) / 60
        let last = max(first + 1, ((known.map(\.until).max() ?? 18 * 60) + 59) / 60)
        let (left, top, hour) = (52.0, 24.0, 44.0)
        let column = (width - left - 2) / Double(max(1, days.count))
        func y(_ minute: Int) -> Double { top + (Double(minute) / 60 - Double(first)) * hour }
        var canvas = ChartCanvas()
        for number in first...last {
            canvas.line("chart-grid", from: (left, y(number * 60)), to: (width - 2, y(number * 60)))
            if number < last { canvas.text(formatted(number * 60), x: left - 8, y: y(number * 60) + 13, anchor: .end, kind: "chart-quiet") }
        }
        for (index, name) in days.enumerated() {
            let x = left + Double(index) * column
            canvas.line("chart-grid", from: (x, top), to: (x, y(last * 60)))
            canvas.text(name, letters: 14, x: x + column / 2, y: 15, anchor: .middle, kind: "chart-quiet")
            for (slot, lane, lanes) in sideBySide(known.filter { $0.day == index }) {
                let wide = (column - 4) / Double(lanes)
                let place = (x: x + 2 + Double(lane) * wide, y: y(slot.from) + 1)
                let high = y(slot.until) - y(slot.from) - 2
                canvas.rectangle(
                    "chart-c\(slot.group % 6 + 1)", x: place.x, y: place.y, width: wide - 2, height: high, corner: 4,
                    hint: "\(slot.label), \(name) \(formatted(slot.from))–\(formatted(slot.until)) \(slot.note)")
                let letters = Int(nearest: wide / 7.5 - 1)
                if letters > 3 {
                    canvas.text(slot.label, letters: letters, x: place.x + 5, y: place.y + 15, kind: "chart-on")
                    if high > 34 { canvas.text(slot.note, letters: letters, x: place.x + 5, y: place.y + 30, kind: "chart-on") }
                }
            }
        }
        let rows = known.sorted { ($0.day, $0.from, $0.label) < ($1.day, $1.from, $1.label) }.map { slot in
            [
                days[slot.day], "\(formatted(slot.from))–\(formatted(slot.until))",
                slot.note.isEmpty ? slot.label : "\(slot.label) (\(slot.note))",
            ]
        }
        return Chart(heading, height: y(last * 60) + 4, canvas, Table(head: [head.day, head.time, head.what], rows: rows))
    }

    /// The lane of each slot of a day, and how many lanes overlap with it.
    static func sideBySide(_ slots: [Slot]) -> [(slot: Slot, lane: Int, lanes: Int)] {
        var found: [(slot: Slot, lane: Int, lanes: Int)] = []
        // Until when each lane of the present heap is taken.
        var (lanes, begin): ([Int], Int) = ([], 0)
        func close() { for index in begin..<found.count { found[index].lanes = max(1, lanes.count) } }
        for slot in slots.sorted(by: { ($0.from, $0.until, $0.label) < ($1.from, $1.until, $1.label) }) {
            if lanes.allSatisfy({ $0 <= slot.from }) {
                close()
                (lanes, begin) = ([], found.count)
            }
            let free = lanes.firstIndex { $0 <= slot.from }
            if let free { lanes[free] = slot.until } else { lanes.append(slot.until) }
            found.append((slot, free ?? lanes.count - 1, 1))
        }
        close()
        return found
    }
}
