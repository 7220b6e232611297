import GRDB
import Testing

@testable import Questionnaires

@Suite struct DesignStepTests {
    private func texts(_ version: Int64, _ db: Database) throws -> [String] { try StructureStore.read(version, db).questions.map(\.text) }

    /// Changes the draft as designers do, each time from its newest edition.
    private func type(_ line: String, _ version: Int64, _ db: Database) throws {
        let draft = try #require(try QuestionnaireVersion.find(version, db))
        let lines = try #require(QuestionLines(line, at: nil, in: try StructureStore.read(version, db)))
        try draft.save(lines.structure, db)
    }

    private func step(_ version: Int64, back: Bool, _ db: Database) throws -> Bool {
        let draft = try #require(try QuestionnaireVersion.find(version, db))
        return back ? try DesignStep.undo(draft, db) : try DesignStep.redo(draft, db)
    }

    @Test func everyStepIsTakenBackAndDoneAgain() throws {
        try Faculty().database.write { db in
            let draft = try QuestionnaireVersion.beginDraft(of: 1, now: Faculty.now, db)
            for line in ["One?", "Two?", "Three?"] { try type(line, draft.id, db) }
            #expect(try step(draft.id, back: true, db))
            #expect(try texts(draft.id, db) == ["One?", "Two?"])
            #expect(try step(draft.id, back: true, db))
            #expect(try texts(draft.id, db) == ["One?"])
            #expect(try step(draft.id, back: false, db))
            #expect(try texts(draft.id, db) == ["One?", "Two?"])
            #expect(try step(draft.id, back: false, db))
            #expect(try texts(draft.id, db) == ["One?", "Two?", "Three?"])
            #expect(try !step(draft.id, back: false, db))
        }
    }

    @Test func aNewStepEndsWhatCouldBeDoneAgain() throws {
        try Faculty().database.write { db in
            let draft = try QuestionnaireVersion.beginDraft(of: 1, now: Faculty.now, db)
            for line in ["One?", "Two?"] { try type(line, draft.id, db) }
            _ = try step(draft.id, back: true, db)
            try type("Other?", draft.id, db)
            #expect(try DesignStep.possible(draft.id, db) == (true, false))
            #expect(try texts(draft.id, db) == ["One?", "Other?"])
        }
    }

    @Test func publishingForgetsTheSteps() throws {
        try Faculty().database.write { db in
            _ = try Faculty.publish(db)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM designStep") == 0)
        }
    }
}
