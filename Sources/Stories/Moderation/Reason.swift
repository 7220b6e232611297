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

    /// The rule that most reports name; of equally many the one that weighs more.
    static func mostNamed(in reports: [Report]) -> Reason? {
        let counts = Dictionary(grouping: reports, by: \.reason).mapValues(\.count)
        return counts.max { ($0.value, $0.key.severity, $1.key.rawValue) < ($1.value, $1.key.severity, $0.key.rawValue) }?.key
    }
}
