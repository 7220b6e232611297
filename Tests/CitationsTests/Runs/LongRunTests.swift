import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Admin
@testable import Citations

/// Calculations hold no thread that somebody waits for.
@Suite struct LongRunTests {
    /// Holds threads until it is opened, or for so long that the test fails.
    private final class Gate: Sendable {
        private let held = Mutex(0)
        private let isOpen = Atomic(false)
        private let semaphore = DispatchSemaphore(value: 0)
        let arrivals: AsyncStream<Void>
        private let arrived: AsyncStream<Void>.Continuation

        init() { (arrivals, arrived) = AsyncStream.makeStream() }

        var count: Int { held.withLock { $0 } }

        func hold() {
            if isOpen.load(ordering: .relaxed) { return }
            held.withLock { $0 += 1 }
            arrived.yield()
            _ = semaphore.wait(timeout: .now() + 20)
            held.withLock { $0 -= 1 }
        }

        func open() {
            isOpen.store(true, ordering: .relaxed)
            for _ in 0..<count { semaphore.signal() }
        }
    }

    @Test func peopleSignInAndSeePagesWhileMoreCalculationsRunThanThereAreProcessors() async throws {
        let (site, _) = try await RunSite.make()
        let count = ProcessInfo.processInfo.activeProcessorCount + 1
        try await site.database.write { db in
            for number in 1...count {
                var run = Run()
                (run.name, run.author) = ("Lungo \(number)", 1)
                run.documents = [RunSite.document("list.txt", .list, Examples.list)]
                try run.insert(db, by: RunSite.actor)
            }
        }
        let gate = Gate()
        try await DedicatedThread.$begun.withValue({ gate.hold() }) {
            try await withThrowingTaskGroup { group in
                for _ in 0..<count { group.addTask { try await RunSite.work(site) } }
                for await _ in gate.arrivals.prefix(count) {}
                try await site.browse(as: "admin", "") { browsers in
                    expect(try await browsers[0].get("/admin/citations/overview").contains("Lungo 1"))
                    expect(try await browsers[1].get("/citations/h-index?numbers=3+2").status == 200)
                    #expect(gate.count == count)
                }
                gate.open()
                try await group.waitForAll()
            }
        }
        expect(try await site.value("SELECT count(*) FROM job WHERE state = 'done'", as: Int.self) == count + 1)
    }

    @Test func workEndsWhenItIsCancelledOrItsTimeIsOver() async throws {
        await #expect(throws: DedicatedThread.TooLong.self) { try await DedicatedThread.run(until: .now) { _ in } }
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let endless = Task {
            try await DedicatedThread.run { step in
                beginning.yield()
                while true { try step() }
            }
        }
        for await _ in begun.prefix(1) {}
        endless.cancel()
        await #expect(throws: CancellationError.self) { try await endless.value }
    }

    @Test func aRunThatIsStoppedLeavesNothingBehind() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            try await browsers[0].post("/admin/citations/runs/\(run)/calculations")
            let gate = Gate()
            try await DedicatedThread.$begun.withValue({ gate.hold() }) {
                try await withThrowingTaskGroup { group in
                    group.addTask { try await RunSite.work(site) }
                    for await _ in gate.arrivals.prefix(1) {}
                    try await browsers[0].post("/admin/citations/runs/\(run)/calculations/ending")
                    gate.open()
                    try await group.waitForAll()
                }
            }
            let answer = try await browsers[0].get("/admin/citations/runs/\(run)/results")
            #expect(answer.contains("<strong>4</strong>"))
        }
        expect(try await site.value("SELECT state FROM job ORDER BY id DESC", as: String.self) == "cancelled")
        expect(try await site.value("SELECT count(*) FROM citationSnapshot", as: Int.self) == 1)
    }
}
