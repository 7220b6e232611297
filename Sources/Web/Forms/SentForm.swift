import Synchronization

/// The form that a request brought, for the page that has to say that nothing of it was kept: from there it can be sent again.
public final class SentForm: Sendable {
    /// Of the request that is being answered; set by `ErrorPages`, filled by `Form.read`.
    @TaskLocal static var current: SentForm?

    private let stored = Mutex<Form?>(nil)

    var form: Form? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }

    /// What was typed, as fields of a page; nil where nothing was, or where a secret is among it.
    var fields: [Values]? {
        guard let form, !form.values.isEmpty, Self.secrets.isDisjoint(with: form.values.keys) else { return nil }
        return form.values.sorted { $0.key < $1.key }.flatMap { name, values in values.map { ["name": name, "value": $0] } }
    }

    /// Whether files came along, which no page can send again.
    var hadFiles: Bool { form?.files.values.contains { $0.contains { $0.size > 0 } } ?? false }

    /// Whether a field of this name takes a secret, which may hold anything.
    public static func isSecret(_ name: String) -> Bool { secrets.contains(name) }

    /// The names of fields for secrets that last. A code of a moment is no more than its page holds anyway.
    private static let secrets: Set = [
        "password", "passwordAgain", "newPassword", "newPasswordAgain", "old", "recovery", "pin", "picture1", "picture2", "picture3",
        "chosen",
    ]
}
