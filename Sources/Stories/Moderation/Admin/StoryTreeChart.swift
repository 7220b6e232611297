import Web

/// The fragments of a page of a story's tree as a drawing: lines are thicker where there are more votes.
struct StoryTreeChart {
    let fragments: [Fragment]
    let best: Set<Int64>
    let words: Words

    /// nil where nothing branches or goes on.
    var chart: Chart? {
        guard fragments.count > 1 else { return nil }
        let nodes = fragments.map { fragment -> Chart.Node in
            let cells = [
                String(fragment.id), fragment.parent.map { String($0) } ?? "–", words.language.number(fragment.depth + 1),
                words.language.number(fragment.weight),
            ]
            let state: Chart.Node.State = fragment.isHidden ? .bad : best.contains(fragment.id) ? .good : .plain
            return Chart.Node(
                fragment.id, after: fragment.parent, weight: Double(fragment.weight), state, label: label(fragment), cells: cells)
        }
        let ends = nodes.count - Set(fragments.compactMap(\.parent)).intersection(fragments.map(\.id)).count
        let heading = Chart.Heading(
            id: "tree", title: words("stories.desk.trees.chart"),
            summary: words(
                "stories.desk.trees.chartSummary", ["fragments": words.language.number(nodes.count), "ends": words.language.number(ends)]))
        let head = ["number", "follows", "depth", "weightColumn"].map { words("stories.desk.trees.\($0)") }
        let names: [Chart.Node.State: String] = [
            .plain: words("stories.desk.trees.other"), .good: words("stories.desk.trees.best"), .bad: words("stories.desk.case.isHidden"),
        ]
        return .tree(heading, nodes, head: head, names: names)
    }

    private func label(_ fragment: Fragment) -> String { "\(fragment.id) · \(words.language.number(fragment.weight))" }
}
