import Foundation
import GRDB
import Testing
import Web

@testable import Stories

@Suite struct QueueTests {
    private func queue(_ query: String, _ shelf: Bookshelf, for account: Int64 = 1) throws -> [Int64] {
        let filter = QueueFilter(Form(query: query))
        return try shelf.read { try ModerationCase.queue(filter, for: account, at: shelf.sameMoment, $0).map(\.fragment) }
    }

    @Test func theQueueIsNarrowedByWhatTheAddressSays() throws {
        let shelf = try Bookshelf()
        let (spam, threat) = (try shelf.start(), try shelf.start())
        let first = try shelf.write { try Report.file(spam, .spam, by: 2, at: shelf.sameMoment - 8 * 86_400, $0) }
        _ = try shelf.write { try Report.file(threat, .threat, by: 2, at: shelf.now, $0) }
        _ = try shelf.write { try Report.file(threat, .spam, by: 3, at: shelf.sameMoment, $0) }
        _ = try shelf.write { try ModerationCase.claim(first.id, by: 1, at: shelf.sameMoment, $0) }
        let expected: [(query: String, account: Int64, fragments: Set<Int64>)] = [
            ("", 1, [spam, threat]), ("reason=threat", 1, [threat]), ("age=older", 1, [spam]), ("claim=me", 1, [spam]),
            ("claim=me", 2, []), ("claim=others", 2, [spam]), ("reason=spam&claim=nobody", 1, [threat]), ("kind=photo", 1, []),
            // What nobody offered narrows nothing.
            ("kind=%27%3B--", 1, [spam, threat]),
        ]
        for (query, account, fragments) in expected {
            let found = try queue(query, shelf, for: account)
            #expect(Set(found) == fragments, "\(query)")
        }
    }

    @Test func eachChoiceSaysHowManyItWouldLeave() throws {
        let shelf = try Bookshelf()
        for reason in [Reason.spam, .spam, .hate] {
            let story = try shelf.start()
            _ = try shelf.write { try Report.file(story, reason, by: 2, at: shelf.now, $0) }
        }
        let filter = QueueFilter(Form(query: "reason=spam"))
        let counts = try shelf.read { try filter.counts(state: .open, me: 1, at: shelf.sameMoment, $0) }
        #expect(counts[.reason] == ["spam": 2, "hate": 1])
        #expect(counts[.kind] == ["text": 2, "photo": 0])
        #expect(counts[.age] == ["day": 2, "week": 0, "older": 0])
        #expect(counts[.claim] == ["nobody": 2, "me": 0, "others": 0])
    }
}

@Suite struct AbuseTests {
    @Test func twoWhoVoteOnlyForEachOtherArePointedOut() throws {
        let shelf = try Bookshelf(writers: 5)
        for _ in 1...3 {
            try shelf.vote(try shelf.start(by: 1), by: 2)
            try shelf.vote(try shelf.start(by: 2), by: 1)
        }
        try shelf.vote(try shelf.start(by: 3), by: 4)
        let signs = try shelf.read { try AbuseSigns(at: shelf.sameMoment, $0) }
        #expect(signs.rings == [.init(first: 1, second: 2, given: 3, returned: 3, ofFirst: 3, ofSecond: 3)])
        #expect(signs.fans.isEmpty)
        #expect(signs.complainers.isEmpty)
        #expect(signs.offenders.isEmpty)
        let later = try shelf.read { try AbuseSigns(at: shelf.sameMoment + AbuseSigns.span, $0) }
        #expect(later.isEmpty)
    }

    @Test func whoReportsOnePersonWronglyIsPointedOut() throws {
        let shelf = try Bookshelf()
        for _ in 1...3 {
            let story = try shelf.start(by: 1)
            let known = try shelf.write { try Report.file(story, .spam, by: 2, at: shelf.now, $0) }
            _ = try shelf.write { try CaseDecision.decide(known.id, version: 1, .keep, by: shelf.moderator, at: shelf.now, $0) }
        }
        let signs = try shelf.read { try AbuseSigns(at: shelf.sameMoment, $0) }
        #expect(signs.complainers.map(\.writer) == [2])
        #expect(signs.complainers.first?.target == 1)
        #expect(signs.complainers.first?.aboutTarget == 3)
    }

    @Test func nobodyReportsFasterThanAPersonCan() throws {
        let shelf = try Bookshelf()
        let stories = try (1...21).map { _ in try shelf.start() }
        let moment = shelf.now
        for story in stories.prefix(20) { _ = try shelf.write { try Report.file(story, .spam, by: 2, at: moment, $0) } }
        let refused = Bookshelf.refusal { _ = try shelf.write { try Report.file(stories[20], .spam, by: 2, at: moment + 60, $0) } }
        #expect(refused == .tooFast(seconds: 3540))
        _ = try shelf.write { try Report.file(stories[20], .spam, by: 2, at: moment + 3601, $0) }
    }
}

@Suite struct SettingsTests {
    @Test func theSixNumbersMakeTheRecommendedList() throws {
        let shelf = try Bookshelf()
        var settings = try shelf.read { try StorySettings.current($0) }
        #expect(settings.recommended == Recommended())
        (settings.fromBest, settings.isOpen) = (7, false)
        let saved = try shelf.write { try settings.save(by: shelf.moderator, $0) }
        let again = try shelf.write { try settings.save(by: shelf.colleague, $0) }
        let now = try shelf.read { try StorySettings.current($0) }
        #expect(saved)
        #expect(!again)
        #expect(now.recommended.fromBest == 7)
        #expect(!now.isOpen)
    }

    @Test func aNewEditionIsAcceptedBeforeTheNextAct() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        func publish(_ isAsked: Bool, after known: Int) throws -> Bool {
            try shelf.write {
                try DocumentEdition.publish(
                    .terms, after: known, "Nuove", in: .italian, isAsked: isAsked, by: shelf.moderator, at: shelf.now, $0)
            }
        }
        let quiet = try publish(false, after: 1)
        try shelf.add(after: first)
        let (asked, outdated) = (try publish(true, after: 2), try publish(true, after: 2))
        #expect(quiet)
        #expect(asked)
        #expect(!outdated)
        let refused = Bookshelf.refusal { try shelf.add(after: first) }
        #expect(refused == .notAccepted)
        try shelf.write { try Writer.accept(2, at: shelf.now, $0) }
        try shelf.add(after: first)
        let (old, newest) = try shelf.read { (try DocumentEdition.find(.terms, number: 2, $0), try DocumentEdition.find(.terms, $0)) }
        #expect(old?.number == 2)
        #expect(newest?.number == 3)
        #expect(newest?.text(in: .english) == "Nuove")
    }
}
