import Foundation
import GRDB
import Testing
import Web

@testable import Stories

/// How SQLite goes about the statements of the pages that must be quick however much there is.
@Suite struct PlanTests {
    /// Runs something, and looks at the plan of every statement that it ran.
    /// - Returns: steps that read a whole table, or sort everything before the first row is known.
    private func heavySteps(_ shelf: Bookshelf, sorts: Bool = false, _ work: (Database) throws -> Void) throws -> [String] {
        try shelf.write { db in
            var statements: [String] = []
            db.trace { event in if case .statement(let statement) = event { statements.append(statement.expandedSQL) } }
            try work(db)
            db.trace(options: [])
            var heavy: [String] = []
            // The log of the whole portal looks after itself.
            for sql in statements where ["SELECT", "WITH", "UPDATE"].contains(where: { sql.hasPrefix($0) }) && !sql.contains("audit") {
                for row in try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql) {
                    let step: String = row["detail"]
                    if Self.isWhole(step) || !sorts && step.contains("TEMP B-TREE FOR ORDER") { heavy.append("\(step): \(sql)") }
                }
            }
            return heavy
        }
    }

    /// One row, what was just gathered, or an index in the order that is asked for are no whole tables.
    private static func isWhole(_ step: String) -> Bool {
        let small = ["SCAN up", "SCAN below", "SCAN storySettings", "SCAN webhook", "SCAN CONSTANT ROW", "SCAN moderatorCall", "SCAN open"]
        return step.hasPrefix("SCAN") && !step.contains(" USING ") && !step.hasPrefix("SCAN (") && !small.contains(step)
    }

    private func filled() throws -> Bookshelf {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let second = try shelf.add(after: first, by: 2)
        try shelf.add(after: first, by: 3)
        try shelf.vote(second, by: 1)
        try shelf.write { db in
            try Writer.find(2, db)?.follow(1, at: shelf.now, db)
            _ = try Report.file(second, .spam, by: 3, at: shelf.now, db)
        }
        return shelf
    }

    @Test func readingLooksAtNothingButWhatIsShown() throws {
        let shelf = try filled()
        let now = shelf.sameMoment
        let steps = try heavySteps(shelf) { db in
            let branch = try #require(try Branch.best(of: 1, db))
            _ = try ReaderState(2, branch.ids, db)
            _ = try Branch.through(3, of: 1, db)
            var chance = SeededRandomGenerator(seed: 1)
            _ = try StoryCard.all(Recommended().draw(at: now, with: &chance, db), db)
            _ = try StoryCard.mostVoted(at: now, db)
            _ = try StoryCard.search("pozzo", at: now, db)
            _ = try StoryCard.started(by: 1, db)
            _ = try StoryCard.takenPart(by: 2, db)
            _ = try StoryNotice.list(for: 1, at: now, db)
            _ = try StoryNotice.unread(for: 1, at: now, db)
        }
        // The path to a fragment is put in order when it is known.
        #expect(steps.filter { !$0.contains("FROM up") } == [])
    }

    /// Sorted are the stories of those who are followed, and the cases that wait: not all there are.
    @Test func feedAndQueueGoByTheirIndexes() throws {
        let shelf = try filled()
        let now = shelf.sameMoment
        let steps = try heavySteps(shelf, sorts: true) { db in
            _ = try StoryCard.feed(of: 2, at: now, db)
            _ = try ModerationCase.queue(at: now, db)
            _ = try ModerationCase.next(for: 1, at: now, db)
            _ = try QueueFilter.everything.counts(state: .open, me: 1, at: now, db)
            _ = try CaseDetails(1, at: now, db)
        }
        #expect(steps == [])
    }

    /// Sorted is what belongs to one writer, one case or one list; nothing looks at all fragments or all votes.
    @Test func theDeskAndTheListsOfPeopleGoByTheirIndexes() throws {
        let shelf = try filled()
        let now = shelf.now
        try shelf.write { db in
            _ = try StorySettings.current(db).forOpenSite.save(by: shelf.moderator, db)
            try WriterNetwork.note(1, from: "192.0.2.10", at: now, db)
            try StoryFollow.follow(1, by: 3, at: now, db)
            try ReadingPlace.keep(2, in: 1, read: [1, 2], by: 3, at: now, db)
        }
        let call = ModeratorCall(account: 1, cases: .rules, rules: "hate", daily: nil, quietFrom: nil, quietTo: nil)
        let steps = try heavySteps(shelf, sorts: true) { db in
            _ = try WriterNetwork.neighbours(of: 1, at: now, db)
            _ = try Trust(1, at: now, db)
            _ = try Reporter(3, db)
            _ = try WriterContentRemoval(1, db)
            _ = try WriterRecord(1, at: now, db)
            _ = try CaseDecision.kept(2, .spam, db)
            _ = try Fragment.add(
                FragmentContent(title: "", body: .text("Guarda www.esempio.it"), isFirst: false), after: 2, by: 3, at: now, db)
            _ = try Report.file(1, .minors, by: 2, at: now, db)
            _ = try HiddenPhotos.rule(like: "a", db)
            _ = try StoryCard.mostVoted(in: ["it"], at: now, db)
            for window in VoteWindow.allCases {
                _ = try window.isSmall(at: now, db)
                _ = try StoryCard.mostVoted(within: window, few: 0, at: now, db)
            }
            _ = try StoryMap(of: 1, for: 3, at: 2, db)
            _ = try ReadingPlace.recent(of: 3, db).map { try $0.added(for: 3, db) }
            _ = try call.waiting(at: 12, db)
            _ = try Stories.waiting(db)
            let third = try #require(try Fragment.find(3, db))
            let decision = try CaseDecision.hold(third, .word, .spam, at: now, db)
            try VoteExclusion.begin(1, for: nil, decision: decision.id, at: now, db)
        }
        #expect(steps.filter { !$0.contains("FROM up") } == [])
    }

    /// Sorted are the reports of one case, and one path.
    @Test func votingAndHidingGoByTheirIndexes() throws {
        let shelf = try filled()
        let now = shelf.now
        let steps = try heavySteps(shelf, sorts: true) { db in
            _ = try Fragment.vote(for: 3, by: 1, at: now, db)
            _ = try CaseDecision.impose(Sanctions(hides: true, reason: .spam), on: 2, fragment: 2, by: shelf.moderator, at: now, db)
        }
        #expect(steps == [])
    }
}
