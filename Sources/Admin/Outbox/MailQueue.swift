actor MailQueue {
    private let fetch: @Sendable (_ limit: Int) async throws -> [Mail]
    private var ready: ArraySlice<Mail> = []
    private var fetching: Task<Bool, any Error>?

    /// Few enough to be sent before their reservation ends.
    private static let most = 64

    init(fetch: @escaping @Sendable (_ limit: Int) async throws -> [Mail]) { self.fetch = fetch }

    var left: [Mail] { Array(ready) }

    func next() async throws -> Mail? {
        while true {
            try Task.checkCancellation()
            if let mail = ready.popFirst() { return mail }
            let asked = fetching ?? Task { try await self.fill() }
            fetching = asked
            guard try await asked.value else { return nil }
        }
    }

    private func fill() async throws -> Bool {
        defer { fetching = nil }
        ready = try await fetch(Self.most)[...]
        return !ready.isEmpty
    }
}
