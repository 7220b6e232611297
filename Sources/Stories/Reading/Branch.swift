import Foundation
import GRDB

struct Branch: Sendable {
    struct Part: Sendable {
        let fragment: Fragment
        let writer: Writer
    }

    let story: Int64
    let title: String
    let kind: Fragment.Kind
    let parts: [Part]
    let isBest: Bool
    let voters: Int

    var end: Fragment? { parts.last?.fragment }
    var ids: [Int64] { parts.map(\.fragment.id) }

    /// The best branch of a story; nil without such a story. Throws `hidden` when moderators hid its beginning.
    static func best(of story: Int64, _ db: Database) throws -> Branch? {
        guard let first = try Fragment.find(story, db), first.story == story else { return nil }
        guard first.isVisible else { throw StoryRefusal.hidden }
        return try Branch(first, BestBranch.fragments(of: story, db), isBest: true, db)
    }

    static func through(_ fragment: Int64, of story: Int64, _ db: Database) throws -> Branch? {
        guard let known = try Fragment.find(fragment, db), known.story == story, let first = try Fragment.find(story, db) else {
            return nil
        }
        guard first.isVisible else { throw StoryRefusal.hidden }
        let path = try StoryTree(stored: story, db).branch(through: fragment)
        return try Branch(first, path, isBest: path == BestBranch.fragments(of: story, db), db)
    }

    private static func voters(_ path: [Int64], _ db: Database) throws -> Int {
        guard !path.isEmpty else { return 0 }
        let marks = databaseQuestionMarks(count: path.count)
        let sql = "SELECT count(DISTINCT writer) FROM vote WHERE isCounted = 1 AND fragment IN (\(marks))"
        return try Int.fetchOne(db, sql: sql, arguments: StatementArguments(path)) ?? 0
    }

    private init(_ first: Fragment, _ path: [Int64], isBest: Bool, _ db: Database) throws {
        (story, title, kind, self.isBest) = (first.id, first.title, first.kind, isBest)
        let found = try Fragment.all(path, db)
        let fragments = path.compactMap { found[$0] }
        let byID = try Writer.all(Set(fragments.map(\.writer)), db)
        voters = try Self.voters(path, db)
        parts = fragments.compactMap { fragment in byID[fragment.writer].map { Part(fragment: fragment, writer: $0) } }
    }
}

struct ReaderState: Sendable {
    let writer: Int64?
    private let voted: Set<Int64>
    private let reported: Set<Int64>

    init(_ writer: Int64?, _ fragments: [Int64], _ db: Database) throws {
        self.writer = writer
        guard let writer, !fragments.isEmpty else {
            (voted, reported) = ([], [])
            return
        }
        let marks = databaseQuestionMarks(count: fragments.count)
        let arguments = StatementArguments([writer] + fragments)
        voted = try Int64.fetchSet(db, sql: "SELECT fragment FROM vote WHERE writer = ? AND fragment IN (\(marks))", arguments: arguments)
        reported = try Int64.fetchSet(
            db, sql: "SELECT fragment FROM fragmentReport WHERE writer = ? AND fragment IN (\(marks))", arguments: arguments)
    }

    func hasVoted(_ fragment: Fragment) -> Bool { voted.contains(fragment.id) }
    func hasReported(_ fragment: Fragment) -> Bool { reported.contains(fragment.id) }
    func wrote(_ fragment: Fragment) -> Bool { fragment.writer == writer }

    func mayVote(_ fragment: Fragment) -> Bool { fragment.isEnd && !wrote(fragment) && !hasVoted(fragment) }
}
