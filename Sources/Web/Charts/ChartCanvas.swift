/// Collects the marks of a drawing as SVG; every text is escaped.
struct ChartCanvas: Sendable {
    enum Anchor: String { case start, middle, end }

    private(set) var marks = ""

    /// Coordinates have one decimal, which is finer than a screen and short.
    static func formatted(_ number: Double) -> String {
        let tenths = Int(nearest: number * 10)
        return tenths % 10 == 0 ? String(tenths / 10) : String(Double(tenths) / 10)
    }

    /// A drawing has no `bdi`, so text loses what could turn or cover its surroundings.
    static func sanitized(_ text: String) -> String { ShownText.sanitized(text).withoutDirections.escapedForHTML() }

    /// - Parameter hint: what a pointer shows over the mark.
    mutating func rectangle(_ kind: String, x: Double, y: Double, width: Double, height: Double, corner: Double = 0, hint: String = "") {
        let round = corner > 0 ? " rx=\"\(Self.formatted(corner))\"" : ""
        let place =
            "x=\"\(Self.formatted(x))\" y=\"\(Self.formatted(y))\" width=\"\(Self.formatted(max(0, width)))\" height=\"\(Self.formatted(max(0, height)))\""
        close("<rect class=\"\(kind)\" \(place)\(round)", "rect", hint)
    }

    mutating func circle(_ kind: String, x: Double, y: Double, radius: Double, hint: String = "") {
        close(
            "<circle class=\"\(kind)\" cx=\"\(Self.formatted(x))\" cy=\"\(Self.formatted(y))\" r=\"\(Self.formatted(radius))\"", "circle",
            hint)
    }

    mutating func line(_ kind: String, from: (x: Double, y: Double), to: (x: Double, y: Double)) {
        marks +=
            "<path class=\"\(kind)\" d=\"M\(Self.formatted(from.x)) \(Self.formatted(from.y))L\(Self.formatted(to.x)) \(Self.formatted(to.y))\"/>"
    }

    /// A line through the points; where one is nil the line is interrupted.
    mutating func path(_ kind: String, _ points: [(x: Double, y: Double)?]) {
        var path = ""
        var isDown = false
        for point in points {
            if let point { path += "\(isDown ? "L" : "M")\(Self.formatted(point.x)) \(Self.formatted(point.y))" }
            isDown = point != nil
        }
        if !path.isEmpty { marks += "<path class=\"\(kind)\" d=\"\(path)\"/>" }
    }

    mutating func text(_ text: String, x: Double, y: Double, anchor: Anchor = .start, kind: String = "chart-text") {
        let place = "x=\"\(Self.formatted(x))\" y=\"\(Self.formatted(y))\" text-anchor=\"\(anchor.rawValue)\""
        marks += "<text class=\"\(kind)\" \(place)>\(Self.sanitized(text))</text>"
    }

    /// A text of at most `letters` letters; the table has all of it.
    mutating func text(_ text: String, letters: Int, x: Double, y: Double, anchor: Anchor = .start, kind: String = "chart-text") {
        self.text(text.count > letters ? String(text.prefix(letters - 1)) + "…" : text, x: x, y: y, anchor: anchor, kind: kind)
    }

    /// A text before a mark, on two lines where one is too short; `y` is the middle.
    mutating func label(_ text: String, letters: Int, x: Double, y: Double) {
        let lines = Self.lines(text, letters: letters)
        for (index, line) in lines.enumerated() {
            self.text(line, letters: letters, x: x, y: y + (lines.count == 1 ? 4.5 : index == 0 ? -2.5 : 11.5), anchor: .end)
        }
    }

    /// One or two lines, parted between words; the second one may be too long.
    static func lines(_ text: String, letters: Int) -> [String] {
        guard text.count > letters, let space = text.prefix(letters + 1).lastIndex(of: " "), space > text.startIndex else { return [text] }
        return [String(text[..<space]), String(text[text.index(after: space)...])]
    }

    private mutating func close(_ begin: String, _ name: String, _ hint: String) {
        marks += begin + (hint.isEmpty ? "/>" : "><title>\(Self.sanitized(hint))</title></\(name)>")
    }
}
