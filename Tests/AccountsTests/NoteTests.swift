import Foundation
import GRDB
import Testing

@testable import Accounts

@Suite struct NoteTests {
    /// A long write of others does not keep a page that only notes something.
    @Test(.timeLimit(.minutes(1))) func aNoteWaitsOnlyAMomentForALongWrite() async throws {
        let database = try DatabaseQueue()
        try await database.write { try $0.execute(sql: "CREATE TABLE seen (id INTEGER PRIMARY KEY)") }
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let long = Task {
            try await database.write { _ in
                begin.finish()
                gate.wait()
            }
        }
        for await _ in begun {}
        await database.note(waiting: .zero) { try $0.execute(sql: "INSERT INTO seen VALUES (1)") }
        // Here before the other one ended; written all the same, in its turn.
        gate.signal()
        try await long.value
        let notes = ValueObservation.tracking { try Int.fetchOne($0, sql: "SELECT count(*) FROM seen") ?? 0 }
        for try await count in notes.values(in: database) where count == 1 { break }
        let count = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM seen") }
        #expect(count == 1)
    }
}
