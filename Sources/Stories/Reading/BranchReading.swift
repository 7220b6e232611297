import Foundation
import GRDB

/// A branch with all that its page shows of the reader and of the moment.
struct BranchReading: Sendable {
    let branch: Branch
    let view: ReaderState
    let ways: BranchChoices
    let place: ReadingPlace?
    let isFollowed: Bool
    /// The language of the writer who began the story; empty when it is not known.
    let language: String
    let ownAct: Fragment.AuthorAction?
    let lease: Lease?
    let leaseholder: String?

    init(_ branch: Branch, for writer: Int64?, at now: Date, _ db: Database) throws {
        self.branch = branch
        view = try ReaderState(writer, branch.ids, db)
        ways = try BranchChoices(in: branch.parts.map(\.fragment), db)
        place = try writer.flatMap { try ReadingPlace.of($0, in: branch.story, db) }
        isFollowed = try writer.map { try StoryFollow.isFollowed(branch.story, by: $0, db) } ?? false
        let sql = "SELECT language FROM story WHERE id = ?"
        language = try String.fetchOne(db.cachedStatement(sql: sql), arguments: [branch.story]) ?? ""
        ownAct = try branch.end.flatMap { end in try writer.flatMap { try end.ownAct(of: $0, at: now, db) } }
        lease = try branch.end.flatMap { end in
            end.isEnd ? try Lease.of(end.id, otherThan: writer ?? 0, at: now, db) : nil
        }
        leaseholder = try lease.flatMap { try Writer.find($0.writer, db)?.nickname }
    }
}
