import Accounts
import AdminTestSupport
import Formats
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// A source on its way in: how it is kept, how many there may be, and when it is forgotten.
@Suite struct StagedImportTests {
    private static func staged(_ name: String, _ text: String = "Nome;Copie\nUva;7\n") throws -> (staged: StagedImport, bytes: [UInt8]) {
        let bytes = Array(text.utf8)
        let words = try SamplePortal.texts.words(in: .italian)
        let found = try FoundTable(bytes, for: SampleBook.self, [words])
        return (StagedImport(name, bytes, found, on: SampleBook.name, scope: SampleSite.rossa, by: 1, .italian), bytes)
    }

    @discardableResult
    private static func add(_ name: String, _ db: Database) throws -> StagedImport {
        let made = try staged(name)
        var staged = made.staged
        try staged.add(made.bytes, db)
        return staged
    }

    private static func names(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT name FROM stagedImport ORDER BY id")
    }

    @Test func theBytesComeBackAsTheyWere() async throws {
        try await SampleSite().database.write { db in
            let long = "Nome\n" + String(repeating: String(repeating: "x", count: 99) + "\n", count: 12_000)
            let made = try Self.staged("libri.csv", long)
            var staged = made.staged
            let bytes = made.bytes
            try staged.add(bytes, db)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM stagedPart") == 2)
            #expect(try staged.content(db) == bytes)
            #expect(staged.digest == StagedImport.digest(of: bytes))
            #expect(staged.total == 12_000)
            #expect(staged.look.columns == ["Nome"])
            #expect(staged.chosen.columns == ["name"])
        }
    }

    @Test func theOldestOfAPersonGivesWay() async throws {
        try await SampleSite().database.write { db in
            for number in 1...(StagedImport.limit + 2) { try Self.add("\(number)", db) }
            #expect(try Self.names(db) == ["3", "4", "5", "6", "7"])
        }
    }

    @Test func whatIsAcceptedOrAnotherPersonsStays() async throws {
        try await SampleSite().database.write { db in
            try Self.add("done", db)
            try db.execute(sql: "UPDATE stagedImport SET state = 'done'")
            try Self.add("other", db)
            try db.execute(sql: "UPDATE stagedImport SET accountID = 2 WHERE name = 'other'")
            for number in 1...6 { try Self.add("\(number)", db) }
            #expect(try Self.names(db) == ["done", "other", "2", "3", "4", "5", "6"])
        }
    }

    @Test func allSourcesTogetherHaveTheirLimit() async throws {
        try await SampleSite().database.write { db in
            try Self.add("large", db)
            try db.execute(sql: "UPDATE stagedImport SET size = ?", arguments: [StagedImport.allBytes])
            #expect(throws: ImportRefusal("full")) { try Self.add("small", db) }
            try db.execute(sql: "UPDATE stagedImport SET state = 'done'")
            try Self.add("small", db)
            #expect(try Self.names(db) == ["large", "small"])
        }
    }

    @Test func anUnacceptedOneIsForgottenAfterADayAndAFinishedOneAfterAMonth() async throws {
        try await SampleSite().database.write { db in
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            for (name, state, hours) in [
                ("fresh", "checked", 23.0), ("old", "checked", 25), ("done", "done", 25), ("undone", "undone", 29 * 24),
                ("long ago", "done", 31 * 24),
            ] {
                let staged = try Self.add(name, db)
                try db.execute(
                    sql: "UPDATE stagedImport SET state = ?, at = ? WHERE id = ?", arguments: [state, now - hours * 3_600, staged.number])
                try StagedItem.add(1, ImportPlace(.row, 2), "[]", [], to: staged.number, db)
            }
            #expect(try StagedImport.removeOld(db, now: now) == 2)
            #expect(try Self.names(db) == ["fresh", "done", "undone"])
            let items = "SELECT name FROM stagedImport WHERE id IN (SELECT importID FROM stagedItem)"
            #expect(try String.fetchAll(db, sql: items) == ["fresh"])
        }
    }

    @Test(arguments: [
        ("libri-2026-01.csv", "libri"), ("Libri 2026.XLSX", "libri"), ("Menù.json", "menu"), ("libri", "libri"), ("a.b.csv", "ab"),
        ("2026.csv", ""),
    ])
    func theOriginOfAFileIsItsNameWithoutNumbers(_ name: String, _ source: String) throws {
        #expect(try Self.staged(name).staged.source == source)
    }

    @Test func theWorkOfAStoppedProgramIsOver() async throws {
        try await SampleSite().database.write { db in
            let staged = try Self.add("libri.csv", db)
            try db.execute(sql: "UPDATE stagedImport SET state = 'checking'")
            let stopped = try #require(try StagedImport.current(staged.number, db))
            #expect(stopped.state == .choosing)
            #expect(stopped.problem == "files.refused.stopped")
            try db.execute(sql: "UPDATE stagedImport SET state = 'working'")
            #expect(try StagedImport.current(staged.number, db)?.state == .checked)
            try db.execute(sql: "UPDATE stagedImport SET state = 'done'")
            #expect(try StagedImport.current(staged.number, db)?.problem == nil)
            #expect(try StagedImport.current(99, db) == nil)
        }
    }

    @Test func theChoicesOfAShapeAreFoundForTheirListAlone() async throws {
        try await SampleSite().database.write { db in
            let staged = try Self.add("libri.csv", db)
            var mapping = staged.chosen
            (mapping.existing, mapping.removes) = (.leave, true)
            try ImportShape.remember(mapping, of: staged, db)
            let shape = try #require(mapping.shape)
            let known = try #require(try ImportShape.find(shape, of: SampleBook.name, db))
            #expect(known.existing == .leave)
            // Removing records is a decision for one file.
            #expect(!known.removes)
            #expect(try ImportShape.find(shape, of: SampleTopic.name, db) == nil)
            #expect(try ImportShape.find("another", of: SampleBook.name, db) == nil)
            mapping.existing = .update
            try ImportShape.remember(mapping, of: staged, db)
            #expect(try ImportShape.find(shape, of: SampleBook.name, db)?.existing == .update)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM importShape") == 1)
        }
    }

    @Test func answersForUnknownValuesOutliveTheirCounts() async throws {
        try await SampleSite().database.write { db in
            let id = try Self.add("libri.csv", db).number
            let (fruit, other) = (UnknownValues.Key("topics", "Frutta"), UnknownValues.Key("topics", "Altro"))
            try UnknownValue.add([fruit: ("Frutta", 2), other: ("Altro", 1)], [other: .skip], to: id, db)
            try UnknownValue.add([fruit: ("frutta", 3)], [:], to: id, db)
            let found = try UnknownValue.all(of: id, db)
            #expect(found.map(\.spelled) == ["Frutta", "Altro"])
            #expect(found.map(\.count) == [5, 1])
            #expect(found.map(\.answer) == [.none, .skip])
            try UnknownValue.answer(fruit, .map, "7", of: id, db)
            try UnknownValue.forgetCounts(of: id, db)
            try UnknownValue.add([fruit: ("Frutta", 1)], [:], to: id, db)
            try UnknownValue.removeUnused(of: id, db)
            let kept = try UnknownValue.all(of: id, db)
            #expect(kept.map(\.value) == ["frutta"])
            #expect(UnknownValue.answers(kept) == [fruit: .map("7")])
        }
    }
}
