struct PathMap: Sendable, Equatable {
    struct Box: Sendable, Equatable {
        let id: Int64
        let kind: ElementKind
        let top: Int
        let height: Int
        var middle: Int { kind == .page ? top + PathMap.title / 2 : top + height / 2 }
    }

    struct Arrow: Sendable, Equatable {
        let rule: Int
        let action: Condition.Action
        let from: Int
        let to: Int
        let isToPage: Bool
        /// Lane beside the boxes; arrows in one lane do not overlap.
        let lane: Int
    }

    static let (title, heading, row, gap, padding) = (40, 28, 34, 30, 10)

    private(set) var boxes: [Box] = []
    private(set) var arrows: [Arrow] = []
    private(set) var height = 0
    private(set) var lanes = 0

    init(_ outline: StructureOutline) {
        var y = 4
        for page in outline.structure.pages {
            let (top, index) = (y, boxes.count)
            y += Self.title
            for paragraph in page.paragraphs {
                // A paragraph without a title is drawn only as the target of a rule.
                if !paragraph.text.isEmpty || outline.isControlled(paragraph.id) {
                    boxes.append(Box(id: paragraph.id, kind: .paragraph, top: y, height: Self.heading))
                    y += Self.heading
                }
                for question in paragraph.questions {
                    boxes.append(Box(id: question.id, kind: .question, top: y, height: Self.row - 4))
                    y += Self.row
                }
            }
            y += Self.padding
            boxes.insert(Box(id: page.id, kind: .page, top: top, height: y - top), at: index)
            y += Self.gap
        }
        height = max(0, y - Self.gap + 4)
        draw(outline)
    }

    private struct Link {
        let rule: Int
        let action: Condition.Action
        let question, target: Int64
    }

    /// The simple rules in their order, then the others with an arrow from each of their questions.
    private func links(_ outline: StructureOutline) -> [Link] {
        let simple = outline.structure.conditions.enumerated().compactMap { index, rule in
            outline.questionOfAnswer[rule.trigger].map { Link(rule: index + 1, action: rule.action, question: $0, target: rule.target) }
        }
        let compound = outline.structure.rules.enumerated().flatMap { index, rule in
            Set(rule.test.answers.compactMap { outline.questionOfAnswer[$0] }).sorted().map {
                Link(rule: outline.structure.conditions.count + index + 1, action: rule.action, question: $0, target: rule.target)
            }
        }
        return simple + compound
    }

    private mutating func draw(_ outline: StructureOutline) {
        let places = Dictionary(boxes.map { ($0.id, $0) }) { first, _ in first }
        var taken: [Int] = []
        let found = links(outline).compactMap { link -> (Int, Condition.Action, Box, Box)? in
            guard let from = places[link.question], let to = places[link.target] else { return nil }
            return (link.rule, link.action, from, to)
        }
        for (number, action, from, to) in found.sorted(by: { ($0.2.middle, $0.0) < ($1.2.middle, $1.0) }) {
            let (top, bottom) = (min(from.middle, to.middle), max(from.middle, to.middle))
            let lane = taken.firstIndex { $0 < top } ?? taken.count
            if lane == taken.count { taken.append(bottom) } else { taken[lane] = bottom }
            arrows.append(
                Arrow(rule: number, action: action, from: from.middle, to: to.middle, isToPage: to.kind == .page, lane: lane))
        }
        lanes = taken.count
    }
}
