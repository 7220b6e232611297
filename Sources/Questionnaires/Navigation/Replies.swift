/// All answers so far, valid or not, also on branches that are hidden now. Returning to a branch restores its answers.
struct Replies: Sendable, Equatable, Codable {
    private(set) var all: [Int64: Reply] = [:]

    init(_ all: [Int64: Reply] = [:]) { self.all = all.filter { !$1.isBlank } }

    subscript(question: Int64) -> Reply {
        get { all[question] ?? Reply() }
        set { all[question] = newValue.isBlank ? nil : newValue }
    }

    var isEmpty: Bool { all.isEmpty }
}

struct Reply: Sendable, Equatable, Codable {
    var chosen: [Int64] = []
    /// Text exactly as typed, by answer.
    var typed: [Int64: String] = [:]

    init(chosen: [Int64] = [], typed: [Int64: String] = [:]) {
        var seen: Set<Int64> = []
        self.chosen = chosen.filter { seen.insert($0).inserted }
        self.typed = typed.filter { !$1.isEmpty }
    }

    var isBlank: Bool { chosen.isEmpty && typed.isEmpty }
}
