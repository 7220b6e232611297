import GRDB

/// The rule that a report or decision names. Its text has the key `stories.reasons.<rawValue>`.
enum Reason: String, Codable, CaseIterable, Sendable, DatabaseValueConvertible {
    case minors, threat, hate, privacy, sexual, violence, insult, copyright, spam, other

    /// A report weighs more, the more harm the fragment does while it waits.
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

    /// Whether a fragment that breaks it does harm while it waits for anybody to look.
    var isSevere: Bool { severity >= 6 }

    /// The rule that most reports name; among equals, the more severe one.
    static func mostNamed(in reports: [Report]) -> Reason? { mostNamed(among: reports.map(\.reason)) }

    static func mostNamed(among reasons: [Reason]) -> Reason? {
        let counts = Dictionary(grouping: reasons) { $0 }.mapValues(\.count)
        return counts.max { ($0.value, $0.key.severity, $1.key.rawValue) < ($1.value, $1.key.severity, $0.key.rawValue) }?.key
    }
}
