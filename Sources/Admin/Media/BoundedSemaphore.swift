actor BoundedSemaphore {
    private let places: Int
    private let seats: Int
    private var inside = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int, seats: Int) {
        self.places = places
        self.seats = seats
    }

    func pass<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value? {
        if inside < places {
            inside += 1
        } else {
            guard waiting.count < seats else { return nil }
            await withCheckedContinuation { waiting.append($0) }
        }
        let value = await work()
        // The place passes directly to the next in the queue, so no newcomer can take it.
        if waiting.isEmpty { inside -= 1 } else { waiting.removeFirst().resume() }
        return value
    }
}
