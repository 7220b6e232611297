import Foundation
import GRDB
import Testing
import Web

@testable import Stories

@Suite struct RecommendedTests {
    private func draw(_ shelf: Bookshelf, seed: UInt64 = 1, _ rule: Recommended = Recommended()) throws -> [Int64] {
        var chance = SeededRandomGenerator(seed: seed)
        return try shelf.read { try rule.draw(at: shelf.sameMoment, with: &chance, $0) }
    }

    /// Old heavy stories, stories of the month and new ones: five, twenty and five.
    @Test func thirtyAreDrawnFromTheThreeKinds() throws {
        let shelf = try Bookshelf()
        let now = shelf.sameMoment
        try shelf.write { db in
            for id in 1...60 {
                let (weight, age) = id <= 20 ? (100, 200.0) : id <= 50 ? (5, 20.0) : (0, 1.0)
                try Self.insert(Int64(id), weight: weight, at: now - age * 86400, db)
            }
        }
        let rule = Recommended(fromBest: 5, best: 20, fromMonth: 20, month: 30, fromNew: 5, days: 3)
        for seed in 1...5 as ClosedRange<UInt64> {
            let drawn = try draw(shelf, seed: seed, rule)
            #expect(drawn.count == 30)
            #expect(Set(drawn).count == 30)
            #expect(drawn.count { $0 <= 20 } == 5)
            #expect(drawn.count { (21...50).contains($0) } == 20)
            #expect(drawn.count { $0 > 50 } == 5)
        }
        let (once, again, other) = (try draw(shelf, seed: 7), try draw(shelf, seed: 7), try draw(shelf, seed: 8))
        #expect(once == again)
        #expect(once != other)
    }

    @Test func aFewStoriesAreAllShownAndNoneThatIsHidden() throws {
        let shelf = try Bookshelf()
        let stories = try (1...4).map { _ in try shelf.start() }
        let measures = Sanctions(hides: true, reason: .spam)
        _ = try shelf.write {
            try CaseDecision.impose(measures, on: 1, fragment: stories[0], by: shelf.moderator, at: shelf.now, $0)
        }
        let drawn = try draw(shelf)
        #expect(Set(drawn) == Set(stories.dropFirst()))
    }

    @Test func whoIsKeptOutOfTheListsIsNotInThem() throws {
        let shelf = try Bookshelf()
        let (his, hers) = (try shelf.start(by: 1), try shelf.start(by: 2))
        let measures = Sanctions(suspension: .forGood, unlists: true, reason: .spam)
        let decision = try shelf.write { try CaseDecision.impose(measures, on: 1, by: shelf.moderator, at: shelf.now, $0) }
        let drawn = try draw(shelf)
        #expect(drawn == [hers])
        // Its address still leads there.
        let branch = try shelf.read { try Branch.best(of: his, $0) }
        #expect(branch?.parts.count == 1)
        _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) }
        let both = try draw(shelf)
        #expect(Set(both) == [his, hers])
    }

    private static func insert(_ id: Int64, weight: Int, at: Date, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO fragment (id, story, writer, kind, title, text, createdAt, depth, weight)
                VALUES (:id, :id, 1, 'text', 'Titolo', 'Testo', :at, 0, :weight)
                """, arguments: ["id": id, "at": at, "weight": weight])
        try db.execute(
            sql: "INSERT INTO story (id, createdAt, changedAt, weight, tip, folded) VALUES (:id, :at, :at, :weight, :id, 'titolo')",
            arguments: ["id": id, "at": at, "weight": weight])
    }
}

@Suite struct ListTests {
    @Test func theFeedHoldsOnlyWhatTheFollowedBegan() throws {
        let shelf = try Bookshelf(writers: 4)
        let bruno = try shelf.read { try Writer.find(2, $0)! }
        try shelf.write { try bruno.follow(1, at: shelf.now, $0) }
        let first = try shelf.start("Prima", by: 1)
        let others = try shelf.start("Di Carla", by: 3)
        try shelf.add(after: others, by: 1)
        let second = try shelf.start("Seconda", by: 1)
        let feed = try shelf.read { try StoryCard.feed(of: 2, at: shelf.sameMoment, $0).map(\.id) }
        #expect(feed == [second, first])
    }

    @Test func aStoryIsFoundByWordsOfItsTitle() throws {
        let shelf = try Bookshelf()
        let story = try shelf.start("La città di Perù, 100% vera")
        for typed in ["citta", "PERU la", "100%"] {
            let found = try shelf.read { try StoryCard.search(typed, at: shelf.sameMoment, $0).map(\.id) }
            #expect(found == [story], "\(typed)")
        }
        for typed in ["", "  ", "citta mare", "_"] {
            let found = try shelf.read { try StoryCard.search(typed, at: shelf.sameMoment, $0) }
            #expect(found.isEmpty, "\(typed)")
        }
    }

    @Test func theProfileTellsWhatWasBegunAndWhereOneTookPart() throws {
        let shelf = try Bookshelf()
        let (his, hers) = (try shelf.start(by: 1), try shelf.start(by: 2))
        let answer = try shelf.add(after: hers, by: 1)
        try shelf.add(after: his, by: 1)
        let (started, taken) = try shelf.read { (try StoryCard.started(by: 1, $0), try StoryCard.takenPart(by: 1, $0)) }
        #expect(started.map(\.id) == [his])
        #expect(taken.map(\.id) == [answer])
        #expect(taken.first?.address == "/stories/\(hers)/branches/\(answer)")
        #expect(started.first?.address == "/stories/\(his)")
    }
}

@Suite struct BranchTests {
    @Test func aHiddenFragmentWithinABranchStaysAPlaceholder() throws {
        let shelf = try Bookshelf(writers: 5)
        let first = try shelf.start()
        let second = try shelf.add(after: first)
        let third = try shelf.add(after: second, by: 3)
        let measures = Sanctions(hides: true, reason: .insult)
        _ = try shelf.write { try CaseDecision.impose(measures, on: 2, fragment: second, by: shelf.moderator, at: shelf.now, $0) }
        let best = try shelf.read { try Branch.best(of: first, $0) }
        let through = try shelf.read { try Branch.through(third, of: first, $0) }
        #expect(best?.parts.map(\.fragment.id) == [first])
        #expect(through?.parts.map(\.fragment.id) == [first, second, third])
        #expect(through?.isBest == false)
        #expect(through?.parts[1].fragment.isHidden == true)
        let elsewhere = try shelf.read { try Branch.through(third, of: third, $0) }
        #expect(elsewhere == nil)
    }

    @Test func aPageKnowsWhatItsReaderMayDo() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let second = try shelf.add(after: first)
        let (anna, bruno, nobody) = try shelf.read {
            (try ReaderState(1, [first, second], $0), try ReaderState(2, [first, second], $0), try ReaderState(nil, [first, second], $0))
        }
        let (begin, end) = (try shelf.fragment(first), try shelf.fragment(second))
        #expect(anna.mayVote(end))
        #expect(!anna.mayVote(begin))
        #expect(!bruno.mayVote(end))
        #expect(bruno.wrote(end))
        #expect(nobody.mayVote(end))
        try shelf.vote(second, by: 1)
        let after = try shelf.read { try ReaderState(1, [second], $0) }
        #expect(after.hasVoted(end))
        #expect(!after.mayVote(end))
    }
}

@Suite struct LeaseTests {
    @Test func theSecondIsToldUntilWhen() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let start = shelf.now
        try shelf.write { try Lease.take(first, by: 2, at: start, $0) }
        try shelf.write { try Lease.take(first, by: 3, at: start + 60, $0) }
        let (toCarla, toBruno) = try shelf.read {
            (try Lease.of(first, otherThan: 3, at: start + 61, $0), try Lease.of(first, otherThan: 2, at: start + 61, $0))
        }
        #expect(toCarla?.writer == 2)
        #expect(toCarla?.until == start + Lease.lasts)
        #expect(toBruno == nil)
        // It comes back by itself.
        try shelf.write { try Lease.take(first, by: 3, at: start + Lease.lasts, $0) }
        let later = try shelf.read { try Lease.of(first, otherThan: 2, at: start + Lease.lasts + 1, $0) }
        #expect(later?.writer == 3)
    }

    @Test func whatIsTypedIsKeptOnceForEachPlace() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        func keep(_ text: String, photo: String? = nil) throws -> StoryDraft? {
            try shelf.write {
                try StoryDraft.keep(
                    of: 2, parent: first, kind: .photo, title: "", text: text, photo: photo, sending: UUID().uuidString, at: shelf.now, $0)
            }
        }
        let (one, two) = (try keep("Uno", photo: "0a"), try keep("Due"))
        #expect(two?.text == "Due")
        #expect(two?.photo == "0a")
        #expect(two?.sending == one?.sending)
        let count: Int? = try shelf.value("SELECT count(*) FROM storyDraft")
        #expect(count == 1)
    }
    @Test func whatAnotherFormKeptIsNotWrittenOver() throws {
        let shelf = try Bookshelf()
        func keep(_ text: String, form: String, base: String = "") throws -> StoryDraft? {
            try shelf.write {
                try StoryDraft.keep(
                    of: 2, parent: nil, kind: .text, title: "", text: text, photo: nil, sending: "s", from: .init(form: form, base: base),
                    at: shelf.now, $0)
            }
        }
        func texts() throws -> [String] { try shelf.read { try StoryDraft.all(of: 2, $0).map(\.text).sorted() } }
        let first = try #require(try keep("Uno", form: "a"))
        // A second tab goes on with the draft; the first, which has not seen that, goes on too.
        let second = try keep("Uno e due", form: "b", base: first.hash)
        #expect(second?.id == first.id)
        let third = try keep("Uno e tre", form: "a")
        #expect(third?.id != first.id)
        #expect(try texts() == ["Uno e due", "Uno e tre"])
        _ = try keep("Uno e due, e poi", form: "b", base: first.hash)
        #expect(try texts() == ["Uno e due, e poi", "Uno e tre"])
        // A draft goes only with its own words.
        try shelf.write { try second?.removePublished($0) }
        #expect(try texts() == ["Uno e due, e poi", "Uno e tre"])
        try shelf.write { try third?.removePublished($0) }
        #expect(try texts() == ["Uno e due, e poi"])
    }

    @Test func tooManyDraftsOfOnePlaceAreSaidAndNoneIsDropped() throws {
        let shelf = try Bookshelf()
        let kept = try (0...StoryDraft.most).map { number in
            try shelf.write {
                try StoryDraft.keep(
                    of: 2, parent: nil, kind: .text, title: "", text: "Testo \(number)", photo: nil, sending: "s",
                    from: .init(form: "f\(number)"), at: shelf.now, $0)
            }
        }
        #expect(kept.dropLast().allSatisfy { $0 != nil })
        #expect(kept.last == .some(nil))
        let count: Int? = try shelf.value("SELECT count(*) FROM storyDraft")
        #expect(count == StoryDraft.most)
    }
}
