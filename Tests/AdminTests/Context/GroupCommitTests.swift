import Dispatch
import GRDB
import Synchronization
import Testing

@testable import Admin

@Suite struct GroupCommitTests {
    private struct Refused: Error {}

    /// Counts commits.
    private final class Counter: TransactionObserver, Sendable {
        let commits = Mutex(0)
        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidCommit(_ db: Database) { commits.withLock { $0 += 1 } }
        func databaseDidRollback(_ db: Database) {}
    }

    private let database: DatabaseQueue
    private let commits: GroupCommit
    private let counter = Counter()

    init() throws {
        database = try DatabaseQueue()
        try database.write { try $0.execute(sql: "CREATE TABLE saved (number INTEGER NOT NULL)") }
        database.add(transactionObserver: counter)
        commits = GroupCommit(database)
    }

    /// Writes the numbers while somebody else holds the writer, and answers which were saved. Negative ones are refused after they have
    /// written.
    private func write(_ numbers: [Int]) async -> Set<Int> {
        let gate = DispatchSemaphore(value: 0)
        database.asyncWriteWithoutTransaction { _ in gate.wait() }
        return await withTaskGroup(of: Int?.self) { [commits] group in
            for number in numbers {
                group.addTask {
                    try? await commits.write { db in
                        try db.execute(sql: "INSERT INTO saved VALUES (?)", arguments: [number])
                        if number < 0 { throw Refused() }
                        return number
                    }
                }
            }
            while commits.waiting < numbers.count { await Task.yield() }
            gate.signal()
            return await group.reduce(into: []) { if let number = $1 { $0.insert(number) } }
        }
    }

    private var saved: Set<Int> {
        get throws { try database.read { try Int.fetchSet($0, sql: "SELECT number FROM saved") } }
    }

    private var count: Int { counter.commits.withLock { $0 } }

    @Test func whatComesAtTheSameTimeIsCommittedAtOnce() async throws {
        #expect(await write([1, 2, 3, 4, 5]) == [1, 2, 3, 4, 5])
        #expect(try saved == [1, 2, 3, 4, 5])
        #expect(count == 1)
        #expect(await write([6]) == [6])
        #expect(try saved == [1, 2, 3, 4, 5, 6])
        #expect(count == 2)
    }

    @Test func whatIsRefusedTakesNothingFromTheOthers() async throws {
        #expect(await write([1, -2, 3, -4]) == [1, 3])
        #expect(try saved == [1, 3])
        #expect(count == 1)
        #expect(await write([-5]).isEmpty)
        #expect(try saved == [1, 3])
    }

    /// Nobody is told that something is saved which is not.
    @Test func aCommitThatFailsIsAnsweredToAll() async throws {
        try await database.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE owner (id INTEGER PRIMARY KEY);
                    CREATE TABLE owned (owner INTEGER NOT NULL REFERENCES owner DEFERRABLE INITIALLY DEFERRED);
                    CREATE TRIGGER lost AFTER INSERT ON saved WHEN new.number = 13 BEGIN INSERT INTO owned VALUES (1); END
                    """)
        }
        #expect(await write([12, 13, 14]).isEmpty)
        #expect(try saved.isEmpty)
        #expect(await write([15]) == [15])
    }
}
