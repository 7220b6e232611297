import Foundation
import GRDB
import Testing
import Web

@testable import Stories

/// Acts on many cases, and on everything of one writer.
@Suite struct WriterContentRemovalTests {
    private func notices(of writer: Int64, _ shelf: Bookshelf) throws -> Int? {
        try shelf.value("SELECT count(*) FROM storyNotice WHERE writer = \(writer) AND kind = 'measureTaken'")
    }

    @Test func everythingOfAWriterIsOneActWithOneUndoing() throws {
        let shelf = try Bookshelf()
        let stories = try (1...4).map { _ in try shelf.start(by: 2) }
        let other = try shelf.start(by: 1)
        let branch = try shelf.add(after: other, by: 2)
        try shelf.vote(branch, by: 3)
        let voted = try shelf.start(by: 3)
        try shelf.vote(voted, by: 2)
        let all = try shelf.read { try WriterContentRemoval(2, $0) }
        #expect(all.fragments == 5)
        #expect(all.votes == 1)
        let before = try shelf.state()
        let outcome = try shelf.write {
            try WriterContentRemoval.hide(2, fragments: true, votes: true, .spam, message: "", by: shelf.moderator, at: shelf.now, $0)
        }
        #expect(outcome.hidden == 5)
        #expect(outcome.left == 0)
        for id in stories + [branch] { #expect(try shelf.fragment(id).isHidden) }
        #expect(try !shelf.fragment(other).isHidden)
        #expect(try shelf.weight(voted) == 0)
        #expect(try notices(of: 2, shelf) == 1)
        #expect(try shelf.findings() == [])
        let first = try #require(outcome.first)
        let undone = try shelf.write { try CaseDecision.undo(batch: first, by: shelf.moderator, at: shelf.now, $0) }
        #expect(undone == 6)
        #expect(try shelf.state() == before)
        #expect(try notices(of: 2, shelf) == 0)
    }

    @Test func aCaseOfAColleagueIsLeft() throws {
        let shelf = try Bookshelf()
        let (claimed, free) = (try shelf.start(by: 2), try shelf.start(by: 2))
        let known = try shelf.write { try Report.file(claimed, .spam, by: 3, at: shelf.now, $0) }
        _ = try shelf.write { try ModerationCase.claim(known.id, by: 2, at: shelf.now, $0) }
        let outcome = try shelf.write {
            try WriterContentRemoval.hide(
                2, fragments: true, votes: false, .spam, message: "", by: shelf.moderator, at: shelf.sameMoment, $0)
        }
        #expect(outcome.hidden == 1)
        #expect(outcome.left == 1)
        #expect(try shelf.fragment(free).isHidden)
        #expect(try !shelf.fragment(claimed).isHidden)
    }

    /// Three reported fragments of Bruno, hidden with a warning in one act.
    private func warned(_ shelf: Bookshelf) throws -> [CaseDecision] {
        let cases = try (1...3).map { _ in
            let story = try shelf.start(by: 2)
            return try shelf.write { try Report.file(story, .spam, by: 3, at: shelf.now, $0) }
        }
        var decisions: [CaseDecision] = []
        for known in cases {
            let measures = Sanctions(hides: true, warns: true, reason: .spam)
            decisions.append(
                try shelf.write {
                    try CaseDecision.decide(
                        known.id, version: 1, measures, by: shelf.moderator, batch: decisions.first?.id, at: shelf.now, $0)
                })
        }
        return decisions
    }

    @Test func anActOnManyCasesWarnsAndTellsAnAuthorOnce() throws {
        let shelf = try Bookshelf()
        _ = try warned(shelf)
        #expect(try notices(of: 2, shelf) == 1)
        #expect(try shelf.value("SELECT count(*) FROM strike") == 1)
        // Each report was answered all the same.
        #expect(try shelf.value("SELECT count(*) FROM storyNotice WHERE kind = 'reportDecided'") == 3)
    }

    @Test func undoingTheToldDecisionAlonePassesTheWarningOn() throws {
        let shelf = try Bookshelf()
        let decisions = try warned(shelf)
        _ = try shelf.write { try decisions[0].undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(try shelf.value("SELECT decision FROM strike WHERE endedAt IS NULL") == decisions[1].id)
        #expect(try shelf.value("SELECT decision FROM storyNotice WHERE kind = 'measureTaken'") == decisions[1].id)
        _ = try shelf.write { try CaseDecision.undo(batch: decisions[0].id, by: shelf.moderator, at: shelf.now, $0) }
        #expect(try shelf.value("SELECT count(*) FROM strike WHERE endedAt IS NULL") == 0)
        #expect(try notices(of: 2, shelf) == 0)
    }

    @Test func severeCasesComeFirstWhateverWaits() throws {
        let shelf = try Bookshelf(writers: 14)
        let (old, many, grave) = (try shelf.start(), try shelf.start(), try shelf.start())
        _ = try shelf.write { try Report.file(old, .spam, by: 2, at: shelf.sameMoment - 150 * 86_400, $0) }
        for writer in Int64(2)...11 { _ = try shelf.write { try Report.file(many, .insult, by: writer, at: shelf.now, $0) } }
        _ = try shelf.write { try Report.file(grave, .minors, by: 12, at: shelf.now, $0) }
        let queue = try shelf.read { try ModerationCase.queue(at: shelf.sameMoment, $0) }
        #expect(queue.first?.fragment == grave)
        #expect(queue.first?.isSevere == true)
        let filter = QueueFilter(Form(query: "weight=severe"))
        let severe = try shelf.read { try ModerationCase.queue(filter, at: shelf.sameMoment, $0).map(\.fragment) }
        #expect(severe == [grave])
        // Paging by the last case goes on in the same order.
        for known in queue.dropLast() {
            let rest = try shelf.read { try ModerationCase.queue(at: shelf.sameMoment, after: known.id, limit: 1, $0) }
            let place = try #require(queue.firstIndex(of: known))
            #expect(rest.first == queue[place + 1])
        }
        let later = try shelf.read { try ModerationCase.queue(at: shelf.sameMoment + 400 * 86_400, $0).map(\.fragment) }
        #expect(later == [grave, many, old])
    }

    @Test func aKeptFragmentAsksNoMoreForTheSameRule() throws {
        let shelf = try Bookshelf(writers: 5)
        let story = try shelf.start()
        let known = try shelf.write { try Report.file(story, .insult, by: 2, at: shelf.now, $0) }
        let kept = try shelf.write { try CaseDecision.decide(known.id, version: 1, .keep, by: shelf.moderator, at: shelf.now, $0) }
        let again = try shelf.write { try Report.file(story, .insult, by: 3, at: shelf.now, $0) }
        #expect(again.id == known.id)
        #expect(again.state == .decided)
        #expect(try shelf.value("SELECT count(*) FROM storyNotice WHERE writer = 3 AND kind = 'reportDecided'") == 1)
        // An answer of before the report says nothing of the reporter.
        let reporter = try shelf.read { try Reporter(3, $0) }
        #expect(reporter == Reporter(upheld: 0, rejected: 0))
        let other = try shelf.write { try Report.file(story, .hate, by: 4, at: shelf.now, $0) }
        #expect(other.state == .open)
        #expect(other.id != known.id)
        _ = try shelf.write { try kept.undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(try shelf.value("SELECT count(*) FROM fragmentReport WHERE outcome IS NULL") == 3)
    }

    @Test func aColleaguesQuestionIsACase() throws {
        let shelf = try Bookshelf()
        let story = try shelf.start()
        let fragment = try shelf.fragment(story)
        let known = try shelf.write { try ModerationCase.ask(about: fragment, .threat, by: shelf.moderator, at: shelf.now, $0) }
        #expect(known.asked == .threat)
        #expect(known.isSevere)
        #expect(known.urgency > 0)
        let queue = try shelf.read { try ModerationCase.queue(at: shelf.now, $0).map(\.id) }
        #expect(queue == [known.id])
    }

    @Test func moderatorsAreCalledOnceAndNotInQuietHours() throws {
        let shelf = try Bookshelf(writers: 5)
        let (plain, grave) = (try shelf.start(), try shelf.start())
        let first = try shelf.write { try Report.file(plain, .spam, by: 2, at: shelf.now, $0) }
        let all = ModeratorCall(account: 1, cases: .all, daily: nil, quietFrom: 22, quietTo: 7)
        let severe = ModeratorCall(account: 2, cases: .severe, daily: nil, quietFrom: nil, quietTo: nil)
        let daily = ModeratorCall(account: 2, cases: .all, daily: 8, quietFrom: nil, quietTo: nil)
        #expect([22, 23, 0, 6].allSatisfy { all.isQuiet(at: $0) })
        #expect([7, 12, 21].allSatisfy { !all.isQuiet(at: $0) })
        let waiting = { (call: ModeratorCall, hour: Int) in try shelf.read { try call.waiting(at: hour, $0) } }
        #expect(try waiting(all, 12) == [ModeratorCallSubject(kind: .case, id: first.id)])
        #expect(try waiting(all, 23) == [])
        #expect(try waiting(severe, 12) == [])
        #expect(try waiting(daily, 12) == [])
        #expect(try waiting(daily, 8) == [ModeratorCallSubject(kind: .case, id: first.id)])
        let second = try shelf.write { try Report.file(grave, .minors, by: 3, at: shelf.now, $0) }
        let both = [ModeratorCallSubject(kind: .severe, id: second.id), ModeratorCallSubject(kind: .case, id: first.id)]
        #expect(try waiting(all, 12) == both)
        // A severe case does not wait for the daily message.
        #expect(try waiting(daily, 12) == [ModeratorCallSubject(kind: .severe, id: second.id)])
        try shelf.write { try all.note(both, at: shelf.now, $0) }
        #expect(try waiting(all, 12) == [])
        #expect(try waiting(severe, 12) == [ModeratorCallSubject(kind: .severe, id: second.id)])
    }
}
