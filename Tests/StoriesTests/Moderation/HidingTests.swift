import Foundation
import GRDB
import Testing

@testable import Stories

@Suite struct HidingTests {
    /// A story of five: 1-2-3 is the best branch, 1-4-5 the other.
    private func grown() throws -> Bookshelf {
        let shelf = try Bookshelf(writers: 9)
        let first = try shelf.start()
        let second = try shelf.add(after: first)
        try shelf.vote(second, by: 4)
        let third = try shelf.add(after: second, by: 3)
        try shelf.vote(third, by: 5)
        let fourth = try shelf.add(after: first, by: 3)
        try shelf.add(after: fourth)
        return shelf
    }

    private func hide(_ fragment: Int64, _ shelf: Bookshelf) throws -> CaseDecision {
        let measures = Sanctions(hides: true, reason: .spam)
        let writer = try shelf.fragment(fragment).writer
        return try shelf.write { try CaseDecision.impose(measures, on: writer, fragment: fragment, by: shelf.moderator, at: shelf.now, $0) }
    }

    @Test func aHiddenEndMakesTheOneBeforeItTheEnd() throws {
        let shelf = try grown()
        _ = try hide(3, shelf)
        #expect(try shelf.best(1) == [1, 2])
        #expect(try shelf.weight(1) == 1)
        #expect(try shelf.fragment(2).isEnd)
        try shelf.vote(2, by: 6)
        #expect(try shelf.weight(1) == 2)
        // The hidden one carries the vote as well: its path weighs more.
        #expect(try shelf.fragment(3).weight == 3)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func whatFollowsAHiddenFragmentLeavesWithIt() throws {
        let shelf = try grown()
        _ = try hide(2, shelf)
        #expect(try shelf.best(1) == [1, 4, 5])
        #expect(try shelf.weight(1) == 0)
        let vote = Bookshelf.refusal { try shelf.vote(3, by: 7) }
        #expect(vote == .hidden)
        let answer = Bookshelf.refusal { try shelf.add(after: 3, by: 7) }
        #expect(answer == .hidden)
        // Its own words stay readable by a direct link: it is covered, not hidden.
        let third = try shelf.fragment(3)
        #expect(third.cover == 1)
        #expect(!third.isHidden)
        let tree = try shelf.read { try StoryTree(of: 1, $0) }
        #expect(tree.branch(through: 3) == [1, 2, 3])
    }

    @Test func aHiddenBeginningHidesTheStory() throws {
        let shelf = try grown()
        _ = try hide(1, shelf)
        #expect(try shelf.best(1) == [])
        let tip: Int64? = try shelf.value("SELECT tip FROM story WHERE id = 1")
        #expect(tip == nil)
        #expect(try shelf.fragment(5).cover == 1)
        #expect(try shelf.findings().isEmpty)
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [Int64])
    func undoingBringsBackTheVerySameState(_ fragment: Int64) throws {
        let shelf = try grown()
        let before = try shelf.state()
        let decision = try hide(fragment, shelf)
        #expect(try shelf.state() != before)
        let isDone = try shelf.write { try decision.undo(by: shelf.colleague, at: shelf.now, $0) }
        #expect(isDone)
        #expect(try shelf.state() == before)
        let again = try shelf.write { try decision.undo(by: shelf.colleague, at: shelf.now, $0) }
        #expect(!again)
    }

    @Test func twoHidingsOnOnePathAreUndoneInAnyOrder() throws {
        let shelf = try grown()
        let before = try shelf.state()
        let (upper, lower) = (try hide(2, shelf), try hide(3, shelf))
        #expect(try shelf.fragment(3).cover == 2)
        _ = try shelf.write { try upper.undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(try shelf.best(1) == [1, 2])
        _ = try shelf.write { try lower.undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(try shelf.state() == before)
    }

    @Test func whatIsHiddenIsNotHiddenAgain() throws {
        let shelf = try grown()
        _ = try hide(3, shelf)
        #expect(throws: Sanctions.Problem.nothingToHide) { _ = try hide(3, shelf) }
    }
}

@Suite struct TreeCheckTests {
    @Test func whatWasTamperedWithIsNamedAndPutRight() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let second = try shelf.add(after: first)
        try shelf.vote(second, by: 3)
        let before = try shelf.state()
        try shelf.write { db in
            try db.execute(sql: "UPDATE fragment SET weight = 7, continuations = 3 WHERE id = 2")
            try db.execute(sql: "UPDATE fragment SET cover = 2 WHERE id = 1")
            try db.execute(sql: "UPDATE story SET weight = 9, tip = 1")
            try db.execute(sql: "DELETE FROM bestBranch WHERE position = 1")
        }
        let found = try shelf.write { try TreeCheck.repair($0) }
        #expect(found == [.init(story: 1, what: ["bestBranch", "continuations", "cover", "storyWeight", "tip", "weight"])])
        #expect(try shelf.findings().isEmpty)
        #expect(try shelf.state() == before)
    }

    /// Ten thousand acts of many people in any order, and the check finds nothing.
    @Test func nothingIsWrongAfterTenThousandActs() throws {
        let shelf = try Bookshelf(writers: 40)
        var chance = Chance(seed: 20261121)
        var decided: [CaseDecision] = []
        try shelf.write { db in
            for _ in 0..<10_000 {
                let (writer, now) = (Int64(1 + chance.below(40)), shelf.now)
                // As many as there are: none is ever deleted.
                let count = try Int.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM fragment")) ?? 0
                let fragment = Int64(count == 0 ? 0 : 1 + chance.below(count))
                switch chance.below(100) {
                case _ where count == 0, 0..<2:
                    _ = Bookshelf.refusal { _ = try Fragment.start(Bookshelf.content("Inizio", title: "Titolo"), by: writer, at: now, db) }
                case 2..<30:
                    _ = Bookshelf.refusal { _ = try Fragment.add(Bookshelf.content("E poi"), after: fragment, by: writer, at: now, db) }
                case 30..<92:
                    _ = Bookshelf.refusal { try Fragment.vote(for: fragment, by: writer, at: now, db) }
                case 92..<96:
                    guard let known = try Fragment.find(fragment, db), !known.isHidden else { continue }
                    let measures = Sanctions(hides: true, reason: .other)
                    decided.append(
                        try CaseDecision.impose(measures, on: known.writer, fragment: fragment, by: shelf.moderator, at: now, db))
                case 96:
                    // Who has left is not suspended any more.
                    guard try Writer.find(writer, db)?.deletedAt == nil else { continue }
                    // A week of time as the test counts it is a thousand acts.
                    let measures = Sanctions(suspension: .until(now + 7 * 86_400), unlists: true, reason: .other)
                    decided.append(try CaseDecision.impose(measures, on: writer, by: shelf.moderator, at: now, db))
                case 97:
                    guard count > 0 else { continue }
                    try Hiding.lift(fragment, by: shelf.moderator, at: now, db)
                case 98 where chance.below(5) == 0 && writer > 20:
                    try Writer.erase(writer, at: now, db)
                default:
                    guard !decided.isEmpty else { continue }
                    try decided.remove(at: chance.below(decided.count)).undo(by: shelf.moderator, at: now, db)
                }
            }
        }
        #expect(try shelf.findings().isEmpty)
        let votes: Int? = try shelf.value("SELECT count(*) FROM vote")
        let (gone, suspended): (Int?, Int?) = (
            try shelf.value("SELECT count(*) FROM writer WHERE deletedAt IS NOT NULL"), try shelf.value("SELECT count(*) FROM suspension")
        )
        #expect((votes ?? 0) > 500)
        #expect((gone ?? 0) > 3)
        #expect((suspended ?? 0) > 50)
    }
}

/// The same chance every time (SplitMix64).
private struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((bits ^ (bits >> 31)) % UInt64(limit))
    }
}
