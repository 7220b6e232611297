import TestSupport

/// A part of the product that is walked through by itself.
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

    /// The accounts of the demonstration, `writer` and, empty, a visitor; the first reaches most.
    static let people = [
        "admin", "educator", "educator-blu", "researcher", "moderator", "secretary", "lecturer", "student", "campus-editor",
        "campus-alerts", "writer", "",
    ]
}
