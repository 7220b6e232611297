/// Messages that several places take one after the other; read from the database a few at a time.
actor MailQueue {
    private let fetch: @Sendable (_ limit: Int) async throws -> [Mail]
    private var ready: ArraySlice<Mail> = []
    private var fetching: Task<Bool, any Error>?

    /// Few enough to be sent before others may take them.
    private static let most = 64

    init(fetch: @escaping @Sendable (_ limit: Int) async throws -> [Mail]) { self.fetch = fetch }

    /// Messages that were read and are not being sent.
    var left: [Mail] { Array(ready) }

    /// The next message; nil when none is due any more.
    func next() async throws -> Mail? {
        while true {
            try Task.checkCancellation()
            if let mail = ready.popFirst() { return mail }
            let asked = fetching ?? Task { try await self.fill() }
            fetching = asked
            guard try await asked.value else { return nil }
        }
    }

    /// Whether there was anything.
    private func fill() async throws -> Bool {
        defer { fetching = nil }
        ready = try await fetch(Self.most)[...]
        return !ready.isEmpty
    }
}
