/// What every way through a questionnaire has in common, worked out from all of them at once.
///
/// Ways that lead to the same place with the same answers still counting are followed together, so the work grows with the number of
/// conditions that overlap and not with the number of ways, of which there are easily more than can be counted.
struct Paths: Sendable, Equatable {
    /// Pages, paragraphs and questions that somebody can come to see.
    private(set) var reachable: Set<Int64> = []
    /// Elements that conditions ever hide while what they stand in is shown: the others have conditions without effect.
    private(set) var hideable: Set<Int64> = []
    private(set) var fewestQuestions = 0
    private(set) var mostQuestions = 0
    /// Milliseconds of the quickest and of the longest way.
    private(set) var shortest = 0
    private(set) var longest = 0
    /// How many ways there are, as conditions tell them apart; the greatest number when there are more.
    private(set) var count = 1
    /// Whether everything was tried; otherwise something said to be out of reach may be within it.
    private(set) var isComplete = true

    /// More states than this at one time are given up.
    static let stateLimit = 20_000

    init(_ outline: Outline) {
        var states: [State: Ways] = [State(): Ways()]
        let triggers = outline.triggers
        let lastUse = Self.lastUses(outline)
        let tables = TableRuns(outline.structure)
        for (index, place) in outline.places.enumerated() where place.kind != .answer {
            var next: [State: Ways] = [:]
            for (state, ways) in states {
                var state = state
                let isInside = place.kind == .page || (place.kind == .paragraph ? state.isPageShown : state.isParagraphShown)
                let isAllowed = outline.isShown(place.id, state.active.contains)
                if isInside, !isAllowed { hideable.insert(place.id) }
                let isShown = isInside && isAllowed
                if isShown { reachable.insert(place.id) }
                if place.kind == .page { (state.isPageShown, state.isParagraphShown) = (isShown, false) }
                if place.kind == .paragraph { state.isParagraphShown = isShown }
                guard let question = outline.questions[place.id], isShown else {
                    state.forget(index, lastUse)
                    next[state, default: .none].merge(ways)
                    continue
                }
                if Decision.isCut(question, triggers) { isComplete = false }
                let longer = ways.adding(Effort.answering(question, isFirstOfTable: tables.isFirst(question.id)))
                for option in Decision.options(question, triggers) {
                    var after = state
                    after.active.formUnion(option)
                    after.forget(index, lastUse)
                    next[after, default: .none].merge(longer)
                }
            }
            states = next
            if states.count > Self.stateLimit {
                isComplete = false
                states = Dictionary(uniqueKeysWithValues: Array(states.prefix(Self.stateLimit / 2)))
            }
        }
        let all = states.values.reduce(into: Ways.none) { $0.merge($1) }
        (fewestQuestions, mostQuestions, shortest, longest, count) = (all.fewest, all.most, all.shortest, all.longest, all.count)
    }

    /// Minutes of the longest way, rounded up.
    var minutes: Int { (longest + 59_999) / 60_000 }
    var minutesOfShortest: Int { (shortest + 59_999) / 60_000 }

    /// Where each trigger is asked for last: from there on it makes no difference.
    private static func lastUses(_ outline: Outline) -> [Int64: Int] {
        var last: [Int64: Int] = [:]
        for condition in outline.structure.conditions {
            guard let target = outline.order[condition.target] else { continue }
            last[condition.trigger] = max(last[condition.trigger] ?? -1, target)
        }
        return last
    }

    /// All that the rest of the way depends on.
    private struct State: Hashable {
        var active: Set<Int64> = []
        var isPageShown = false
        var isParagraphShown = false

        mutating func forget(_ index: Int, _ lastUse: [Int64: Int]) {
            active = active.filter { lastUse[$0] ?? -1 > index }
        }
    }

    /// Some ways, with the least and the most that they take.
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
