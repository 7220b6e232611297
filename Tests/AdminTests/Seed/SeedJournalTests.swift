import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin

/// What an application notes of each row, so that it can be taken back.
@Suite struct SeedJournalTests {
    private static let name = "SELECT value FROM setting WHERE key = 'name'"
    private static let rows = "SELECT count(*) FROM seedRow"

    @Test func onlyWhatAnEntryTouchesIsNoted() async throws {
        try await SeedTrial().database.write { db in
            let journal = try SeedJournal(db, [Trial.self])
            try db.execute(sql: "INSERT INTO setting (key, value) VALUES ('name', 'Prova'), ('other', 'x')")
            #expect(try Int.fetchOne(db, sql: Self.rows) == 0)
            try journal.watch("site", "name") { try db.execute(sql: "UPDATE setting SET value = 'Nuova' WHERE key = 'name'") }
            #expect(try Int.fetchOne(db, sql: Self.rows) == 1)
            #expect(try String.fetchOne(db, sql: "SELECT tableName FROM seedRow") == "setting")
            #expect(try String.fetchOne(db, sql: "SELECT before FROM seedRow")?.contains("Prova") == true)
            try journal.end()
            try db.execute(sql: "UPDATE setting SET value = 'Altra'")
            #expect(try Int.fetchOne(db, sql: Self.rows) == 1)
        }
    }

    @Test func aRowThatIsAsBeforeIsForgotten() async throws {
        try await SeedTrial().database.write { db in
            try db.execute(sql: "INSERT INTO setting (key, value) VALUES ('name', 'Prova')")
            let journal = try SeedJournal(db, [Trial.self])
            try journal.watch("site", "name") {
                try db.execute(sql: "UPDATE setting SET value = 'Nuova'")
                try db.execute(sql: "UPDATE setting SET value = 'Prova'")
            }
            try journal.end()
            #expect(try Int.fetchOne(db, sql: Self.rows) == 0)
            #expect(try Bool.fetchOne(db, sql: "SELECT isWhole FROM seedEntry") == true)
        }
    }

    @Test func aRowIsNotedOnceWithItsFirstValue() async throws {
        try await SeedTrial().database.write { db in
            try db.execute(sql: "INSERT INTO setting (key, value) VALUES ('name', 'Prova')")
            let journal = try SeedJournal(db, [Trial.self])
            try journal.watch("site", "name") {
                try db.execute(sql: "UPDATE setting SET value = 'Nuova'")
                try db.execute(sql: "UPDATE setting SET value = 'Nuovissima'")
            }
            try journal.end()
            #expect(try Int.fetchOne(db, sql: Self.rows) == 1)
            #expect(try String.fetchOne(db, sql: "SELECT before FROM seedRow")?.contains("Prova") == true)
        }
    }

    @Test func changedAddedAndDeletedRowsComeBack() async throws {
        try await SeedTrial().database.write { db in
            try db.execute(sql: "INSERT INTO setting (key, value) VALUES ('name', 'Prova'), ('old', 'x')")
            let journal = try SeedJournal(db, [Trial.self])
            try journal.watch("site", "all") {
                try db.execute(sql: "UPDATE setting SET value = 'Nuova' WHERE key = 'name'")
                try db.execute(sql: "INSERT INTO setting (key, value) VALUES ('added', 'y')")
                try db.execute(sql: "DELETE FROM setting WHERE key = 'old'")
            }
            try journal.end()
            var restoring = try SeedRestoring(db, [Trial.self])
            #expect(restoring.isEmpty)
            try restoring.restore()
            #expect(restoring.restored == 1)
            #expect(restoring.kept == [])
            #expect(restoring.others == [])
            let now = try String.fetchAll(db, sql: "SELECT key || ' ' || value FROM setting ORDER BY key")
            #expect(now == ["name Prova", "old x"])
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM seedEntry") == 0)
        }
    }

    @Test func aReplacedRowComesBack() async throws {
        try await SeedTrial().database.write { db in
            try db.execute(sql: "INSERT INTO setting (key, value) VALUES ('name', 'Prova')")
            let journal = try SeedJournal(db, [Trial.self])
            try journal.watch("site", "name") {
                try db.execute(sql: "INSERT OR REPLACE INTO setting (key, value) VALUES ('name', 'Nuova')")
            }
            try journal.end()
            var restoring = try SeedRestoring(db, [Trial.self])
            try restoring.restore()
            #expect(try String.fetchOne(db, sql: Self.name) == "Prova")
        }
    }

    @Test func anEntryIsTakenBackWhollyOrNotAtAll() async throws {
        try await SeedTrial().database.write { db in
            try db.execute(sql: "INSERT INTO setting (key, value) VALUES ('name', 'Prova'), ('old', 'x')")
            let journal = try SeedJournal(db, [Trial.self])
            try journal.watch("site", "all") { try db.execute(sql: "UPDATE setting SET value = value || '!'") }
            try journal.end()
            try db.execute(sql: "UPDATE setting SET value = 'z' WHERE key = 'old'")
            var restoring = try SeedRestoring(db, [Trial.self])
            try restoring.restore()
            #expect(restoring.restored == 0)
            #expect(restoring.kept == ["site all"])
            #expect(try String.fetchOne(db, sql: Self.name) == "Prova!")
        }
    }

    @Test func whatCannotBeTakenBackIsNamedByItsList() async throws {
        try await SeedTrial().database.write { db in
            let journal = try SeedJournal(db, [Trial.self])
            try journal.note("trial.labels", "a")
            try journal.note("trial.labels", "b")
            try journal.end()
            var restoring = try SeedRestoring(db, [Trial.self])
            try restoring.restore()
            #expect(restoring.others == ["trial.labels"])
            #expect(restoring.restored == 0)
        }
    }

    @Test func tooManyRowsAreNotKept() async throws {
        try await SeedTrial().database.write { db in
            let journal = try SeedJournal(db, [Trial.self])
            try journal.watch("site", "many") {
                try db.execute(
                    sql: """
                        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                        INSERT INTO setting (key, value) SELECT 'k' || i, 'x' FROM n
                        """, arguments: [SeedJournal.mostRows + 1])
            }
            try journal.end()
            #expect(try Int.fetchOne(db, sql: Self.rows) == 0)
            #expect(try Bool.fetchOne(db, sql: "SELECT isWhole FROM seedEntry") == false)
        }
    }

    @Test func aDigestSaysNothingOfTheRow() {
        #expect(SeedJournal.digest(nil) == nil)
        #expect(SeedJournal.digest("{}") == SeedJournal.digest("{}"))
        #expect(SeedJournal.digest("{}") != SeedJournal.digest("{ }"))
        #expect(SeedJournal.digest("{}")?.count == 32)
    }

    @Test func tablesAreKnownWithTheirKeys() async throws {
        try await SeedTrial().database.read { db in
            let tables = try SeedTable.all(db)
            #expect(tables["thing"]?.keys == ["id"])
            #expect(tables["thing"]?.hasStamp == true)
            #expect(tables["label"]?.keys == ["thing"])
            #expect(tables["label"]?.hasStamp == false)
            #expect(tables["label"]?.columns == ["thing", "text", "pin"])
            #expect(tables["thingTag"]?.keys == ["rowid"])
            #expect(tables["thingTag"]?.hasKey == false)
            #expect(tables["sqlite_schema"] == nil)
        }
    }

    @Test func anUndoHappensOnce() async throws {
        let file = "trial:\n  camps: [{ key: nord, name: Nord }]\n"
        let trial = try SeedTrial(["seed.yaml": file])
        let early = try await trial.undo()
        #expect(early == nil)
        try await trial.apply()
        let first = try await trial.undo()
        #expect(first?.records == 1)
        let second = try await trial.undo()
        #expect(second == nil)
        let said = try await trial.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM audit WHERE action = 'seed.undo'") }
        #expect(said == 1)
        let isUndone = try await trial.database.read { try Bool.fetchOne($0, sql: "SELECT undoneAt IS NOT NULL FROM seedApplication") }
        #expect(isUndone == true)
    }

    // MARK: Terminal

    @Test(arguments: [
        ("uno\ndue\ttre", "uno due tre"), ("uno\r\ndue", "uno  due"), ("\u{1B}[2J", "\\u001B[2J"), ("Caffè", "Caffè"), ("", ""),
    ])
    func aSentenceStaysOnOneLineOfATerminal(_ text: String, _ shown: String) {
        #expect(text.onOneLine == shown)
    }

    @Test func aLongNameIsShortenedInASentence() throws {
        let words = try SeedTrial.words()
        let long = SeedSentences.folder(String(repeating: "x", count: 61)).localized(words)
        #expect(long.contains(String(repeating: "x", count: 60) + "…"))
        let short = SeedSentences.folder(String(repeating: "x", count: 60)).localized(words)
        #expect(!short.contains("…"))
        #expect(SeedSentences.folder("a\u{1B}b").localized(words).contains("a\\u001Bb"))
    }
}
