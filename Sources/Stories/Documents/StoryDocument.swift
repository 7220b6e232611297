import Admin
import Web

enum StoryDocument: String, CaseIterable {
    case help, privacy, terms, rules, thanks

    static let edited = [privacy, terms, rules, help]

    var isBinding: Bool { [.privacy, .terms, .rules].contains(self) }

    /// The parts of the built-in edition, by their keys below `stories.documents.<name>`; each has a title and a Markdown text.
    var parts: [String] {
        switch self {
        case .help: ["reading", "writing", "voting", "rules", "reports", "contact"]
        case .privacy: ["who", "what", "why", "others", "rights"]
        case .terms: ["age", "texts", "forbidden", "measures", "changes"]
        case .rules: ["forbidden", "photos", "votes", "outcome"]
        case .thanks: ["people", "libraries", "more"]
        }
    }

    /// Markdown headings begin at `h3`; no section separates them from the page's title here.
    static func html(_ markdown: String) async throws -> String {
        (3...6).reduce(try await MarkdownText.html(markdown)) { html, level in
            html.replacing("<h\(level)>", with: "<h\(level - 1)>").replacing("</h\(level)>", with: "</h\(level - 1)>")
        }
    }

    func markdown(_ words: Words, _ site: String) -> String {
        parts.map { part in
            let key = "stories.documents.\(rawValue).\(part)"
            return "## \(words("\(key).title"))\n\n\(words("\(key).text", ["site": site]))"
        }.joined(separator: "\n\n")
    }

    /// The built-in edition where all of it is in the language; else nothing, rather than sentences in English among others.
    func builtIn(_ words: Words, _ site: String) -> String {
        parts.allSatisfy { words.isOwn("stories.documents.\(rawValue).\($0).text") } ? markdown(words, site) : ""
    }
}
