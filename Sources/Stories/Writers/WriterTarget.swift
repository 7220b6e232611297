import Accounts

/// A writer as the audit log names one: by number, since names change and go.
enum WriterTarget {
    static let kind = "stories.writers"

    static func of(_ id: Int64) -> Guesses.Target { (kind, id, String(id)) }
}
