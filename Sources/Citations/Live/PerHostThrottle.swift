import Admin

/// Lets one call after the other go to each site, with a pause between two.
actor PerHostThrottle {
    private var last: [String: Task<Void, Never>] = [:]
    private var waiting: [String: Int] = [:]
    /// Calls of one site that wait for theirs; who comes later is told to come back.
    private static let most = 4

    /// - Returns: nil when too many wait already.
    func take<Answer: Sendable>(
        _ host: String, pause: Duration, _ call: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        guard waiting[host, default: 0] < Self.most else { return nil }
        let before = last[host]
        let own = Task {
            await before?.value
            return await call()
        }
        last[host] = Task {
            _ = await own.value
            try? await Task.sleep(for: pause)
        }
        waiting[host, default: 0] += 1
        defer { waiting[host, default: 1] -= 1 }
        return await own.value
    }
}
