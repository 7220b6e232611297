import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import Questionnaires

/// A replica has every single transaction. None of them may hold a receipt and answers together, which would lead from one to the other.
@Suite struct TransactionAnonymityTests {
    private static let receipts: Set = ["receipt"]
    private static let answers: Set = ["compilation", "compilationAnswer", "compilationTag", "resultCount", "resultGroup", "textReview"]
    private static let (codes, texts) = (Data("R-2026-".utf8), Data("parola segreta".utf8))

    private final class Place {
        let folder: TemporaryFolder
        let database: DatabaseQueue
        let tables = TablesOfTransactions()
        private var path: String { folder.path + "/portico.sqlite" }

        init(anonymous: Bool) throws {
            folder = try TemporaryFolder()
            database = try DatabaseQueue(path: folder.path + "/portico.sqlite", configuration: emptyDatabase().configuration)
            try emptyDatabase().backup(to: database)
            // Nothing leaves the log, so that it holds all transactions.
            try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0") }
            try database.write { db in
                try Faculty.fill(db, students: 12, anonymous: anonymous, mandatory: false)
                _ = try Faculty.publish(db)
            }
            database.add(transactionObserver: tables, extent: .databaseLifetime)
        }

        /// Everybody sends in a transaction of their own; a part is mixed, and the rest when the version has ended.
        func fillIn() throws {
            for student in Int64(1)...12 {
                try database.write { db in
                    _ = try Faculty.send(
                        ["q1": "3", "q4": "parola segreta \(student)"], of: student, nonce: "\(student)", mixes: false, db)
                }
            }
            _ = try database.write { try Mixing.mix($0, now: Faculty.now) }
            try database.write { try #require(try QuestionnaireVersion.active(of: 1, $0)).close(now: Faculty.now, $0) }
            _ = try database.write { try Mixing.mix($0, now: Faculty.now) }
        }

        /// The bytes that each transaction wrote, from the write-ahead log itself.
        func transactions() throws -> [Data] {
            let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            func number(_ at: Int) -> Int { log[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
            let size = number(8)
            var (found, current, at) = ([Data](), Data(), 32)
            // A frame of the current log repeats the two numbers of its header.
            while at + 24 + size <= log.count, log[at + 8..<at + 16] == log[16..<24] {
                current += log[at + 24..<at + 24 + size]
                if number(at + 4) > 0 { (found, current) = (found + [current], Data()) }
                at += 24 + size
            }
            return found
        }
    }

    /// The tables that each transaction changes.
    private final class TablesOfTransactions: TransactionObserver, Sendable {
        private let state = Mutex<(current: Set<String>, all: [Set<String>])>(([], []))
        var all: [Set<String>] { state.withLock { $0.all } }

        func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
            let table =
                switch kind {
                case .insert(let table), .delete(let table), .update(let table, _): table
                }
            state.withLock { _ = $0.current.insert(table) }
            return false
        }

        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidCommit(_ db: Database) {
            state.withLock { state in
                state.all.append(state.current)
                state.current = []
            }
        }
        func databaseDidRollback(_ db: Database) { state.withLock { $0.current = [] } }
    }

    @Test func noTransactionHoldsAReceiptAndAnswers() throws {
        let place = try Place(anonymous: true)
        try place.fillIn()
        let tables = place.tables.all
        #expect(tables.filter { !$0.isDisjoint(with: Self.receipts) }.count == 12)
        #expect(tables.filter { !$0.isDisjoint(with: Self.answers) }.count >= 2)
        #expect(!tables.contains { !$0.isDisjoint(with: Self.receipts) && !$0.isDisjoint(with: Self.answers) })
        let written = try place.transactions().map {
            (hasReceipt: $0.range(of: Self.codes) != nil, hasAnswers: $0.range(of: Self.texts) != nil)
        }
        #expect(written.filter(\.hasReceipt).count >= 12)
        #expect(written.filter(\.hasAnswers).count >= 2)
        #expect(!written.contains { $0.hasReceipt && $0.hasAnswers })
    }

    /// The same look at a questionnaire that names people finds them together.
    @Test func answersThatAreJoinedToTheirReceiptAreSeen() throws {
        let place = try Place(anonymous: false)
        try place.fillIn()
        #expect(place.tables.all.contains { !$0.isDisjoint(with: Self.receipts) && !$0.isDisjoint(with: Self.answers) })
        let written = try place.transactions()
        #expect(written.contains { $0.range(of: Self.codes) != nil && $0.range(of: Self.texts) != nil })
    }
}
