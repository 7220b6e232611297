import Foundation
import GRDB
import Testing
import Web

@testable import Stories

/// Lists count people, and votes that a decision leaves out add nothing.
@Suite struct VoterTests {
    private func voters(_ story: Int64, _ shelf: Bookshelf) throws -> Int? {
        try shelf.value("SELECT voters FROM story WHERE id = \(story)")
    }

    private func mostVoted(_ shelf: Bookshelf, in window: VoteWindow? = nil) throws -> [StoryCard] {
        try shelf.read { db in
            try window.map { try StoryCard.mostVoted(within: $0, at: shelf.sameMoment, db) }
                ?? StoryCard.mostVoted(at: shelf.sameMoment, db)
        }
    }

    /// A branch of `count` fragments of Anna, each new end voted for by Bruno.
    private func ofOneVoter(_ count: Int, _ shelf: Bookshelf) throws -> Int64 {
        let story = try shelf.start("Di uno solo", by: 1)
        var end = story
        for _ in 1...count {
            try shelf.vote(end, by: 2)
            end = try shelf.add(after: end, by: 1)
        }
        return story
    }

    @Test func aStoryOfOneVoterComesAfterOneOfTwo() throws {
        let shelf = try Bookshelf(writers: 5)
        let lonely = try ofOneVoter(6, shelf)
        let liked = try shelf.start("Di due", by: 1)
        try shelf.vote(liked, by: 3)
        try shelf.vote(liked, by: 4)
        #expect(try mostVoted(shelf).map(\.id) == [liked, lonely])
        #expect(try mostVoted(shelf).map(\.voters) == [2, 1])
        #expect(try mostVoted(shelf).map(\.weight) == [2, 6])
        let branch = try #require(try shelf.read { try Branch.best(of: lonely, $0) })
        #expect(branch.voters == 1)
        #expect(try shelf.findings() == [])
    }

    /// Where votes are many, pages read what the job has counted.
    @Test func theJobCountsTheVotesOfATimeAsThePageDoes() throws {
        let shelf = try Bookshelf(writers: 6)
        let (liked, other) = (try shelf.start("Piace", by: 1), try shelf.start("Meno", by: 1))
        for voter in [2, 3, 4] as [Int64] { try shelf.vote(liked, by: voter) }
        try shelf.vote(other, by: 5)
        try shelf.write { try $0.execute(sql: "UPDATE vote SET at = ? WHERE writer = 2", arguments: [shelf.sameMoment - 20 * 86_400]) }
        func read(_ window: VoteWindow, few: Int) throws -> [StoryCard] {
            try shelf.read { try StoryCard.mostVoted(within: window, few: few, at: shelf.sameMoment, $0) }
        }
        #expect(try read(.week, few: 0) == [])
        try shelf.write { db in
            for window in VoteWindow.allCases {
                try VoteWindowJob.store(VoteWindowJob.read(window, at: shelf.sameMoment, db), of: window, db)
            }
        }
        for window in VoteWindow.allCases {
            let live = try read(window, few: 100)
            #expect(try read(window, few: 0) == live)
            #expect(live.map(\.voters) == (window == .week ? [2, 1] : [3, 1]))
        }
        // What was hidden since is not listed, whatever was counted.
        _ = try shelf.write {
            try CaseDecision.impose(Sanctions(hides: true, reason: .spam), on: 1, fragment: liked, by: shelf.moderator, at: shelf.now, $0)
        }
        #expect(try read(.week, few: 0).map(\.id) == [other])
    }

    @Test func votersAreCountedAnewWhenAnotherBranchIsBest() throws {
        let shelf = try Bookshelf(writers: 6)
        let story = try shelf.start(by: 1)
        let (first, second) = (try shelf.add(after: story, by: 1), try shelf.add(after: story, by: 1))
        try shelf.vote(first, by: 2)
        #expect(try voters(story, shelf) == 1)
        for voter in [3, 4] as [Int64] { try shelf.vote(second, by: voter) }
        #expect(try voters(story, shelf) == 2)
        let third = try shelf.add(after: second, by: 1)
        for voter in [3, 5] as [Int64] { try shelf.vote(third, by: voter) }
        #expect(try voters(story, shelf) == 3)
        #expect(try shelf.weight(story) == 4)
        _ = try shelf.write {
            try CaseDecision.impose(Sanctions(hides: true, reason: .spam), on: 1, fragment: third, by: shelf.moderator, at: shelf.now, $0)
        }
        #expect(try voters(story, shelf) == 2)
        #expect(try shelf.findings() == [])
    }

    @Test func onlyVotesOfTheTimeCountInAWindow() throws {
        let shelf = try Bookshelf(writers: 5)
        let (old, new) = (try shelf.start("Vecchia", by: 1), try shelf.start("Nuova", by: 1))
        for voter in [2, 3, 4] as [Int64] { try shelf.vote(old, by: voter) }
        try shelf.vote(new, by: 2)
        try shelf.write { db in
            try db.execute(sql: "UPDATE vote SET at = ? WHERE fragment = ?", arguments: [shelf.sameMoment - 10 * 86_400, old])
        }
        #expect(try mostVoted(shelf, in: .week).map(\.id) == [new])
        #expect(try mostVoted(shelf, in: .month).map(\.id) == [old, new])
        #expect(try mostVoted(shelf, in: .month).map(\.voters) == [3, 1])
    }

    /// What is stored must be as if the votes had never been given, and the very same as before when the decision is undone.
    @Test func votesThatAreLeftOutComeBackToTheLast() throws {
        let shelf = try Bookshelf(writers: 6)
        let story = try shelf.start(by: 1)
        let (ring, honest) = (try shelf.add(after: story, by: 2), try shelf.add(after: story, by: 3))
        try shelf.vote(honest, by: 4)
        try shelf.vote(ring, by: 5)
        let end = try shelf.add(after: ring, by: 2)
        try shelf.vote(end, by: 5)
        try shelf.vote(end, by: 6)
        let before = try shelf.state()
        let measures = Sanctions(leavesOut: .all, reason: .other)
        let decision = try shelf.write { try CaseDecision.impose(measures, on: 5, by: shelf.moderator, at: shelf.now, $0) }
        #expect(decision.unvotes)
        #expect(decision.isMeasure)
        // Both branches weigh 1 now: the older one is best.
        #expect(try shelf.best(story) == [story, ring, end])
        #expect(try shelf.fragment(end).weight == 1)
        #expect(try voters(story, shelf) == 1)
        #expect(try shelf.findings() == [])
        _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(try shelf.state() == before)
        #expect(try shelf.findings() == [])
    }

    @Test func laterVotesAreLeftOutToo() throws {
        let shelf = try Bookshelf()
        let story = try shelf.start(by: 1)
        let measures = Sanctions(leavesOut: .all, reason: .other)
        let decision = try shelf.write { try CaseDecision.impose(measures, on: 2, by: shelf.moderator, at: shelf.now, $0) }
        let vote = try shelf.vote(story, by: 2)
        #expect(vote.weight == 0)
        #expect(vote.isBest)
        #expect(try voters(story, shelf) == 0)
        _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(try shelf.weight(story) == 1)
        #expect(try voters(story, shelf) == 1)
        #expect(try shelf.findings() == [])
    }

    @Test func aRingIsLeftOutWithoutItsOtherVotes() throws {
        let shelf = try Bookshelf(writers: 5)
        let (anna, carla) = (try shelf.start(by: 1), try shelf.start(by: 3))
        try shelf.vote(anna, by: 2)
        try shelf.vote(carla, by: 2)
        let measures = Sanctions(leavesOut: .of(author: 1), reason: .other)
        let decision = try shelf.write { try CaseDecision.impose(measures, on: 2, by: shelf.moderator, at: shelf.now, $0) }
        #expect(try shelf.weight(anna) == 0)
        #expect(try shelf.weight(carla) == 1)
        // Two decisions may leave out the same vote: it comes back with the last of them.
        let all = Sanctions(leavesOut: .all, reason: .other)
        let second = try shelf.write { try CaseDecision.impose(all, on: 2, by: shelf.moderator, at: shelf.now, $0) }
        _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(try shelf.weight(anna) == 0)
        _ = try shelf.write { try second.undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(try shelf.weight(anna) == 1)
        #expect(try shelf.weight(carla) == 1)
        #expect(try shelf.findings() == [])
    }

    @Test func anAppealBringsVotesBackAndItsUndoingLeavesThemOutAgain() throws {
        let shelf = try Bookshelf()
        let story = try shelf.start(by: 1)
        try shelf.vote(story, by: 2)
        let measures = Sanctions(leavesOut: .all, reason: .other)
        let decision = try shelf.write { try CaseDecision.impose(measures, on: 2, by: shelf.moderator, at: shelf.now, $0) }
        try shelf.write { db in
            try Appeal.file("Mi piaceva", against: decision, at: shelf.now, db)
            _ = try Appeal.decide(1, upholds: true, answer: "", by: shelf.colleague, at: shelf.now, db)
        }
        #expect(try shelf.weight(story) == 1)
        _ = try shelf.write { try Appeal.undo(1, by: shelf.colleague, at: shelf.now, $0) }
        #expect(try shelf.weight(story) == 0)
        #expect(try shelf.findings() == [])
    }

    /// Any order of votes, continuations, hidings and decisions leaves what an independent count finds.
    @Test func randomActsLeaveTheFiguresOfARecount() throws {
        let shelf = try Bookshelf(writers: 8)
        var chance = SeededRandomGenerator(seed: 38)
        var fragments = [try shelf.start(by: 1)]
        var decisions: [CaseDecision] = []
        for _ in 1...120 {
            let (writer, fragment) = (Int64.random(in: 1...8, using: &chance), fragments.randomElement(using: &chance)!)
            switch Int.random(in: 0...9, using: &chance) {
            case 0...2: if try shelf.fragment(fragment).isVisible { fragments.append(try shelf.add(after: fragment, by: writer)) }
            case 3...6: _ = Bookshelf.refusal { try shelf.vote(fragment, by: writer) }
            case 7:
                let votes: Sanctions.LeftOutVotes =
                    Bool.random(using: &chance) ? .all : .of(author: Int64.random(in: 1...8, using: &chance))
                let measures = Sanctions(leavesOut: votes, reason: .other)
                decisions.append(try shelf.write { try CaseDecision.impose(measures, on: writer, by: shelf.moderator, at: shelf.now, $0) })
            case 8:
                let (id, known) = (fragment, try shelf.fragment(fragment))
                guard !known.isHidden else { continue }
                let measures = Sanctions(hides: true, reason: .spam)
                decisions.append(
                    try shelf.write {
                        try CaseDecision.impose(measures, on: known.writer, fragment: id, by: shelf.moderator, at: shelf.now, $0)
                    })
            default:
                guard let decision = decisions.randomElement(using: &chance) else { continue }
                _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) }
            }
            #expect(try shelf.findings() == [])
        }
        for decision in decisions { _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) } }
        let counted: Int? = try shelf.value("SELECT count(*) FROM vote WHERE isCounted = 1")
        let given: Int? = try shelf.value("SELECT count(*) FROM vote")
        #expect(counted == given)
        #expect(try shelf.findings() == [])
    }
}
