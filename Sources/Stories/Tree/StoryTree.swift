struct StoryTree: Sendable {
    struct Node: Equatable, Sendable {
        let id: Int64
        let parent: Int64?
        var votes = 0
        var isHidden = false
    }

    struct Figures: Equatable, Sendable {
        var depth, weight, cover: Int
        var continuations = 0
    }

    private(set) var figures: [Int64: Figures] = [:]
    private let nodes: [Int64: Node]
    private let first: Int64?
    private var children: [Int64: [Int64]] = [:]
    /// The weight of the best end below each fragment that is not hidden itself.
    private var bestWeights: [Int64: Int] = [:]

    /// `nodes` are of one story. Numbers grow along every branch, because a fragment is younger than the one it continues.
    init(_ nodes: [Node]) {
        let nodes = nodes.sorted { $0.id < $1.id }
        self.nodes = Dictionary(uniqueKeysWithValues: nodes.map { ($0.id, $0) })
        first = nodes.first { $0.parent == nil }?.id
        for node in nodes {
            let above = node.parent.flatMap { figures[$0] }
            figures[node.id] = Figures(
                depth: above.map { $0.depth + 1 } ?? 0, weight: (above?.weight ?? 0) + node.votes,
                cover: (above?.cover ?? 0) + (node.isHidden ? 1 : 0))
            guard let parent = node.parent, !node.isHidden else { continue }
            children[parent, default: []].append(node.id)
            figures[parent]?.continuations += 1
        }
        for node in nodes.reversed() where !node.isHidden {
            let beneath = (children[node.id] ?? []).compactMap { bestWeights[$0] }
            bestWeights[node.id] = beneath.max() ?? figures[node.id]?.weight ?? 0
        }
    }

    /// The heaviest branch; among equals, the older where they part. Empty while the first fragment is hidden.
    var bestBranch: [Int64] {
        guard let first, nodes[first]?.isHidden == false else { return [] }
        return [first] + descent(from: first)
    }

    /// The branch to a fragment and on to the best end below it; empty for a fragment of another story.
    func branch(through id: Int64) -> [Int64] {
        var path: [Int64] = []
        var current = nodes[id]
        while let node = current {
            path.append(node.id)
            current = node.parent.flatMap { nodes[$0] }
        }
        return path.isEmpty ? [] : path.reversed() + descent(from: id)
    }

    func continuations(of id: Int64) -> [Int64] { children[id] ?? [] }

    func bestWeight(through id: Int64) -> Int { bestWeights[id] ?? figures[id]?.weight ?? 0 }

    private func descent(from id: Int64) -> [Int64] {
        var path: [Int64] = []
        var current = id
        while let next = heaviest(children[current] ?? []) {
            path.append(next)
            current = next
        }
        return path
    }

    /// The first of the heaviest; `max` would return the last.
    private func heaviest(_ ids: [Int64]) -> Int64? {
        guard let weight = ids.compactMap({ bestWeights[$0] }).max() else { return nil }
        return ids.first { bestWeights[$0] == weight }
    }
}
