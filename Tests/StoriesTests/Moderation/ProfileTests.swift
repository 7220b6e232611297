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

    @Test func anErasedWriterLeavesNoHiddenName() throws {
        let shelf = try shelf()
        let (face, name) = (try decide(.face, shelf), try decide(.name, shelf))
        try shelf.write { try Writer.erase(2, at: shelf.now, $0) }
        #expect(try shelf.value("SELECT count(*) FROM profileHiding WHERE face IS NOT NULL OR nickname IS NOT NULL OR lastName <> ''") == 0)
        for decision in [face, name] { _ = try shelf.write { try decision.undo(by: shelf.moderator, at: shelf.now, $0) } }
        #expect(try writer(2, shelf).nickname == nil)
    }
}
