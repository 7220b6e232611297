import GRDB

extension DatabaseWriter {
    /// Writes optional data, such as a session's last use; skipped when the database cannot write.
    @discardableResult
    public func writeIfPossible<Value: Sendable>(_ updates: @escaping @Sendable (Database) throws -> Value) async throws -> Value? {
        do { return try await write(updates) } catch let error as DatabaseError where error.isPassing { return nil }
    }

    /// Notes what a page can do without, and waits only a moment for it: a long write of others does not keep the page.
    public func note(
        waiting patience: Duration = .milliseconds(250), _ updates: @escaping @Sendable (Database) throws -> Void
    ) async {
        let (ended, end) = AsyncStream.makeStream(of: Never.self)
        Task {
            _ = try? await writeIfPossible(updates)
            end.finish()
        }
        let clock = Task {
            try? await Task.sleep(for: patience)
            end.finish()
        }
        for await _ in ended {}
        clock.cancel()
    }
}

extension DatabaseError {
    /// Whether the error is temporary and the database intact.
    public var isPassing: Bool {
        switch resultCode {
        case .SQLITE_FULL, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_PERM: true
        default: false
        }
    }
}
