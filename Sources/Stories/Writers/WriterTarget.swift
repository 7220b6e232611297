import Accounts

/// The audit log names writers by number, because names change and disappear.
enum WriterTarget {
    static let kind = "stories.writers"

    static func of(_ id: Int64) -> FailedAttemptLog.Target { (kind, id, String(id)) }
}
