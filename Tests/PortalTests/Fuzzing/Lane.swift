import TestSupport

/// A part of the product that is walked through by itself, with the people who see something there.
enum Lane: String, CaseIterable, Sendable {
    case house, questionnaires, campus, citations, stories, shared

    static func of(_ path: String) -> Lane {
        let parts = path.split(separator: "/")
        let first = parts.first == "admin" || parts.first == "api" && parts.count > 2 ? parts.dropFirst().first : parts.first
        switch first {
        case "house": return .house
        case "questionnaires", "ws", "registry": return .questionnaires
        case "campus": return .campus
        case "citations": return .citations
        case "stories": return .stories
        default: return .shared
        }
    }

    /// Names of accounts, `writer` and, empty, a visitor. The first walks to whatever they reach, the others to what is left.
    var people: [String] {
        switch self {
        case .house: ["admin", "educator-blu", ""]
        case .questionnaires: ["admin", "student", "lecturer", "secretary"]
        case .campus: ["admin", "lecturer", "campus-alerts", ""]
        case .citations: ["researcher", "admin", ""]
        case .stories: ["writer", "moderator", "admin"]
        case .shared: ["admin", "educator", ""]
        }
    }
}
