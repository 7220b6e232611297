import Accounts
import Formats
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// The numbers of an import, as they are counted and as they are said.
@Suite struct ImportCountsTests {
    private let words: Words

    init() throws { words = try SamplePortal.texts.words(in: .english) }

    private func counts(_ change: (inout ImportCounts) -> Void) -> ImportCounts {
        var counts = ImportCounts()
        change(&counts)
        return counts
    }

    @Test func everythingIsCountedButOnlyNewAndChangedIsWritten() {
        let all = counts { ($0.new, $0.changed, $0.same, $0.left, $0.unclear, $0.refused) = (1, 2, 4, 8, 16, 32) }
        #expect(all.total == 63)
        #expect(all.written == 3)
        #expect(all.all.map(\.count) == [1, 2, 4, 8, 16, 32])
        #expect(all.all.map(\.verdict) == ImportVerdict.allCases)
    }

    @Test func theSummaryNamesWhatThereIs() {
        let several = counts { ($0.new, $0.same, $0.left) = (247, 2, 1) }
        #expect(several.summary(words) == "250 rows: 247 new records, 2 the same already, 1 left as it is.")
        let one = counts { $0.new = 1 }
        #expect(one.summary(words) == "1 row: 1 new record.")
    }

    @Test func theResultLeavesOutWhatStayed() {
        let mixed = counts { ($0.new, $0.changed, $0.same, $0.left, $0.refused) = (1, 2, 9, 9, 1) }
        #expect(mixed.result(words) == "Imported: 1 new record, 2 changed, 1 row refused.")
        let waiting = counts { ($0.new, $0.unclear) = (2, 1) }
        #expect(waiting.result(words) == "Imported: 2 new records, 1 waits for an answer.")
    }

    @Test func theyAreStoredWhole() throws {
        let stored = counts { ($0.new, $0.mark, $0.problems, $0.gone, $0.goneTitles) = (3, "abc", 2, 1, ["Riso"]) }
        let read = try JSONDecoder().decode(ImportCounts.self, from: Data(Jobs.json(stored).utf8))
        #expect(read == stored)
    }

    @Test func whatWasStoredBeforeHasNoProblems() throws {
        let old = #"{"new":1,"changed":0,"same":0,"left":0,"unclear":0,"refused":0,"mark":"x"}"#
        let read = try JSONDecoder().decode(ImportCounts.self, from: Data(old.utf8))
        #expect(read.new == 1)
        #expect(read.problems == nil)
        #expect(read.gone == nil)
    }

    /// Six items with the six outcomes, and one that is not checked.
    private static func staged(_ db: Database) throws -> Int64 {
        let bytes = Array("Nome;Copie\nUva;7\n".utf8)
        let found = try FoundTable(bytes, for: SampleBook.self, [try SamplePortal.texts.words(in: .italian)])
        var staged = StagedImport("libri.csv", bytes, found, on: SampleBook.name, scope: SampleSite.rossa, by: 1, .italian)
        try staged.add(bytes, db)
        try db.execute(sql: "DELETE FROM stagedItem")
        for number in 1...7 { try StagedItem.add(number, ImportPlace(.row, number + 1), "[]", [], to: staged.number, db) }
        for (index, verdict) in ImportVerdict.allCases.enumerated() {
            let sql = "UPDATE stagedItem SET verdict = ? WHERE importID = ? AND number = ?"
            try db.execute(sql: sql, arguments: [verdict.rawValue, staged.number, index + 1])
        }
        return staged.number
    }

    @Test func whatIsNotCheckedIsNotWritten() async throws {
        let counts = try await SampleSite().database.write { db in try ImportCounts(of: Self.staged(db), db) }
        #expect(counts.all.map(\.count) == [1, 1, 1, 1, 1, 2])
        #expect(counts.total == 7)
        #expect(counts.problems == 0)
    }

    @Test func itemsThatNeedALookAreCounted() async throws {
        let counts = try await SampleSite().database.write { db in
            let id = try Self.staged(db)
            try db.execute(sql: "UPDATE stagedItem SET hasRemarks = 1 WHERE number IN (2, 6)")
            return try ImportCounts(of: id, db)
        }
        #expect(counts.problems == 2)
    }

    @Test func theMarkKnowsOtherRecordsWithTheSameNumbers() async throws {
        let (first, same, other) = try await SampleSite().database.write { db in
            let id = try Self.staged(db)
            let first = try ImportCounts(of: id, db)
            let same = try ImportCounts(of: id, db)
            try db.execute(sql: "UPDATE stagedItem SET version = 2 WHERE number = 2")
            return (first, same, try ImportCounts(of: id, db))
        }
        #expect(!first.mark.isEmpty)
        #expect(same == first)
        #expect(other.total == first.total)
        #expect(other.mark != first.mark)
    }
}
