import Foundation
import GRDB
import Testing

@testable import Stories

@Suite struct ReportTests {
    private func report(_ fragment: Int64, _ reason: Reason = .spam, by writer: Int64, _ shelf: Bookshelf) throws -> ModerationCase {
        try shelf.write { try Report.file(fragment, reason, by: writer, at: shelf.now, $0) }
    }

    @Test func thirtyReportsOfOneFragmentAreOneCase() throws {
        let shelf = try Bookshelf(writers: 32)
        let first = try shelf.start()
        let cases = try (2...31).map { try report(first, by: Int64($0), shelf).id }
        #expect(Set(cases).count == 1)
        let queue = try shelf.read { try ModerationCase.queue(at: shelf.now, $0) }
        #expect(queue.map(\.fragment) == [first])
        let decision = try shelf.write { try CaseDecision.decide(cases[0], version: 1, .keep, by: shelf.moderator, at: shelf.now, $0) }
        let told: Int? = try shelf.value("SELECT count(*) FROM storyNotice WHERE kind = 'reportDecided' AND decision = \(decision.id)")
        #expect(told == 30)
        let left = try shelf.read { try ModerationCase.queue(at: shelf.now, $0) }
        #expect(left.isEmpty)
    }

    @Test func aReaderReportsAFragmentOnceAndNotHisOwn() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        _ = try report(first, by: 2, shelf)
        let again = Bookshelf.refusal { _ = try report(first, .hate, by: 2, shelf) }
        let own = Bookshelf.refusal { _ = try report(first, by: 1, shelf) }
        #expect(again == .alreadyReported)
        #expect(own == .ownFragment)
        // The very same, whose answer was lost, is answered as before.
        let same = Bookshelf.refusal { _ = try report(first, by: 2, shelf) }
        #expect(same == nil)
        let count: Int? = try shelf.value("SELECT count(*) FROM fragmentReport")
        #expect(count == 1)
    }

    @Test func theCaseKeepsWhatWasReported() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start("Un titolo")
        let opened = try report(first, by: 2, shelf)
        #expect(opened.title == "Un titolo")
        #expect(opened.text == "Inizio")
        #expect(opened.version == 1)
    }

    @Test func theHeavierReportComesFirstAndAgeMovesUp() throws {
        let shelf = try Bookshelf(writers: 6)
        let (mild, grave) = (try shelf.start(), try shelf.start())
        _ = try report(mild, .spam, by: 3, shelf)
        _ = try report(grave, .minors, by: 3, shelf)
        let soon = try shelf.read { try ModerationCase.queue(at: shelf.sameMoment, $0).map(\.fragment) }
        #expect(soon == [grave, mild])
        // Weeks later a fresh report of the same weight comes after it, and before all that is not severe.
        let later = shelf.sameMoment + 20 * 86400
        let fresh = try shelf.start()
        _ = try shelf.write { try Report.file(fresh, .threat, by: 3, at: later, $0) }
        let queue = try shelf.read { try ModerationCase.queue(at: later, $0).map(\.fragment) }
        #expect(queue == [grave, fresh, mild])
    }

    @Test func whoIsOftenWrongWeighsLess() throws {
        let shelf = try Bookshelf(writers: 4)
        for _ in 0..<4 {
            let story = try shelf.start()
            let opened = try report(story, by: 2, shelf)
            _ = try shelf.write { try CaseDecision.decide(opened.id, version: 1, .keep, by: shelf.moderator, at: shelf.now, $0) }
        }
        let (wrong, unknown) = try shelf.read { (try Reporter(2, $0), try Reporter(3, $0)) }
        #expect(wrong == Reporter(upheld: 0, rejected: 4))
        #expect(unknown.accuracy == 0.5)
        let (byWrong, byUnknown) = (try report(try shelf.start(), by: 2, shelf), try report(try shelf.start(), by: 3, shelf))
        #expect(byWrong.urgency < byUnknown.urgency / 2)
        // The same fragment, kept once, weighs half when it is reported again.
        let kept = try report(1, .other, by: 3, shelf)
        #expect(kept.urgency == byUnknown.urgency / 2)
    }

    @Test func reachCountsWhoMustPassThrough() {
        let alone = Priority.reach(beneath: 0, votes: 0, isOnBestBranch: true)
        #expect(alone == 1)
        #expect(Priority.reach(beneath: 7, votes: 0, isOnBestBranch: true) == 4)
        #expect(Priority.reach(beneath: 7, votes: 0, isOnBestBranch: false) == 2)
    }
}

@Suite struct DecisionTests {
    /// A story of Anna's that Bruno and Carla reported.
    private func reported() throws -> (Bookshelf, ModerationCase) {
        let shelf = try Bookshelf(writers: 6)
        let first = try shelf.start()
        _ = try shelf.write { try Report.file(first, .insult, by: 2, at: shelf.now, $0) }
        let opened = try shelf.write { try Report.file(first, .hate, by: 3, at: shelf.now, $0) }
        return (shelf, opened)
    }

    private func decide(_ known: ModerationCase, _ measures: Sanctions, _ shelf: Bookshelf) throws -> CaseDecision {
        try shelf.write { try CaseDecision.decide(known.id, version: known.version, measures, by: shelf.moderator, at: shelf.now, $0) }
    }

    private func kinds(of writer: Int64, _ shelf: Bookshelf) throws -> [StoryNotice.Kind] {
        try shelf.read { try StoryNotice.list(for: writer, at: shelf.sameMoment, $0).map(\.kind) }
    }

    @Test func severalMeasuresAtOnceAreOneDecision() throws {
        let (shelf, known) = try reported()
        let end = shelf.sameMoment + 3 * 86400
        let decision = try decide(
            known, Sanctions(hides: true, warns: true, suspension: .until(end), reason: .hate, message: "Per tre giorni."), shelf)
        #expect(decision.hides)
        #expect(decision.warns)
        #expect(decision.suspends)
        let fragment = try shelf.fragment(known.fragment)
        #expect(fragment.isHidden)
        let suspension = try shelf.read { try Suspension.active(of: 1, at: shelf.sameMoment, $0) }
        #expect(suspension?.until == end)
        let over = try shelf.read { try Suspension.active(of: 1, at: end + 1, $0) }
        #expect(over == nil)
        let writing = Bookshelf.refusal { try shelf.start() }
        #expect(writing == .suspended(until: end))
        let (author, reporter) = (try kinds(of: 1, shelf), try kinds(of: 2, shelf))
        #expect(author == [.measureTaken])
        #expect(reporter == [.reportDecided])
        let outcomes = try shelf.read { try Report.all(of: known.id, $0).map(\.outcome) }
        #expect(outcomes == [.upheld, .upheld])
    }

    @Test func undoingTakesBackEverythingItBroughtAbout() throws {
        let (shelf, known) = try reported()
        let before = try shelf.state()
        let decision = try decide(known, Sanctions(hides: true, warns: true, suspension: .forGood, reason: .hate), shelf)
        // Bruno has read what became of his report, Anna and Carla have not.
        try shelf.write { try StoryNotice.read(upTo: 1000, by: 2, at: shelf.now, $0) }
        _ = try shelf.write { try decision.undo(by: shelf.colleague, at: shelf.now, $0) }
        let after = try shelf.state()
        #expect(after == before)
        let reopened = try shelf.read { try ModerationCase.find(known.id, $0) }
        #expect(reopened?.state == .open)
        #expect(reopened?.version == 3)
        let suspension = try shelf.read { try Suspension.active(of: 1, at: shelf.sameMoment, $0) }
        let strikes: Int? = try shelf.value("SELECT count(*) FROM strike WHERE endedAt IS NULL")
        #expect(suspension == nil)
        #expect(strikes == 0)
        let (author, read, unread) = (try kinds(of: 1, shelf), try kinds(of: 2, shelf), try kinds(of: 3, shelf))
        #expect(author == [])
        #expect(read == [.decisionUndone, .reportDecided])
        #expect(unread == [])
        let undecided = try shelf.read { try Report.all(of: known.id, $0).allSatisfy { $0.outcome == nil } }
        #expect(undecided)
        try shelf.start()
    }

    @Test func twoModeratorsNeverDecideTheSameCase() throws {
        let (shelf, known) = try reported()
        _ = try shelf.write { try ModerationCase.claim(known.id, by: 2, at: shelf.now, $0) }
        #expect(throws: Collision.claimed) { _ = try decide(known, .keep, shelf) }
        // The claim runs out by itself.
        let late = shelf.sameMoment + ModerationCase.claimLasts + 1
        _ = try shelf.write { try CaseDecision.decide(known.id, version: 1, .keep, by: shelf.moderator, at: late, $0) }
        #expect(throws: Collision.changed) { _ = try decide(known, .keep, shelf) }
        let decisions: Int? = try shelf.value("SELECT count(*) FROM decision")
        #expect(decisions == 1)
    }

    @Test func theNextCaseIsOneThatNobodyWorksOn() throws {
        let (shelf, known) = try reported()
        let other = try shelf.start(by: 2)
        _ = try shelf.write { try Report.file(other, .spam, by: 3, at: shelf.now, $0) }
        _ = try shelf.write { try ModerationCase.claim(known.id, by: 2, at: shelf.now, $0) }
        let (mine, theirs) = try shelf.read {
            (
                try ModerationCase.next(for: 1, at: shelf.sameMoment, $0)?.fragment,
                try ModerationCase.next(for: 2, at: shelf.sameMoment, $0)?.fragment
            )
        }
        #expect(mine == other)
        #expect(theirs == known.fragment)
    }

    @Test func aFriendlyWordIsNoStrike() throws {
        let (shelf, known) = try reported()
        _ = try decide(known, Sanctions(message: "Bella storia, attenzione ai nomi veri."), shelf)
        let strikes: Int? = try shelf.value("SELECT count(*) FROM strike")
        let author = try kinds(of: 1, shelf)
        let outcomes = try shelf.read { try Report.all(of: known.id, $0).map(\.outcome) }
        #expect(strikes == 0)
        #expect(author == [.message])
        #expect(outcomes == [.noted, .noted])
    }

    @Test func aNewReportAfterKeepingOpensANewCaseAndUndoingMergesThem() throws {
        let (shelf, known) = try reported()
        let decision = try decide(known, .keep, shelf)
        let second = try shelf.write { try Report.file(known.fragment, .spam, by: 4, at: shelf.now, $0) }
        #expect(second.id != known.id)
        _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) }
        let (first, reports) = try shelf.read { (try ModerationCase.find(known.id, $0), try Report.all(of: second.id, $0).count) }
        #expect(first?.state == .merged)
        #expect(reports == 3)
        let open = try shelf.read { try ModerationCase.queue(at: shelf.now, $0).map(\.id) }
        #expect(open == [second.id])
    }

    @Test func aLongerSuspensionTakesTheShortersPlaceAndGivesItBack() throws {
        let shelf = try Bookshelf()
        func suspend(_ term: Sanctions.Term) throws -> CaseDecision {
            let measures = Sanctions(suspension: term, reason: .threat)
            return try shelf.write { try CaseDecision.impose(measures, on: 1, by: shelf.moderator, at: shelf.now, $0) }
        }
        let end = shelf.sameMoment + 5 * 86400
        let short = try suspend(.until(end))
        let long = try suspend(.forGood)
        let during = try shelf.read { try Suspension.active(of: 1, at: shelf.sameMoment, $0) }
        #expect(during?.until == nil)
        #expect(during?.decision == long.id)
        _ = try shelf.write { try long.undo(by: shelf.moderator, at: shelf.now, $0) }
        let after = try shelf.read { try Suspension.active(of: 1, at: shelf.sameMoment, $0) }
        #expect(after?.decision == short.id)
        #expect(after?.until == end)
        let lifted = try shelf.write { try Suspension.lift(after!.id, by: shelf.colleague, at: shelf.now, $0) }
        let none = try shelf.read { try Suspension.active(of: 1, at: shelf.sameMoment, $0) }
        #expect(lifted)
        #expect(none == nil)
        try shelf.start()
    }

    @Test func heavyMeasuresNeedARule() throws {
        let (shelf, known) = try reported()
        #expect(throws: Sanctions.Problem.reasonMissing) { _ = try decide(known, Sanctions(warns: true), shelf) }
        let past = Sanctions(suspension: .until(shelf.sameMoment - 1), reason: .spam)
        #expect(throws: Sanctions.Problem.endIsOver) { _ = try decide(known, past, shelf) }
        let audited: Int? = try shelf.value("SELECT count(*) FROM audit")
        #expect(audited == 0)
    }

    @Test func aSuspensionEndsEverySession() throws {
        let (shelf, known) = try reported()
        try shelf.write { db in
            try db.execute(
                sql: """
                    INSERT INTO writerSession (tokenHash, writer, kind, device, createdAt, expiresAt)
                    VALUES (zeroblob(32), 1, 'browser', '', '2026-01-01', '2099-01-01')
                    """)
        }
        _ = try decide(known, Sanctions(suspension: .forGood, reason: .hate), shelf)
        let sessions: Int? = try shelf.value("SELECT count(*) FROM writerSession")
        #expect(sessions == 0)
        let audited: String? = try shelf.value("SELECT group_concat(action) FROM audit")
        #expect(audited == "stories.decisions.make")
    }
}

@Suite struct NoticeTests {
    private func kinds(of writer: Int64, _ shelf: Bookshelf) throws -> [StoryNotice.Kind] {
        try shelf.read { try StoryNotice.list(for: writer, at: shelf.sameMoment, $0).map(\.kind) }
    }

    @Test func onlyTheFirstContinuationIsTold() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let second = try shelf.add(after: first, by: 2)
        try shelf.add(after: first, by: 3)
        try shelf.add(after: second, by: 3)
        try shelf.add(after: second, by: 1)
        let (anna, bruno, carla) = (try kinds(of: 1, shelf), try kinds(of: 2, shelf), try kinds(of: 3, shelf))
        #expect(anna == [.storyContinued])
        #expect(bruno == [.branchContinued])
        #expect(carla == [])
    }

    @Test func nobodyIsToldOfHimself() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        try shelf.add(after: first, by: 1)
        try shelf.add(after: first, by: 2)
        let anna = try kinds(of: 1, shelf)
        #expect(anna == [])
    }

    @Test func aNewFollowerIsToldOnce() throws {
        let shelf = try Bookshelf()
        let bruno = try shelf.read { try Writer.find(2, $0)! }
        for _ in 1...2 {
            try shelf.write { try bruno.follow(1, at: shelf.now, $0) }
            try shelf.write { try bruno.unfollow(1, $0) }
        }
        let anna = try kinds(of: 1, shelf)
        #expect(anna == [.follower])
        let himself = Bookshelf.refusal { try shelf.write { try bruno.follow(2, at: shelf.now, $0) } }
        #expect(himself == .selfFollow)
    }

    @Test func whatIsHiddenIsNotToldAnyMore() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let second = try shelf.add(after: first, by: 2)
        let measures = Sanctions(hides: true, reason: .spam)
        let decision = try shelf.write {
            try CaseDecision.impose(measures, on: 2, fragment: second, by: shelf.moderator, at: shelf.now, $0)
        }
        let hidden = try shelf.read { try StoryNotice.unread(for: 1, at: shelf.sameMoment, $0) }
        _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) }
        let shown = try shelf.read { try StoryNotice.unread(for: 1, at: shelf.sameMoment, $0) }
        #expect(hidden == 0)
        #expect(shown == 1)
    }
}
