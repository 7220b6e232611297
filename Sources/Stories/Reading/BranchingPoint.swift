import GRDB

/// The next place below a fragment where a reader chooses, or the end of the branch: places with one way are passed.
struct BranchingPoint: Sendable {
    /// The fragment asked for and those passed after it, the last one with several continuations or none.
    let passed: [Fragment]
    let continuations: [Continuation]
    /// The last fragment above with several continuations.
    let before: Int64?

    init?(after id: Int64, of story: Int64, _ db: Database) throws {
        guard let asked = try Fragment.find(id, db), asked.story == story else { return nil }
        var passed = [asked]
        while asked.isVisible, let last = passed.last, last.continuations == 1,
            let next = try Fragment.continuations(of: last.id, db).first.flatMap({ try Fragment.find($0, db) })
        {
            passed.append(next)
        }
        self.passed = passed
        continuations = try passed.last.map { try Continuation.all(of: $0, db) } ?? []
        let above = try Fragment.path(to: id, db).dropLast()
        let fragments = try Fragment.all(Array(above), db)
        before = above.last { fragments[$0].map { $0.continuations > 1 } ?? false }
    }
}

extension Fragment {
    var address: String { "/stories/\(story)/branches/\(id)#f\(id)" }
}
