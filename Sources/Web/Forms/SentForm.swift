import Synchronization

/// The form of a request, shown again by the error page so that it can be resent.
public final class SentForm: Sendable {
    @TaskLocal static var current: SentForm?

    private let stored = Mutex<Form?>(nil)

    var form: Form? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }

    /// The typed values as page fields; nil when there are none or when one is a secret.
    var fields: [Values]? {
        guard let form, !form.values.isEmpty, Self.secrets.isDisjoint(with: form.values.keys) else { return nil }
        return form.values.sorted { $0.key < $1.key }.flatMap { name, values in values.map { ["name": name, "value": $0] } }
    }

    var hadFiles: Bool { form?.files.values.contains { $0.contains { $0.size > 0 } } ?? false }

    public static func isSecret(_ name: String) -> Bool { secrets.contains(name) }

    /// Field names of lasting secrets. One-time codes are not listed: the page holds them anyway.
    private static let secrets: Set = [
        "password", "passwordAgain", "recentPassword", "newPassword", "newPasswordAgain", "old", "recovery", "pin", "picture1", "picture2",
        "picture3", "chosen",
    ]
}
