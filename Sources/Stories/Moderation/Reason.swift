import GRDB

/// The rule that a reader says is broken, and that a decision rests on. Its words have the key `stories.reasons.<rawValue>`.
enum Reason: String, Codable, CaseIterable, Sendable, DatabaseValueConvertible {
    case minors, threat, hate, privacy, sexual, violence, insult, copyright, spam, other

    /// How heavily a report weighs: the more harm the fragment does while it waits, the more.
    var severity: Double {
        switch self {
        case .minors: 8
        case .threat: 6
        case .hate, .privacy: 4
        case .sexual, .violence: 3
        case .insult, .copyright: 2
        case .spam, .other: 1
        }
    }
}
