import Accounts
import Foundation
import GRDB
import Testing

@testable import Stories

/// Decisions looked at a second time.
@Suite struct AppealTests {
    /// A hidden fragment of Anna's, reported by Bruno and decided by account 1.
    private func decided(
        _ measures: Sanctions = Sanctions(hides: true, warns: true, reason: .insult), moderators: [Int64] = [1, 2]
    ) throws -> (Bookshelf, CaseDecision) {
        let shelf = try Bookshelf()
        for id in moderators { try shelf.write { try RoleAssignment(accountID: id, role: "moderator").insert($0) } }
        let first = try shelf.start()
        let known = try shelf.write { try Report.file(first, .insult, by: 2, at: shelf.now, $0) }
        let decision = try shelf.write { try CaseDecision.decide(known.id, version: 1, measures, by: shelf.moderator, at: shelf.now, $0) }
        return (shelf, decision)
    }

    private func appeal(_ decision: CaseDecision, _ shelf: Bookshelf, _ text: String = "Era una citazione.") throws -> Appeal {
        try shelf.write { try Appeal.file(text, against: decision, at: shelf.now, $0) }
        return try shelf.read { try Appeal.against(decision.id, $0)! }
    }

    private func judge(_ appeal: Appeal, _ upholds: Bool, by actor: Actor, _ shelf: Bookshelf) throws {
        _ = try shelf.write { try Appeal.decide(appeal.id, upholds: upholds, answer: "", by: actor, at: shelf.now, $0) }
    }

    private func kinds(of writer: Int64, _ shelf: Bookshelf) throws -> [StoryNotice.Kind] {
        try shelf.read { try StoryNotice.list(for: writer, at: shelf.sameMoment, $0).map(\.kind) }
    }

    @Test func oneAppealsOnceAndNotForEver() throws {
        let (shelf, decision) = try decided()
        #expect(throws: Appeal.Problem.textMissing) { _ = try appeal(decision, shelf, "") }
        #expect(throws: Appeal.Problem.textTooLong) { _ = try appeal(decision, shelf, String(repeating: "a", count: 1001)) }
        let first = try appeal(decision, shelf)
        #expect(throws: Appeal.Problem.twice) { _ = try appeal(decision, shelf, "Un'altra cosa.") }
        #expect(try appeal(decision, shelf) == first)
        let (late, old) = try decided()
        #expect(throws: Appeal.Problem.tooLate) {
            try late.write { try Appeal.file("Ora", against: old, at: old.at + Appeal.lasts, $0) }
        }
    }

    @Test func whoDecidedDoesNotJudgeWhereThereIsAnother() throws {
        let (shelf, decision) = try decided()
        let filed = try appeal(decision, shelf)
        #expect(throws: Appeal.Problem.own) { try judge(filed, true, by: shelf.moderator, shelf) }
        try judge(filed, false, by: shelf.colleague, shelf)
        #expect(throws: Appeal.Problem.changed) { try judge(filed, true, by: shelf.colleague, shelf) }
        let (alone, own) = try decided(moderators: [1])
        try judge(try appeal(own, alone), true, by: alone.moderator, alone)
    }

    @Test func upholdingBringsEverythingBackAndTellsOnce() throws {
        let (shelf, decision) = try decided()
        try shelf.write { try StoryNotice.read(upTo: 1000, by: 1, at: shelf.now, $0) }
        try judge(try appeal(decision, shelf), true, by: shelf.colleague, shelf)
        let (fragment, findings) = (try shelf.fragment(1), try shelf.findings())
        let strikes: Int? = try shelf.value("SELECT count(*) FROM strike WHERE endedAt IS NULL")
        #expect(!fragment.isHidden)
        #expect(strikes == 0)
        #expect(findings.isEmpty)
        let author = try kinds(of: 1, shelf)
        #expect(author == [.appealDecided, .measureTaken])
    }

    @Test func aVerdictCanBeTakenBackAndGivenAnew() throws {
        let (shelf, decision) = try decided(Sanctions(hides: true, warns: true, suspension: .until(.distantFuture), reason: .hate))
        let before = try shelf.state()
        let filed = try appeal(decision, shelf)
        try judge(filed, true, by: shelf.colleague, shelf)
        let free = try shelf.read { try Suspension.active(of: 1, at: shelf.sameMoment, $0) }
        #expect(free == nil)
        _ = try shelf.write { try Appeal.undo(filed.id, by: shelf.colleague, at: shelf.now, $0) }
        let after = try shelf.state()
        #expect(after == before)
        let (suspension, known, open) = try shelf.read {
            (
                try Suspension.active(of: 1, at: shelf.sameMoment, $0), try ModerationCase.find(1, $0)?.state,
                try Appeal.find(filed.id, $0)?.state
            )
        }
        #expect(suspension?.decision == decision.id)
        #expect(known == .decided)
        #expect(open == .open)
        let strikes: Int? = try shelf.value("SELECT count(*) FROM strike WHERE endedAt IS NULL")
        let reporter = try kinds(of: 2, shelf)
        #expect(strikes == 1)
        #expect(reporter == [.reportDecided])
        try judge(filed, false, by: shelf.colleague, shelf)
        let told = try kinds(of: 1, shelf).count { $0 == .appealDecided }
        #expect(told == 1)
    }

    // MARK: Second opinions

    @Test func aSuspensionForGoodWaitsForASecondModerator() throws {
        let (shelf, decision) = try decided(Sanctions(suspension: .forGood, reason: .threat))
        let proposed = try #require(try shelf.read { try Suspension.active(of: 1, at: shelf.sameMoment, $0) })
        #expect(proposed.until == decision.at + SecondOpinion.waits)
        #expect(throws: SecondOpinion.Problem.own) {
            try shelf.write { try SecondOpinion.give(true, on: proposed.id, by: shelf.moderator, at: shelf.now, $0) }
        }
        try shelf.write { try SecondOpinion.give(true, on: proposed.id, by: shelf.colleague, at: shelf.now, $0) }
        let confirmed = try shelf.read { try Suspension.active(of: 1, at: .distantFuture, $0) }
        #expect(confirmed?.until == nil)
        #expect(confirmed != nil)
        let isUndone = try shelf.write { try SecondOpinion.undo(proposed.id, by: shelf.colleague, at: shelf.now, $0) }
        let waiting = try shelf.read { try SecondOpinion.waiting(at: shelf.sameMoment, $0) }
        #expect(isUndone)
        #expect(waiting == 1)
        try shelf.write { try SecondOpinion.give(false, on: proposed.id, by: shelf.colleague, at: shelf.now, $0) }
        try shelf.start()
    }

    @Test func anOpinionIsNotTakenBackOfADecisionThatWas() throws {
        let (shelf, decision) = try decided(Sanctions(suspension: .forGood, reason: .threat))
        let proposed = try #require(try shelf.read { try Suspension.active(of: 1, at: shelf.sameMoment, $0) })
        try shelf.write { try SecondOpinion.give(false, on: proposed.id, by: shelf.colleague, at: shelf.now, $0) }
        _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) }
        let isUndone = try shelf.write { try SecondOpinion.undo(proposed.id, by: shelf.colleague, at: shelf.now, $0) }
        let active = try shelf.read { try Suspension.active(of: 1, at: shelf.sameMoment, $0) }
        #expect(!isUndone)
        #expect(active == nil)
    }

    @Test func anOpinionIsTakenBackAfterAnotherSuspensionRanOut() throws {
        let (shelf, _) = try decided(Sanctions(suspension: .forGood, reason: .threat))
        let proposed = try #require(try shelf.read { try Suspension.active(of: 1, at: shelf.sameMoment, $0) })
        try shelf.write { try SecondOpinion.give(false, on: proposed.id, by: shelf.colleague, at: shelf.now, $0) }
        let short = Sanctions(suspension: .until(shelf.sameMoment + 700), reason: .spam)
        _ = try shelf.write { try CaseDecision.impose(short, on: 1, by: shelf.moderator, at: shelf.now, $0) }
        let isUndone = try shelf.write { try SecondOpinion.undo(proposed.id, by: shelf.colleague, at: shelf.now, $0) }
        let active = try shelf.read { try Suspension.active(of: 1, at: shelf.sameMoment, $0) }
        #expect(isUndone)
        #expect(active?.id == proposed.id)
    }

    @Test func nobodyConfirmsAndItEndsByItself() throws {
        let (shelf, decision) = try decided(Sanctions(suspension: .forGood, reason: .threat))
        let over = try shelf.read { try Suspension.active(of: 1, at: decision.at + SecondOpinion.waits + 1, $0) }
        #expect(over == nil)
    }

    @Test func whereThereIsOneModeratorItIsForGoodAtOnce() throws {
        let (shelf, _) = try decided(Sanctions(suspension: .forGood, reason: .threat), moderators: [1])
        let active = try shelf.read { try Suspension.active(of: 1, at: shelf.sameMoment, $0) }
        #expect(active != nil)
        #expect(active?.until == nil)
    }

    @Test func notesStayWithModeratorsAndGoWithTheWriter() throws {
        let (shelf, _) = try decided()
        try shelf.write { try ModeratorNote.add("Già avvisata a voce.", on: .writer(1), by: shelf.moderator, at: shelf.now, $0) }
        try shelf.write { try ModeratorNote.add("È sempre lei.", on: .aCase(1), by: shelf.moderator, at: shelf.now, $0) }
        let (notes, file) = try shelf.read { (try ModeratorNote.all(on: .writer(1), $0), try WriterFile.json(of: 1, $0).compact) }
        #expect(notes.map(\.authorName) == ["Moderatrice"])
        #expect(!file.contains("avvisata"))
        try shelf.write { try Writer.erase(1, at: shelf.now, $0) }
        let left: Int? = try shelf.value("SELECT count(*) FROM moderatorNote")
        #expect(left == 0)
    }
}
