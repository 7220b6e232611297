import Foundation
import GRDB
import Web

/// Notes wrong tokens that apps send as `Authorization: Bearer …`; the tokens themselves are kept nowhere.
public final class FailedTokenLog: Sendable {
    /// What an old token opened once: who or what it was, and in which house.
    public typealias Known = (target: FailedAttemptLog.Target, scope: Int64?)

    private let meter = InvalidTokenCounter()

    public init() {}

    /// - Parameter known: looks for what a token opened once.
    public func note(
        _ kind: FailedAttemptLog.Kind, by visitor: Visitor, in database: any DatabaseWriter,
        known: @escaping @Sendable (Database) throws -> Known? = { _ in nil }
    ) async throws {
        let now = Date.now
        guard let tries = meter.take("\(kind.rawValue) \(visitor.client.network)", at: now) else { return }
        try await database.writeIfPossible { db in
            let known = try known(db)
            let name = known.map { "\($0.target.kind) \($0.target.id)" } ?? ""
            try FailedAttemptLog.note(kind, name, on: known?.target, scope: known?.scope, by: visitor, tries: tries, at: now, db)
        }
    }
}
