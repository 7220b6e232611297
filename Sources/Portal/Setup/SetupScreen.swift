import Admin

enum SetupScreen: String, CaseIterable, Sendable {
    case site, systems, content, administrator, finish

    /// The names of its fields; passwords are apart, because they are not kept.
    var fields: [String] {
        switch self {
        case .site: ["language", "name"]
        case .systems: ["systems"]
        case .content: ["content", "house", "institution"]
        case .administrator: ["administrator", "key"]
        case .finish: ["backups", "hour", "days", "weeks"] + MailSetup.fields.map(SetupAnswers.mailField)
        }
    }

    var address: String { "/setup/screens/\(rawValue)" }

    var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

    var next: SetupScreen? { number < Self.allCases.count ? Self.allCases[number] : nil }

    var previous: SetupScreen? { number > 1 ? Self.allCases[number - 2] : nil }

    var earlier: ArraySlice<SetupScreen> { Self.allCases.prefix(number - 1) }
}
