/// Lets a few in at once and a bounded number wait in the order they came; whoever comes when the queue is full is sent away.
actor BoundedSemaphore {
    private let places: Int
    private let seats: Int
    private var inside = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int, seats: Int) {
        self.places = places
        self.seats = seats
    }

    /// Does the work when there is a place; nil when too many wait already.
    func pass<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value? {
        if inside < places {
            inside += 1
        } else {
            guard waiting.count < seats else { return nil }
            await withCheckedContinuation { waiting.append($0) }
        }
        let value = await work()
        // The place goes on to whoever waits longest without ever being free, so that no newcomer slips in between.
        if waiting.isEmpty { inside -= 1 } else { waiting.removeFirst().resume() }
        return value
    }
}
