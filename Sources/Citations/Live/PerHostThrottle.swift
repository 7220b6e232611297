import Admin

actor PerHostThrottle {
    private var last: [String: Task<Void, Never>] = [:]
    private var waiting: [String: Int] = [:]
    private static let most = 4

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
