/// What somebody has chosen and typed so far, right or wrong, on whatever branch: a draft keeps it all, so that going back to an answer
/// brings back what hung on it.
struct Replies: Sendable, Equatable, Codable {
    private(set) var all: [Int64: Reply] = [:]

    init(_ all: [Int64: Reply] = [:]) { self.all = all.filter { !$1.isBlank } }

    subscript(question: Int64) -> Reply {
        get { all[question] ?? Reply() }
        set { all[question] = newValue.isBlank ? nil : newValue }
    }

    var isEmpty: Bool { all.isEmpty }
}

/// What somebody has chosen and typed in one question.
struct Reply: Sendable, Equatable, Codable {
    /// The answers chosen, each once, in the order in which they came.
    var chosen: [Int64] = []
    /// What was typed, by answer, exactly as typed.
    var typed: [Int64: String] = [:]

    init(chosen: [Int64] = [], typed: [Int64: String] = [:]) {
        var seen: Set<Int64> = []
        self.chosen = chosen.filter { seen.insert($0).inserted }
        self.typed = typed.filter { !$1.isEmpty }
    }

    var isBlank: Bool { chosen.isEmpty && typed.isEmpty }
}
