/// Facts about all paths; those with the same relevant answers are merged, so work grows with overlapping conditions alone.
struct Paths: Sendable, Equatable {
    private(set) var reachable: Set<Int64> = []
    /// Elements that some condition hides while their parent is shown. A condition on any other element has no effect.
    private(set) var hideable: Set<Int64> = []
    private(set) var fewestQuestions = 0
    private(set) var mostQuestions = 0
    /// Milliseconds of the quickest and of the longest path.
    private(set) var shortest = 0
    private(set) var longest = 0
    /// Number of paths that conditions distinguish; the largest integer on overflow.
    private(set) var count = 1
    /// Whether everything was tried. Otherwise an element reported as unreachable may be reachable.
    private(set) var isComplete = true

    /// Limit of states at one time. Paths to further states continue as if they had reached a known one.
    static let stateLimit = 20_000
    /// Limit of states times choices; beyond it all paths continue as one. Three choices with ten triggers each give 10⁹ combinations.
    private static let workLimit = 400_000

    init(_ outline: StructureOutline) {
        var states: [State: Ways] = [State(): Ways()]
        let lastUse = Self.lastUses(outline)
        let tables = TableRuns(outline.structure)
        var work = 0
        for (index, place) in outline.places.enumerated() where place.kind != .answer {
            let question = outline.questions[place.id]
            let options = question.map { PathDecision.options($0, outline) } ?? []
            work += states.count * max(1, options.count)
            if work > Self.workLimit, states.count > 1, let one = states.keys.first {
                isComplete = false
                states = [one: states.values.reduce(into: .none) { $0.merge($1) }]
            }
            var next: [State: Ways] = [:]
            var one: State?
            for (state, ways) in states {
                var state = state
                let isInside = place.kind == .page || (place.kind == .paragraph ? state.isPageShown : state.isParagraphShown)
                let isAllowed = outline.isShown(place.id, state.active.contains)
                if isInside, !isAllowed { hideable.insert(place.id) }
                let isShown = isInside && isAllowed
                if isShown { reachable.insert(place.id) }
                if place.kind == .page { (state.isPageShown, state.isParagraphShown) = (isShown, false) }
                if place.kind == .paragraph { state.isParagraphShown = isShown }
                guard let question, isShown else {
                    state.forget(index, lastUse)
                    next[state, default: .none].merge(ways)
                    continue
                }
                if PathDecision.isCut(question, outline.triggers) { isComplete = false }
                let longer = ways.adding(Effort.answering(question, isFirstOfTable: tables.isFirst(question.id)))
                for option in options {
                    var after = state
                    after.active.formUnion(option)
                    after.forget(index, lastUse)
                    if next.count >= Self.stateLimit, next[after] == nil, let one {
                        isComplete = false
                        after = one
                    }
                    one = one ?? after
                    next[after, default: .none].merge(longer)
                }
            }
            states = next
        }
        let all = states.values.reduce(into: Ways.none) { $0.merge($1) }
        (fewestQuestions, mostQuestions, shortest, longest, count) = (all.fewest, all.most, all.shortest, all.longest, all.count)
    }

    var minutes: Int { (longest + 59_999) / 60_000 }
    var minutesOfShortest: Int { (shortest + 59_999) / 60_000 }

    private static func lastUses(_ outline: StructureOutline) -> [Int64: Int] {
        var last: [Int64: Int] = [:]
        for (fact, target) in outline.links {
            guard let target = outline.order[target] else { continue }
            last[fact] = max(last[fact] ?? -1, target)
        }
        return last
    }

    private struct State: Hashable {
        var active: Set<Int64> = []
        var isPageShown = false
        var isParagraphShown = false

        mutating func forget(_ index: Int, _ lastUse: [Int64: Int]) {
            active = active.filter { lastUse[$0] ?? -1 > index }
        }
    }

    private struct Ways {
        var count = 1
        var fewest = 0
        var most = 0
        var shortest = 0
        var longest = 0

        static let none = Ways(count: 0)

        func adding(_ effort: Int) -> Ways {
            Ways(count: count, fewest: fewest + 1, most: most + 1, shortest: shortest + effort, longest: longest + effort)
        }

        mutating func merge(_ other: Ways) {
            guard count > 0 else {
                self = other
                return
            }
            let (sum, isTooMuch) = count.addingReportingOverflow(other.count)
            count = isTooMuch ? .max : sum
            (fewest, most) = (min(fewest, other.fewest), max(most, other.most))
            (shortest, longest) = (min(shortest, other.shortest), max(longest, other.longest))
        }
    }
}
