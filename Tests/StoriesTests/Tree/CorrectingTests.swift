import Foundation
import GRDB
import Testing

@testable import Stories

@Suite struct CorrectingTests {
    private func act(_ shelf: Bookshelf, _ id: Int64, by writer: Int64, after seconds: TimeInterval = 60) throws -> Fragment.AuthorAction? {
        let fragment = try shelf.fragment(id)
        return try shelf.read { try fragment.ownAct(of: writer, at: fragment.createdAt + seconds, $0) }
    }

    private func correct(_ shelf: Bookshelf, _ id: Int64, to text: String, title: String = "", by writer: Int64) throws {
        let content = try Bookshelf.content(text, title: title)
        let moment = try shelf.fragment(id).createdAt + 60
        try shelf.write { _ = try Fragment.correct(id, to: content, by: writer, at: moment, $0) }
    }

    @Test func anUnansweredFragmentIsCorrectedForTenMinutes() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start(by: 1)
        try correct(shelf, first, to: "Parole giuste", title: "Il pòzzo", by: 1)
        let fragment = try shelf.fragment(first)
        #expect(fragment.text == "Parole giuste")
        #expect(fragment.correctedAt != nil)
        let found = try shelf.read { try StoryCard.search("pozzo", at: shelf.sameMoment, $0) }
        #expect(found.map(\.id) == [first])
        #expect(try act(shelf, first, by: 1, after: 599) == .correct(until: fragment.createdAt + 600))
        #expect(try act(shelf, first, by: 1, after: 600) == .withdraw)
        #expect(try act(shelf, first, by: 2) == nil)
    }

    @Test func aVoteAnAnswerOrAReportEndsIt() throws {
        let shelf = try Bookshelf()
        let (voted, answered, reported) = (try shelf.start(by: 1), try shelf.start(by: 1), try shelf.start(by: 1))
        try shelf.vote(voted, by: 2)
        let answer = try shelf.add(after: answered, by: 2)
        _ = try shelf.write { try Report.file(reported, .spam, by: 2, at: shelf.now, $0) }
        #expect(try act(shelf, voted, by: 1) == .withdraw)
        #expect(try act(shelf, answered, by: 1) == nil)
        #expect(try act(shelf, reported, by: 1) == nil)
        // A hidden answer may be shown again.
        let measures = Sanctions(hides: true, reason: .spam)
        _ = try shelf.write { try CaseDecision.impose(measures, on: 2, fragment: answer, by: shelf.moderator, at: shelf.now, $0) }
        #expect(try act(shelf, answered, by: 1) == nil)
        let refusal = Bookshelf.refusal { try correct(shelf, answered, to: "Altro", title: "T", by: 1) }
        #expect(refusal == .ownFragment)
        #expect(try shelf.fragment(answered).text == "Inizio")
    }

    @Test func aWatchedWordIsFoundInACorrectionToo() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start(by: 1)
        try shelf.write { db in
            try db.execute(
                sql: "INSERT INTO watchedWord (word, isStem, reason, addedBy, addedAt) VALUES ('brutta', 0, 'insult', 'M', ?)",
                arguments: [shelf.sameMoment])
        }
        try correct(shelf, first, to: "Una parola brutta", title: "T", by: 1)
        #expect(try shelf.fragment(first).isHidden)
        #expect(try shelf.findings() == [])
    }

    @Test func aWithdrawnFragmentLeavesItsBranchAndBecomesADraft() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start(by: 1)
        let (older, newer) = (try shelf.add(after: first, by: 2), try shelf.add(after: first, "Ritirate", by: 3))
        try shelf.vote(newer, by: 1)
        try shelf.write { try ReadingPlace.keep(newer, in: first, read: [newer], by: 1, at: shelf.now, $0) }
        #expect(try shelf.best(first) == [first, newer])
        _ = try shelf.write { try Fragment.withdraw(newer, by: 3, at: shelf.now, $0) }
        #expect(try shelf.best(first) == [first, older])
        #expect(try shelf.findings() == [])
        #expect(try shelf.fragment(first).continuations == 1)
        let drafts = try shelf.read { try StoryDraft.all(of: 3, $0) }
        #expect(drafts.map(\.text) == ["Ritirate"])
        #expect(drafts.map(\.parent) == [first])
        let place = try shelf.read { try ReadingPlace.of(1, in: first, $0) }
        #expect(place?.fragment == first)
        // Its number leads to no other fragment.
        #expect(try shelf.add(after: older, by: 3) == newer + 1)
    }

    @Test func aWithdrawnStoryIsGone() throws {
        let shelf = try Bookshelf()
        let kept = try shelf.start("Resta", by: 2)
        let first = try shelf.start("Ritirata", by: 1)
        try shelf.write { try StoryFollow.follow(first, by: 3, at: shelf.now, $0) }
        _ = try shelf.write { try Fragment.withdraw(first, by: 1, at: shelf.now, $0) }
        let left: [Int64] = try shelf.read { try Int64.fetchAll($0, sql: "SELECT id FROM story") }
        #expect(left == [kept])
        #expect(try shelf.read { try Branch.best(of: first, $0) == nil })
        #expect(try shelf.start(by: 3) == first + 1)
        #expect(try shelf.findings() == [])
    }

    @Test func nobodyWithdrawsWhatOthersWrote() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start(by: 1)
        let refusal = Bookshelf.refusal { try shelf.write { _ = try Fragment.withdraw(first, by: 2, at: shelf.now, $0) } }
        #expect(refusal == .ownFragment)
        #expect(try shelf.best(first) == [first])
    }
}
