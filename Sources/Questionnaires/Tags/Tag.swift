import Admin
import Registry
import Web

/// A tag defined by the institution. It classifies questionnaires, or filters results by questions and answers.
struct Tag: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var code = ""
    var family = TagFamily.element
    var kind = TagKind.text
    var translations = Translations()

    static let system = Questionnaires.name
    static let path = "tags"
    static let table = "tag"
    static let icon = "category"
    static let columns = ["code", "family", "kind"]
    static let filters = ["family", "kind"]
    static let longestName = 80
    static let fields: [Field<Tag>] = [
        .title("name", \.name, limit: longestName),
        .text("code", \.code, required: true, limit: 40),
        .choice("family", \.family, texts: "questionnaires.tagFamily"),
        .choice("kind", \.kind, texts: "questionnaires.tagKind"),
        .translations(\.translations, of: "name"),
    ]

    func name(in language: Language) -> String { translations.reading("name", name, in: language).text }

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        try Code.check(code, of: self, entry, errors: &errors)
        if code.contains("=") || ElementTag(rawValue: code) != nil {
            errors.add("code", entry.context.words("questionnaires.refused.tagCode"))
        }
    }
}

enum TagFamily: String, Choice {
    case element, questionnaire
}

enum TagKind: String, Choice {
    case text, number, day
    case mark

    static let longest = 200

    func value(_ typed: String) -> String? {
        switch self {
        case .text: typed.isEmpty || typed.contains("\n") || typed.unicodeScalars.count > Self.longest ? nil : typed
        case .number: DecimalText(typed)?.text
        case .day: Day(typed)?.text
        case .mark: typed.isEmpty ? "" : nil
        }
    }
}

struct Label: Sendable, Hashable {
    var tag: String
    /// In the form of `TagKind`; empty for a mark.
    var value = ""

    init(_ tag: String, _ value: String = "") { (self.tag, self.value) = (tag, value) }

    /// Parses `dimension = teaching`, or the code alone.
    init?(text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
        guard let code = parts.first, Self.isCode(code), parts.count == 1 || !parts[1].isEmpty else { return nil }
        (tag, value) = (code, parts.count == 2 ? parts[1] : "")
    }

    static func isCode(_ text: String) -> Bool {
        (1...ElementCode.limit).contains(text.unicodeScalars.count) && !text.contains { $0 == "=" || $0.isNewline }
    }

    var text: String { value.isEmpty ? tag : "\(tag) = \(value)" }

    func localized(_ names: [String: String]) -> String {
        let name = names[tag] ?? tag
        return value.isEmpty ? name : "\(name): \(value)"
    }
}

struct HeadingLabel: Child {
    var id: Int64?
    var tag: Int64?
    var value = ""

    static let table = "questionnaireLabel"
    static let ownerColumn = "questionnaire"
    static let fields: [Field<HeadingLabel>] = [
        .one("tag", \.tag, Tag.self, required: true),
        .text("value", \.value, limit: TagKind.longest),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) {
        guard let known = try? tag.flatMap({ try Tag.fetch(entry.context.db, id: $0) }) else { return }
        if known.family != .questionnaire {
            errors.add(entry.name + "tag", entry.context.words("questionnaires.refused.tagFamily"))
        } else if known.kind.value(value) == nil {
            errors.add(entry.name + "value", entry.context.words("questionnaires.refused.tagValue.\(known.kind.rawValue)"))
        }
    }
}
