import Foundation
import GRDB
import Testing

@testable import Admin
@testable import Stories

/// What the desk holds by itself, and how it is undone.
@Suite struct ScreeningTests {
    private static let month: TimeInterval = 31 * 86_400

    /// Writers 1 to 3 came long ago and have enough accepted fragments; the others are newcomers.
    private func shelf(writers: Int = 6, _ change: (inout StorySettings) -> Void) throws -> Bookshelf {
        let shelf = try Bookshelf(writers: writers)
        for writer in 1...Int64(3) { for _ in 1...3 { try shelf.start(by: writer) } }
        try shelf.write { db in
            try db.execute(sql: "UPDATE writer SET createdAt = ? WHERE id <= 3", arguments: [shelf.sameMoment - Self.month])
            try db.execute(sql: "UPDATE fragment SET createdAt = ?", arguments: [shelf.sameMoment - Self.month])
            var settings = try StorySettings.current(db)
            settings.pause = 0
            change(&settings)
            _ = try settings.save(by: shelf.moderator, db)
        }
        return shelf
    }

    private func hold(_ fragment: Int64, _ shelf: Bookshelf) throws -> CaseDecision? {
        try shelf.read { try CaseDecision.holding(fragment, $0) }
    }

    private func openCase(_ fragment: Int64, _ shelf: Bookshelf) throws -> ModerationCase {
        try #require(try shelf.read { try ModerationCase.openOne(of: fragment, $0) })
    }

    private func notices(of writer: Int64, _ shelf: Bookshelf) throws -> [String] {
        try shelf.read { try String.fetchAll($0, sql: "SELECT kind FROM storyNotice WHERE writer = ? ORDER BY id", arguments: [writer]) }
    }

    @Test func trustGrowsWithAgeAcceptedFragmentsAndUpheldReports() throws {
        let shelf = try shelf { _ in }
        let settings = try shelf.read { try StorySettings.current($0) }
        let (old, new) = try shelf.read { (try Trust(1, at: shelf.sameMoment, $0), try Trust(4, at: shelf.sameMoment, $0)) }
        #expect(old == Trust(days: 31, accepted: 3, upheld: 0))
        #expect(!old.isNewcomer(settings))
        #expect(new.isNewcomer(settings))
        #expect(Trust(days: 31, accepted: 2, upheld: 0).isNewcomer(settings))
        #expect(!Trust(days: 31, accepted: 2, upheld: 1).isNewcomer(settings))
        #expect(Trust(days: 6, accepted: 50, upheld: 0).isNewcomer(settings))
    }

    @Test func aNewcomersFirstFragmentsAreHeldUntilAPersonHasLooked() throws {
        let shelf = try shelf { $0.holdFirst = 2 }
        let (theirs, known) = (try shelf.start(by: 4), try shelf.start(by: 1))
        let held = try #require(try hold(theirs, shelf))
        #expect(held.automatic == .first)
        #expect(held.moderator == nil)
        #expect(try hold(known, shelf) == nil)
        let fragment = try shelf.fragment(theirs)
        #expect(fragment.isHidden)
        #expect(try notices(of: 4, shelf) == ["measureTaken"])
        // Kept fragments count at once: after two of them the third appears.
        for _ in 1...2 {
            let next = try shelf.value("SELECT fragment FROM hiding WHERE endedAt IS NULL") ?? shelf.start(by: 4)
            let waiting = try openCase(next, shelf)
            _ = try shelf.write { try CaseDecision.decide(waiting.id, version: 1, .keep, by: shelf.moderator, at: shelf.now, $0) }
            #expect(try !shelf.fragment(next).isHidden)
        }
        #expect(try hold(try shelf.start(by: 4), shelf) == nil)
        #expect(try shelf.findings() == [])
    }

    @Test func whatIsHeldTakesNoNoticeFromAuthorsAndFollowers() throws {
        let shelf = try shelf { $0.holdLinks = 1 }
        let root = try shelf.start(by: 1)
        try shelf.write { try StoryFollow.follow(root, by: 3, at: shelf.now, $0) }
        try shelf.add(after: root, "Guarda www.esempio.it", by: 4)
        func told(_ writer: Int64) throws -> [Int64?] {
            try shelf.read { try StoryNotice.list(for: writer, at: shelf.sameMoment, $0).map(\.fragment) }
        }
        #expect(try told(1) == [])
        #expect(try told(3) == [])
        let good = try shelf.add(after: root, "E poi", by: 2)
        #expect(try told(1) == [good])
        #expect(try told(3) == [good])
        // The second continuation is none for the author, and the follower has not looked yet.
        try shelf.add(after: root, "E ancora", by: 2)
        #expect(try told(1) == [good])
        #expect(try told(3) == [good])
    }

    @Test func newcomersLinksAreHeldAndOthersAreNot() throws {
        let shelf = try shelf { $0.holdLinks = 1 }
        let root = try shelf.start(by: 1)
        let (linked, plain) = (try shelf.add(after: root, "Guarda www.esempio.it", by: 4), try shelf.add(after: root, "E poi.Basta", by: 4))
        #expect(try hold(linked, shelf)?.automatic == .link)
        #expect(try hold(plain, shelf) == nil)
        #expect(try hold(try shelf.add(after: root, "Guarda www.esempio.it", by: 1), shelf) == nil)
    }

    @Test(arguments: [
        ("https://a.example/x", true), ("scrivi a esempio.com", true), ("(esempio.it)", true), ("Esempio.COM/offerte.", true),
        ("E poi.Basta", false), ("costa 3.50 euro", false), ("fine. Poi", false), ("anna@esempio.it", false), ("…", false),
    ]) func linksAreKnownByTheirForm(_ text: String, _ isOne: Bool) {
        #expect(Links.areIn(text) == isOne)
    }

    @Test func watchedWordsAreWholeWordsStemsAndPhrases() throws {
        let shelf = try shelf { _ in }
        try shelf.write { db in
            for (word, isStem, language) in [("Caffè", false, ""), ("truff", true, ""), ("via  di qui", false, ""), ("die", false, "it")] {
                try WatchedWord.add(word, language: language, isStem: isStem, .insult, by: shelf.moderator, at: shelf.now, db)
            }
        }
        let found = { (text: String, language: String) in
            try shelf.read { try WatchedWords(for: language, $0).first(in: [text])?.word }
        }
        #expect(try found("Un CAFFE!", "en") == "caffe")
        #expect(try found("caffettiera", "en") == nil)
        #expect(try found("che truffatore", "en") == "truff")
        #expect(try found("Va’ via di qui.", "en") == "via di qui")
        #expect(try found("via di là, qui", "en") == nil)
        #expect(try found("die", "en") == nil)
        #expect(try found("die", "it") == "die")
        let story = try shelf.start("Truffa", by: 1)
        let held = try #require(try hold(story, shelf))
        #expect(held.automatic == .word)
        #expect(held.reason == .insult)
        #expect(throws: WatchedWord.Problem.twice) {
            try shelf.write { try WatchedWord.add("caffé", language: "", isStem: false, .spam, by: shelf.moderator, at: shelf.now, $0) }
        }
        #expect(throws: WatchedWord.Problem.word) {
            try shelf.write { try WatchedWord.add("!!", language: "", isStem: false, .spam, by: shelf.moderator, at: shelf.now, $0) }
        }
    }

    @Test func aRemovedWordHoldsNothingUntilItIsPutBack() throws {
        let shelf = try shelf { _ in }
        let id = try shelf.write {
            try WatchedWord.add("pozzo", language: "", isStem: false, .spam, by: shelf.moderator, at: shelf.now, $0)
        }
        let removed = try shelf.write { try WatchedWord.remove(id, by: shelf.moderator, at: shelf.now, $0) }
        #expect(removed)
        #expect(try hold(try shelf.start("Il pozzo", by: 1), shelf) == nil)
        let isBack = try shelf.write { try WatchedWord.restore(id, by: shelf.moderator, $0) }
        #expect(isBack)
        #expect(try hold(try shelf.start("Il pozzo", by: 1), shelf) != nil)
    }

    private func report(_ fragment: Int64, _ reason: Reason, by writers: [Int64], _ shelf: Bookshelf) throws {
        for writer in writers { _ = try shelf.write { try Report.file(fragment, reason, by: writer, at: shelf.now, $0) } }
    }

    @Test func trustedReportsHideAndThoseOfNewcomersDoNot() throws {
        let shelf = try shelf { $0.trustedReports = 2 }
        let (first, second) = (try shelf.start(by: 1), try shelf.start(by: 1))
        try report(first, .spam, by: [4, 5, 6], shelf)
        #expect(try hold(first, shelf) == nil)
        try report(second, .spam, by: [2, 4], shelf)
        #expect(try hold(second, shelf) == nil)
        try report(second, .insult, by: [3], shelf)
        let held = try #require(try hold(second, shelf))
        #expect(held.automatic == .reports)
        #expect(held.reason == .insult)
        // No reporter hears anything before a person has decided.
        #expect(try notices(of: 2, shelf) == [])
    }

    @Test func oneTrustedReportUnderASevereRuleHides() throws {
        let shelf = try shelf { $0.severeReports = 1 }
        let (first, second) = (try shelf.start(by: 1), try shelf.start(by: 1))
        try report(first, .minors, by: [4], shelf)
        #expect(try hold(first, shelf) == nil)
        try report(second, .minors, by: [2], shelf)
        #expect(try hold(second, shelf)?.automatic == .severe)
    }

    @Test func whatAModeratorShowedStaysInSpiteOfReports() throws {
        let shelf = try shelf { $0.severeReports = 1 }
        let story = try shelf.start(by: 1)
        try report(story, .minors, by: [2], shelf)
        let held = try #require(try hold(story, shelf))
        let undone = try shelf.write { try held.undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(undone)
        try report(story, .minors, by: [3], shelf)
        #expect(try hold(story, shelf) == nil)
        #expect(try openCase(story, shelf).state == .open)
    }

    @Test func aHoldIsUndoneWithAllItsEffects() throws {
        let shelf = try shelf { $0.holdLinks = 1 }
        let root = try shelf.start(by: 1)
        let before = try shelf.add(after: root, "Senza", by: 2)
        let story = try shelf.add(after: before, "www.esempio.it", by: 4)
        #expect(try shelf.best(root) == [root, before])
        let held = try #require(try hold(story, shelf))
        _ = try shelf.write { try held.undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(try shelf.best(root) == [root, before, story])
        #expect(try notices(of: 4, shelf) == [])
        #expect(try shelf.value("SELECT count(*) FROM moderationCase WHERE state = 'open'") == 0)
        #expect(try shelf.findings() == [])
    }

    @Test func aDecisionTakesTheHoldsPlaceAndItsUndoingBringsTheHoldBack() throws {
        let shelf = try shelf { $0.holdLinks = 1 }
        let root = try shelf.start(by: 1)
        let story = try shelf.add(after: root, "www.esempio.it", by: 4)
        let held = try #require(try hold(story, shelf))
        let heldState = try shelf.state()
        let waiting = try openCase(story, shelf)
        let warns = Sanctions(warns: true, reason: .spam)
        let decision = try shelf.write { try CaseDecision.decide(waiting.id, version: 1, warns, by: shelf.moderator, at: shelf.now, $0) }
        #expect(decision.hides)
        #expect(decision.replaces == held.id)
        #expect(try shelf.fragment(story).isHidden)
        // The author hears once: of the decision, not of the hold.
        #expect(try notices(of: 4, shelf) == ["measureTaken"])
        _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(try hold(story, shelf)?.id == held.id)
        #expect(try shelf.state() == heldState)
        #expect(try openCase(story, shelf).id == waiting.id)
        #expect(try shelf.findings() == [])
    }

    @Test func anUpheldAppealShowsWhatWasHeldBefore() throws {
        let shelf = try shelf { $0.holdLinks = 1 }
        let story = try shelf.add(after: try shelf.start(by: 1), "www.esempio.it", by: 4)
        let held = try #require(try hold(story, shelf))
        #expect(throws: Appeal.Problem.nothing) {
            try shelf.write { try Appeal.file("Perché?", against: held, at: shelf.now, $0) }
        }
        let waiting = try openCase(story, shelf)
        let measures = Sanctions(hides: true, reason: .spam)
        let decision = try shelf.write { try CaseDecision.decide(waiting.id, version: 1, measures, by: shelf.moderator, at: shelf.now, $0) }
        try shelf.write { db in
            try Appeal.file("È il mio sito", against: decision, at: shelf.now, db)
            _ = try Appeal.decide(1, upholds: true, answer: "", by: shelf.colleague, at: shelf.now, db)
        }
        #expect(try !shelf.fragment(story).isHidden)
        #expect(try shelf.findings() == [])
    }

    @Test func newcomersHaveTheirOwnLimits() throws {
        let shelf = try shelf { ($0.newAnHour, $0.newVotes, $0.newFollows, $0.newLinks) = (2, 1, 1, 1) }
        let stories = try (1...3).map { _ in try shelf.start(by: 1) }
        let moment = shelf.now
        func tries(_ act: (Database) throws -> Void) -> Bool { Bookshelf.refusal { try shelf.write { try act($0) } } == nil }
        let link = try Bookshelf.content("www.esempio.it")
        #expect(tries { _ = try Fragment.add(link, after: stories[0], by: 4, at: moment, $0) })
        #expect(!tries { _ = try Fragment.add(link, after: stories[1], by: 4, at: moment + 60, $0) })
        #expect(tries { _ = try Fragment.add(Bookshelf.content("Uno"), after: stories[1], by: 4, at: moment + 60, $0) })
        #expect(!tries { _ = try Fragment.add(Bookshelf.content("Due"), after: stories[1], by: 4, at: moment + 120, $0) })
        #expect(tries { _ = try Fragment.add(Bookshelf.content("Due"), after: stories[1], by: 4, at: moment + 3700, $0) })
        #expect(tries { try Fragment.vote(for: stories[2], by: 5, at: moment, $0) })
        let other = try shelf.start(by: 2)
        #expect(!tries { try Fragment.vote(for: other, by: 5, at: moment + 1200, $0) })
        #expect(tries { try Writer.find(5, $0)?.follow(1, at: moment, $0) })
        #expect(!tries { try Writer.find(5, $0)?.follow(2, at: moment, $0) })
        // Those who are no newcomers have the limits of before.
        #expect(tries { try Writer.find(3, $0)?.follow(1, at: moment, $0) })
        #expect(tries { try Writer.find(3, $0)?.follow(2, at: moment, $0) })
    }

    /// Eight rows of a picture, brighter and darker in turns.
    private static let (seen, copy, other) = (0x0F0F_0F0F_3333_5555 as Int64, 0x0F0F_0F0F_3333_5557 as Int64, 0x7070_7070_CCC as Int64)

    @Test func photosLikeAHiddenOneAreHeldUntilItIsShownAgain() throws {
        let shelf = try shelf { $0.holdPhotos = 1 }
        func publish(_ file: String, _ hash: Int64, by writer: Int64) throws -> Int64 {
            try shelf.write { db in
                try HiddenPhotos.keep(PictureHash(bits: hash), of: file, at: shelf.now, db)
                let content = try FragmentContent(title: "Foto", body: .photo(file: file, caption: ""), isFirst: true)
                return try Fragment.start(content, by: writer, at: shelf.now, db).id
            }
        }
        let first = try publish("a", Self.seen, by: 1)
        let measures = Sanctions(hides: true, reason: .minors)
        let decision = try shelf.write { try CaseDecision.impose(measures, on: 1, fragment: first, by: shelf.moderator, at: shelf.now, $0) }
        let held = try #require(try hold(try publish("b", Self.copy, by: 2), shelf))
        #expect(held.automatic == .photo)
        #expect(held.reason == .minors)
        #expect(try hold(try publish("c", Self.other, by: 2), shelf) == nil)
        let isRefused = try shelf.read { try HiddenPhotos.refuses("b", $0) }
        #expect(isRefused)
        _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(try hold(try publish("d", Self.copy, by: 2), shelf) == nil)
    }

    @Test func aPlainPictureResemblesNothing() {
        #expect(!PictureHash(bits: 0).resembles(PictureHash(bits: 0)))
        #expect(PictureHash(bits: Self.seen).resembles(PictureHash(bits: Self.copy)))
        #expect(!PictureHash(bits: Self.seen).resembles(PictureHash(bits: Self.other)))
    }
}
