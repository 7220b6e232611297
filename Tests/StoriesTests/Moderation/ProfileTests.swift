import Foundation
import GRDB
import Testing

@testable import Stories

/// Faces and names that are reported, hidden and given back.
@Suite struct ProfileTests {
    private func writer(_ id: Int64, _ shelf: Bookshelf) throws -> Writer { try #require(try shelf.read { try Writer.find(id, $0) }) }

    private func shelf() throws -> Bookshelf {
        let shelf = try Bookshelf(writers: 4)
        try shelf.write { try $0.execute(sql: "UPDATE writer SET avatar = 'volto' WHERE id = 2") }
        return shelf
    }

    private func decide(_ part: ProfilePart, hides: Bool = true, _ shelf: Bookshelf) throws -> CaseDecision {
        try shelf.write {
            try ProfileReport.decide(part, of: 2, hides: hides, .sexual, by: shelf.moderator, at: shelf.now, $0)
        }
    }

    @Test func aHiddenFaceIsGoneAndComesBack() throws {
        let shelf = try shelf()
        let before = try writer(2, shelf)
        let decision = try decide(.face, shelf)
        #expect(decision.isMeasure)
        #expect(try writer(2, shelf).avatar == nil)
        #expect(try shelf.value("SELECT count(*) FROM storyNotice WHERE writer = 2 AND kind = 'measureTaken'") == 1)
        _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(try writer(2, shelf) == before)
    }

    @Test func aHiddenNameIsANumberAndComesBack() throws {
        let shelf = try shelf()
        let before = try writer(2, shelf)
        let decision = try decide(.name, shelf)
        let hidden = try writer(2, shelf)
        #expect(hidden.nickname == "n.2")
        #expect(hidden.firstName == "N.")
        #expect(hidden.lastName == "2")
        _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(try writer(2, shelf) == before)
    }

    @Test func whatTheWriterChoseSinceStays() throws {
        let shelf = try shelf()
        let (face, name) = (try decide(.face, shelf), try decide(.name, shelf))
        try shelf.write { db in
            try db.execute(sql: "UPDATE writer SET avatar = 'nuovo', nickname = 'bruno.due', firstName = 'Bruno' WHERE id = 2")
            _ = try face.undo(by: shelf.moderator, at: shelf.now, db)
            _ = try name.undo(by: shelf.moderator, at: shelf.now, db)
        }
        #expect(try writer(2, shelf).avatar == "nuovo")
        #expect(try writer(2, shelf).nickname == "bruno.due")
    }

    @Test func aNameThatIsAnothersNowIsNotTakenBack() throws {
        let shelf = try shelf()
        let decision = try decide(.name, shelf)
        try shelf.write { db in
            try db.execute(sql: "UPDATE writer SET nickname = 'writer2' WHERE id = 3")
            _ = try decision.undo(by: shelf.moderator, at: shelf.now, db)
        }
        #expect(try writer(2, shelf).nickname == "n.2")
        #expect(try writer(2, shelf).lastName == "Cognome 2")
        #expect(try writer(3, shelf).nickname == "writer2")
    }

    @Test func reportsOfAFaceAreAnsweredTogetherAndOnce() throws {
        let shelf = try shelf()
        func report(by writer: Int64, _ part: ProfilePart = .face, note: String = "") throws {
            try shelf.write { try ProfileReport.file(part, of: 2, .sexual, note: note, by: writer, at: shelf.now, $0) }
        }
        try report(by: 1)
        try report(by: 1)
        try report(by: 3)
        let other = Bookshelf.refusal { try report(by: 1, note: "Ancora") }
        let own = Bookshelf.refusal { try report(by: 2) }
        let none = Bookshelf.refusal {
            try shelf.write { try ProfileReport.file(.face, of: 4, .spam, note: "", by: 1, at: shelf.now, $0) }
        }
        #expect(other == .alreadyReported)
        #expect(own == .ownFragment)
        #expect(none == .notFound)
        #expect(try shelf.read { try ProfileReport.waiting($0).count } == 2)
        let decision = try decide(.face, hides: false, shelf)
        #expect(try shelf.read { try ProfileReport.waiting($0) } == [])
        #expect(try shelf.value("SELECT count(*) FROM storyNotice WHERE kind = 'reportDecided'") == 2)
        #expect(try writer(2, shelf).avatar == "volto")
        _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(try shelf.read { try ProfileReport.waiting($0).count } == 2)
        #expect(try shelf.value("SELECT count(*) FROM storyNotice WHERE kind = 'reportDecided'") == 0)
    }

    @Test func anAppealAgainstAHiddenFaceGivesItBack() throws {
        let shelf = try shelf()
        let decision = try decide(.face, shelf)
        try shelf.write { db in
            try Appeal.file("Sono io", against: decision, at: shelf.now, db)
            _ = try Appeal.decide(1, upholds: true, answer: "", by: shelf.colleague, at: shelf.now, db)
        }
        #expect(try writer(2, shelf).avatar == "volto")
        _ = try shelf.write { try Appeal.undo(1, by: shelf.colleague, at: shelf.now, $0) }
        #expect(try writer(2, shelf).avatar == nil)
    }

    /// Readers 1, 3 and 4 came long ago; the values are those for an open site.
    private func openShelf() throws -> Bookshelf {
        let shelf = try Bookshelf(writers: 6)
        for writer in [1, 3, 4] as [Int64] { for _ in 1...3 { try shelf.start(by: writer) } }
        try shelf.write { db in
            let past = shelf.sameMoment - 60 * 86_400
            try db.execute(sql: "UPDATE writer SET avatar = 'volto' WHERE id = 2")
            try db.execute(sql: "UPDATE writer SET createdAt = ?", arguments: [past])
            try db.execute(sql: "UPDATE fragment SET createdAt = ?", arguments: [past])
            _ = try StorySettings.current(db).forOpenSite.save(by: shelf.moderator, db)
        }
        return shelf
    }

    private func report(_ part: ProfilePart, _ reason: Reason, by writer: Int64, _ shelf: Bookshelf) throws {
        try shelf.write { try ProfileReport.file(part, of: 2, reason, note: "", by: writer, at: shelf.now, $0) }
    }

    @Test func aFaceIsHeldUntilAPersonHasLooked() throws {
        let shelf = try openShelf()
        // Reports of newcomers hide nothing, even under a severe rule.
        for newcomer in [5, 6] as [Int64] { try report(.face, .minors, by: newcomer, shelf) }
        for reader in [1, 3] as [Int64] { try report(.face, .sexual, by: reader, shelf) }
        #expect(try writer(2, shelf).avatar == "volto")
        try report(.face, .sexual, by: 4, shelf)
        #expect(try writer(2, shelf).avatar == nil)
        let held = try #require(try shelf.read { try ProfileReport.holding(.face, of: 2, $0) })
        #expect(held.automatic == .reports)
        #expect(!held.isMeasure)
        #expect(try shelf.read { try ProfileHiding.hidden(by: held.id, $0)?.face } == "volto")
        #expect(try shelf.read { try ProfileReport.waiting($0).count } == 5)
        #expect(try shelf.value("SELECT count(*) FROM storyNotice WHERE writer = 2 AND kind = 'measureTaken'") == 1)
        // Keeping it shows it; undoing that holds it again, and hiding it is a decision of a person.
        let kept = try decide(.face, hides: false, shelf)
        #expect(try writer(2, shelf).avatar == "volto")
        _ = try shelf.write { try kept.undo(by: shelf.moderator, at: shelf.now, $0) }
        #expect(try writer(2, shelf).avatar == nil)
        let hidden = try decide(.face, shelf)
        #expect(hidden.isMeasure)
        #expect(try writer(2, shelf).avatar == nil)
        #expect(try shelf.read { try ProfileReport.holding(.face, of: 2, $0) } == nil)
        #expect(try shelf.value("SELECT count(*) FROM storyNotice WHERE writer = 2 AND kind = 'measureTaken'") == 1)
        _ = try shelf.write { try hidden.undo(by: shelf.moderator, at: shelf.now, wasWrong: true, $0) }
        #expect(try writer(2, shelf).avatar == "volto")
    }

    @Test func aNameUnderASevereRuleIsHeldAtOnceAndNotAgainWhenItWasKept() throws {
        let shelf = try openShelf()
        try report(.name, .threat, by: 1, shelf)
        #expect(try writer(2, shelf).nickname == "n.2")
        #expect(try shelf.read { try ProfileReport.holding(.name, of: 2, $0)?.automatic } == .severe)
        _ = try decide(.name, hides: false, shelf)
        #expect(try writer(2, shelf).nickname == "writer2")
        try report(.name, .threat, by: 3, shelf)
        #expect(try writer(2, shelf).nickname == "writer2")
    }

    @Test func anErasedWriterLeavesNoHiddenName() throws {
        let shelf = try shelf()
        let (face, name) = (try decide(.face, shelf), try decide(.name, shelf))
        try shelf.write { try Writer.erase(2, at: shelf.now, $0) }
        #expect(try shelf.value("SELECT count(*) FROM profileHiding WHERE face IS NOT NULL OR nickname IS NOT NULL OR lastName <> ''") == 0)
        for decision in [face, name] { _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) } }
        #expect(try writer(2, shelf).nickname == nil)
    }
}
