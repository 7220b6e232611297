import Foundation
import GRDB
import Synchronization
import Testing

@testable import Admin
@testable import AdminTestSupport

/// An import is whole or not at all, and gives its transaction up for what is urgent.
@Suite struct ImportTransactionTests {
    /// Asks for an urgent write at some looks of an import, and notes how many books were there in each.
    private final class Asking: Sendable {
        private struct State {
            var looks = 0
            var turns: [Task<Int, any Error>] = []
        }

        private let admin: AdminContext
        private let isDue: @Sendable (_ look: Int) -> Bool
        private let state = Mutex(State())

        init(_ admin: AdminContext, at isDue: @escaping @Sendable (_ look: Int) -> Bool) { (self.admin, self.isDue) = (admin, isDue) }

        var looks: Int { state.withLock { $0.looks } }

        func look() {
            let number = state.withLock { state in
                state.looks += 1
                return state.looks
            }
            guard isDue(number) else { return }
            let turn = Task { [admin] in
                try await admin.urgent.write { try Int.fetchOne($0, sql: "SELECT count(*) FROM book") ?? -1 }
            }
            state.withLock { $0.turns.append(turn) }
            while !admin.urgent.isUnderway { sched_yield() }
        }

        func found() async throws -> [Int] {
            var found: [Int] = []
            for turn in state.withLock({ $0.turns }) { found.append(try await turn.value) }
            return found
        }
    }

    /// Rows enough for the background, confirmed; the looks of the whole work are one, and two for each row.
    private func confirmed() async throws -> (site: SampleSite, rows: Int) {
        let site = try await SampleSite()
        let rows = ImportJob.inRequest + 10
        try await site.browse(as: "admin") { browsers in
            let text = "Nome;Copie\n" + (1...rows).map { "Cosa \($0);1\n" }.joined()
            let (address, trial) = try await browsers[0].tryFile(FileTests.address, text: text)
            #expect(counts(trial) == ["new": rows])
            expect(try await browsers[0].confirmFile(address, trial).location, is: address)
        }
        return (site, rows)
    }

    private func written(_ site: SampleSite) async throws -> [Int?] {
        try await site.database.read { db in
            try [
                "book", "act", "revision WHERE kind = 'sample.books'", "audit WHERE action = 'sample.books.import'",
                "stagedImport WHERE state = 'done'",
            ].map { try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") }
        }
    }

    @Test func whatIsUrgentHasItsTurnAndSeesNothingOfTheImport() async throws {
        let (site, rows) = try await confirmed()
        // Once while rows are judged and once while they are written.
        let asking = Asking(site.portal.admin) { [300, 300 + rows + 290].contains($0) }
        try await UrgentWrites.$looked.withValue({ asking.look() }) { _ = try await site.portal.jobs.runDue() }
        expect(try await asking.found(), is: [0, 0])
        // Counted: two beginnings that were given up, and one that went through.
        #expect(asking.looks == 300 + rows + 290 + 1 + 2 * rows)
        expect(try await written(site), is: [rows, 1, rows, 1, 1])
    }

    @Test func afterManyTurnsTheImportGoesThrough() async throws {
        let (site, rows) = try await confirmed()
        let asking = Asking(site.portal.admin) { _ in true }
        try await UrgentWrites.$looked.withValue({ asking.look() }) { _ = try await site.portal.jobs.runDue() }
        let found = try await asking.found()
        #expect(found == [Int](repeating: 0, count: UrgentWrites.mostTurns))
        expect(try await written(site), is: [rows, 1, rows, 1, 1])
    }
}
