import Admin
import Foundation
import GRDB
import Testing

@testable import Stories

@Suite struct TreeTests {
    /// The worked example of the mechanics: 3, 3, 0, a tie, then 4 and another branch is shown.
    @Test func weightsFollowThePathAndAFourthVoteTurnsTheStory() throws {
        let shelf = try Bookshelf(writers: 9)
        let first = try shelf.start()
        let second = try shelf.add(after: first)
        for voter in 3...5 { try shelf.vote(second, by: Int64(voter)) }
        let third = try shelf.add(after: second)
        #expect(try shelf.fragment(third).weight == 3)
        #expect(try shelf.best(first) == [first, second, third])
        #expect(try shelf.weight(first) == 3)
        let fourth = try shelf.add(after: first)
        #expect(try shelf.fragment(fourth).weight == 0)
        for voter in 3...5 { try shelf.vote(fourth, by: Int64(voter)) }
        #expect(try shelf.best(first) == [first, second, third], "the older branch stays where two weigh the same")
        let fourthVote = try shelf.vote(fourth, by: 6)
        #expect(fourthVote.weight == 4)
        #expect(fourthVote.isBest)
        #expect(try shelf.best(first) == [first, fourth])
        #expect(try shelf.weight(first) == 4)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func aVoteNeverRaisesWhatComesBefore() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let second = try shelf.add(after: first)
        try shelf.vote(second, by: Bookshelf.carla)
        #expect(try shelf.fragment(first).weight == 0)
    }

    @Test func anAnswerToTheEndIsShownAtOnceWithTheSameWeight() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let second = try shelf.add(after: first)
        try shelf.vote(second, by: Bookshelf.carla)
        let third = try shelf.add(after: second, by: Bookshelf.anna)
        #expect(try shelf.best(first) == [first, second, third])
        #expect(try shelf.weight(first) == 1)
    }

    @Test func aSplitOfABranchWithoutVotesDoesNotTakeItsPlace() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let second = try shelf.add(after: first)
        let other = try shelf.add(after: first)
        #expect(try shelf.best(first) == [first, second])
        #expect(try shelf.fragment(first).continuations == 2)
        // Two branches of the same weight: what parts first decides, however long they grow.
        try shelf.add(after: other)
        #expect(try shelf.best(first) == [first, second])
    }

    @Test func anOlderBranchComesBackWithAnEqualWeight() throws {
        let shelf = try Bookshelf(writers: 5)
        let first = try shelf.start()
        let old = try shelf.add(after: first)
        let young = try shelf.add(after: first)
        try shelf.vote(young, by: 3)
        #expect(try shelf.best(first) == [first, young])
        let vote = try shelf.vote(old, by: 3)
        #expect(vote.isBest)
        #expect(try shelf.best(first) == [first, old])
        #expect(try shelf.findings().isEmpty)
    }

    @Test func votesAreRefusedWhereTheyCannotCount() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let second = try shelf.add(after: first)
        let inner = Bookshelf.refusal { try shelf.vote(first, by: Bookshelf.carla) }
        #expect(inner == .notABranchEnd([second]))
        let own = Bookshelf.refusal { try shelf.vote(second, by: Bookshelf.bruno) }
        #expect(own == .ownFragment)
        try shelf.vote(second, by: Bookshelf.carla)
        let again = Bookshelf.refusal { try shelf.vote(second, by: Bookshelf.carla) }
        #expect(again == .alreadyVoted)
        let nothing = Bookshelf.refusal { try shelf.vote(99, by: Bookshelf.carla) }
        #expect(nothing == .notFound)
        #expect(try shelf.fragment(second).weight == 1)
    }

    @Test func theSameSendingMakesOneFragment() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let content = try Bookshelf.content("Due volte")
        let ids = try (1...2).map { _ in
            try shelf.write { try Fragment.add(content, after: first, by: 2, sending: "k1", at: shelf.sameMoment, $0).id }
        }
        #expect(ids[0] == ids[1])
        let other = try shelf.write { try Fragment.add(content, after: first, by: 3, sending: "k1", at: shelf.now, $0).id }
        #expect(other != ids[0])
    }

    @Test func otherWordsUnderTheSameSendingAreAnotherFragment() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        func add(_ text: String, after parent: Int64, at moment: Date) throws -> Int64 {
            try shelf.write { try Fragment.add(Bookshelf.content(text), after: parent, by: 2, sending: "k1", at: moment, $0).id }
        }
        let one = try add("Prima", after: first, at: shelf.now)
        let two = try add("Dopo", after: first, at: shelf.now)
        let elsewhere = try add("Prima", after: one, at: shelf.now)
        #expect(Set([one, two, elsewhere]).count == 3)
        #expect(try shelf.fragment(two).text == "Dopo")
        #expect(try shelf.fragment(elsewhere).parent == one)
        // Each of them sent again is answered as before, also at once.
        #expect(try add("Prima", after: first, at: shelf.sameMoment) == one)
        #expect(try add("Dopo", after: first, at: shelf.sameMoment) == two)
        #expect(try add("Prima", after: one, at: shelf.sameMoment) == elsewhere)
        let story = try shelf.write { db in
            try ["Uno", "Due"].map {
                try Fragment.start(Bookshelf.content("Inizio", title: $0), by: 3, sending: "k2", at: shelf.now, db).id
            }
        }
        #expect(story[0] != story[1])
    }

    @Test func nobodyWritesFasterThanAPersonCan() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let content = try Bookshelf.content("Presto")
        let start = shelf.now
        func add(_ seconds: TimeInterval) -> StoryRefusal? {
            Bookshelf.refusal { _ = try shelf.write { try Fragment.add(content, after: first, by: 2, at: start + seconds, $0) } }
        }
        #expect(add(0) == nil)
        #expect(add(2) == .tooFast(seconds: 3))
        for number in 1..<30 { #expect(add(Double(number) * 6) == nil) }
        #expect(add(200) == .tooFast(seconds: 3400))
        #expect(add(3601) == nil)
        try shelf.write { db in
            var settings = try StorySettings.current(db)
            (settings.anHour, settings.pause) = (100, 60)
            _ = try settings.save(by: shelf.moderator, db)
        }
        #expect(add(3607) == .tooFast(seconds: 54))
        #expect(add(3661) == nil)
    }

    @Test func whoIsNotVerifiedOrGoneOnlyReads() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        try shelf.write { db in
            try db.execute(sql: "UPDATE writer SET verifiedAt = NULL WHERE id = 2")
            try db.execute(
                sql: "UPDATE writer SET deletedAt = '2026-01-01', email = NULL, nickname = NULL, firstName = '', lastName = '' WHERE id = 3"
            )
        }
        let unverified = Bookshelf.refusal { try shelf.add(after: first, by: 2) }
        #expect(unverified == .emailNotVerified)
        let deleted = Bookshelf.refusal { try shelf.vote(first, by: 3) }
        #expect(deleted == .loginNeeded)
    }

    @Test func aStoryIsOfOneKind() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let photo = try FragmentContent(title: "", body: .photo(file: "0a", caption: ""), isFirst: false)
        let refused = Bookshelf.refusal { _ = try shelf.write { try Fragment.add(photo, after: first, by: 2, at: shelf.now, $0) } }
        #expect(refused == .wrongKind)
    }

    @Test func aTreeIsDrawnBranchAfterBranch() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let second = try shelf.add(after: first)
        let other = try shelf.add(after: first, by: 3)
        let third = try shelf.add(after: second, by: 3)
        let all = try shelf.read { try Fragment.fetchAll($0, sql: "SELECT * FROM fragment ORDER BY id") }
        #expect(StoryTreePages.inBranches(all.map { ($0.id, $0.parent) }) == [first, second, third, other])
    }

    @Test func aBranchIsReadThroughAnyOfItsFragments() throws {
        let tree = StoryTree([
            .init(id: 1, parent: nil), .init(id: 2, parent: 1, votes: 1), .init(id: 3, parent: 1), .init(id: 4, parent: 3),
            .init(id: 5, parent: 3, votes: 2), .init(id: 6, parent: 2, votes: 4),
        ])
        #expect(tree.bestBranch == [1, 2, 6])
        #expect(tree.branch(through: 3) == [1, 3, 5])
        #expect(tree.branch(through: 4) == [1, 3, 4])
        #expect(tree.branch(through: 9) == [])
        #expect(tree.continuations(of: 1) == [2, 3])
        #expect(tree.bestWeight(through: 3) == 2)
        #expect(tree.figures[6] == .init(depth: 2, weight: 5, cover: 0, continuations: 0))
    }
}

@Suite struct FragmentContentTests {
    private func problem(_ text: String, title: String = "Titolo", isFirst: Bool = false) -> FragmentContent.Problem? {
        do {
            _ = try FragmentContent(title: title, body: .text(text), isFirst: isFirst)
            return nil
        } catch {
            if case .content(let problem) = error { return problem }
            return nil
        }
    }

    @Test func threeHundredAreAcceptedAndOneMoreIsNot() {
        #expect(problem(String(repeating: "a", count: 300)) == nil)
        #expect(problem(String(repeating: "a", count: 301)) == .textTooLong)
        #expect(problem("  " + String(repeating: "a", count: 300) + "\n\n") == nil)
        #expect(problem(String(repeating: "a", count: 299) + "\r\n" + "b") == .textTooLong)
    }

    @Test func anEmojiIsOneHoweverItIsMade() {
        let family = "\u{1F469}\u{1F3FD}\u{200D}\u{2764}\u{FE0F}\u{200D}\u{1F48B}\u{200D}\u{1F468}\u{1F3FF}"
        #expect(problem(String(repeating: family, count: 300)) == nil)
        #expect(problem(String(repeating: family, count: 301)) == .textTooLong)
    }

    @Test func whatNobodyCanReadIsRefused() {
        let marks = String(repeating: "\u{0336}", count: 40)
        #expect(problem("a" + marks) == .unreadable)
        #expect(problem(" \n ") == .missing)
        #expect(problem("Testo", title: "", isFirst: true) == .titleMissing)
        #expect(problem("Testo", title: "") == nil)
        #expect(problem("Testo", title: String(repeating: "t", count: 81)) == .titleTooLong)
    }

    @Test func aTitleIsOneLine() throws {
        let content = try FragmentContent(title: "Due\r\nrighe", body: .text("Testo"), isFirst: true)
        #expect(content.title == "Due righe")
    }
}

@Suite struct GroupCommitTests {
    /// Many at once: each counts by itself, and what one is refused takes nothing from the others.
    @Test func actsThatShareACommitStandAlone() async throws {
        let shelf = try Bookshelf(writers: 60)
        let story = try shelf.start(by: 1)
        let (commits, now) = (GroupCommit(shelf.database), shelf.now)
        let refusals = await withTaskGroup(of: StoryRefusal?.self) { group in
            // Everybody twice: the second time is refused, and so is the author.
            for voter in (1...60 as ClosedRange<Int64>).flatMap({ [$0, $0] }) {
                group.addTask {
                    do {
                        try await commits.write { _ = try Fragment.vote(for: story, by: voter, at: now, $0) }
                        return nil
                    } catch { return error as? StoryRefusal }
                }
            }
            return await group.reduce(into: [StoryRefusal?]()) { $0.append($1) }
        }
        #expect(refusals.count { $0 == nil } == 59)
        #expect(refusals.count { $0 == .alreadyVoted } == 59)
        #expect(refusals.count { $0 == .ownFragment } == 2)
        let (weight, findings) = (try shelf.weight(story), try shelf.findings())
        #expect(weight == 59)
        #expect(findings.isEmpty)
    }
}
