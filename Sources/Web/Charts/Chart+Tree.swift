extension Chart {
    /// A part of a tree. `cells` are its row of the table.
    public struct Node: Sendable {
        public enum State: String, CaseIterable, Sendable {
            case plain = "chart-c1"
            case good = "chart-good"
            case bad = "chart-bad"
        }

        let id: Int64
        let parent: Int64?
        let weight: Double
        let state: State
        let label: String
        let cells: [String]

        /// - Parameter weight: the more, the thicker is the line that leads to it.
        public init(_ id: Int64, after parent: Int64?, weight: Double, _ state: State = .plain, label: String, cells: [String]) {
            (self.id, self.parent, self.weight, self.state) = (id, parent, weight, state)
            (self.label, self.cells) = (label, cells)
        }
    }

    /// A tree from left to right, each branch on a line of its own, ends with their labels. A node comes after the one it follows.
    public static func tree(_ heading: Heading, _ nodes: [Node], head: [String], names: [Node.State: String]) -> Chart {
        let places = places(of: nodes)
        let (deepest, count) = (places.values.map(\.depth).max() ?? 0, (places.values.map(\.row).max() ?? -1) + 1)
        let (left, right, high) = (14.0, 150.0, 26.0)
        let step = max(16, min(90, (width - left - right) / Double(max(1, deepest))))
        let most = nodes.map(\.weight).max() ?? 0
        func point(_ node: Node) -> (x: Double, y: Double) {
            let place = places[node.id] ?? (depth: 0, row: 0)
            return (left + Double(place.depth) * step, (Double(place.row) + 0.5) * high)
        }
        var canvas = ChartCanvas()
        let known = Dictionary(nodes.map { ($0.id, $0) }) { $1 }
        for node in nodes {
            guard let parent = node.parent.flatMap({ known[$0] }) else { continue }
            let (from, to) = (point(parent), point(node))
            canvas.path("chart-edge chart-e\(shade(node.weight, of: most))", [from, (from.x + step / 2, to.y), to])
        }
        let followed = Set(nodes.compactMap(\.parent))
        let radius: [Node.State: Double] = [.plain: 5, .good: 7, .bad: 4]
        for node in nodes {
            let (x, y) = point(node)
            canvas.circle(node.state.rawValue, x: x, y: y, radius: radius[node.state] ?? 5, hint: node.label)
            if !followed.contains(node.id) { canvas.text(node.label, letters: 18, x: x + 11, y: y + 4.5) }
        }
        let states = Set(nodes.map(\.state))
        let legend = Node.State.allCases.filter(states.contains).compactMap { state in
            names[state].map { (kind: state.rawValue, name: $0) }
        }
        return Chart(
            heading, width: max(width, left + right + Double(deepest) * step), height: Double(count) * high + 4, canvas,
            Table(head: head, rows: nodes.map(\.cells)), legend: legend)
    }

    /// The first that follows another stays on its line; the others begin lines of their own below.
    static func places(of nodes: [Node]) -> [Int64: (depth: Int, row: Int)] {
        var places: [Int64: (depth: Int, row: Int)] = [:]
        var (rows, last): (Int, Int64?) = (0, nil)
        for node in nodes {
            let above = node.parent.flatMap { places[$0] }
            var row = rows
            if let above, node.parent == last { row = above.row } else { rows += 1 }
            places[node.id] = (above.map { $0.depth + 1 } ?? 0, row)
            last = node.id
        }
        return places
    }
}
