import GRDB
import Synchronization

/// Wakes the open pages of a house after a change. A page that misses a call, or has another process, reads it at the next beat.
public final class HouseEventBroadcaster: Sendable {
    enum Call: Sendable { case news, beat }

    /// Wakes silent pages at this interval, to recheck the database and detect dead connections.
    private static let beat = Duration.seconds(20)

    private struct Listeners {
        var next = 0
        var houses: [Int64: [Int: AsyncStream<Call>.Continuation]] = [:]
        var clock: Task<Void, Never>?
    }

    private let listeners = Mutex(Listeners())

    public init() {}

    /// Wakes the open pages of a house after the transaction commits.
    func tell(house: Int64, after db: Database) {
        db.afterNextTransaction { [self] _ in call(.news, [house]) }
    }

    func calls(for house: Int64) -> AsyncStream<Call> {
        let (calls, continuation) = AsyncStream.makeStream(of: Call.self, bufferingPolicy: .bufferingNewest(1))
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.houses[house, default: [:]][listeners.next] = continuation
            if listeners.clock == nil { listeners.clock = Task { await self.tick() } }
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in self?.forget(number, house) }
        return calls
    }

    var count: Int { listeners.withLock { $0.houses.values.reduce(0) { $0 + $1.count } } }

    private func tick() async {
        while (try? await Task.sleep(for: Self.beat)) != nil { call(.beat, listeners.withLock { Array($0.houses.keys) }) }
    }

    private func call(_ call: Call, _ houses: [Int64]) {
        let continuations = listeners.withLock { listeners in houses.flatMap { listeners.houses[$0]?.values.map { $0 } ?? [] } }
        for continuation in continuations { continuation.yield(call) }
    }

    private func forget(_ number: Int, _ house: Int64) {
        listeners.withLock { listeners in
            listeners.houses[house]?[number] = nil
            if listeners.houses[house]?.isEmpty == true { listeners.houses[house] = nil }
            guard listeners.houses.isEmpty else { return }
            listeners.clock?.cancel()
            listeners.clock = nil
        }
    }
}
