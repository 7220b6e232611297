import Web

public struct LanguageVersion: Hashable, Sendable {
    public let language: Language
    public let isEasy: Bool

    public init(_ language: Language, isEasy: Bool = false) { (self.language, self.isEasy) = (language, isEasy) }

    init?(code: String) {
        guard let found = Self.all(easy: true).first(where: { $0.code == code }) else { return nil }
        self = found
    }

    static func all(easy: Bool, of languages: [Language] = Language.allCases) -> [LanguageVersion] {
        languages.map { LanguageVersion($0) } + (easy ? languages.map { LanguageVersion($0, isEasy: true) } : [])
    }

    var code: String { language.rawValue + (isEasy ? "-simple" : "") }

    var ownName: String { isEasy ? language.easyName : language.ownName }

    func name(_ words: Words) -> String { words.optional("translations.in.\(code)") ?? ownName }
}

extension Language {
    /// SQL for a translated text, else the original. `easy` prefers the easy version; `fresh` leaves out translations of an older original.
    public func sql(_ table: String, _ field: String = "name", easy: Bool = false, fresh: Bool = false) -> String {
        "coalesce(\(localizedSQL(table, field, easy, fresh).joined(separator: ", ")), \(table).\(field))"
    }

    /// Returns the same with texts in other languages marked; see `String.marked`. `original` is the language of the originals.
    public func markedSQL(
        _ table: String, _ field: String = "name", easy: Bool = false, fresh: Bool = false, original: Language
    ) -> String {
        guard original != self else { return sql(table, field, easy: easy, fresh: fresh) }
        let written = "\(table).\(field)"
        let marked = "CASE WHEN \(written) = '' THEN '' ELSE char(2) || '\(original.rawValue)' || char(31) || \(written) || char(3) END"
        return "coalesce(\(localizedSQL(table, field, easy, fresh).joined(separator: ", ")), \(marked))"
    }

    private func localizedSQL(_ table: String, _ field: String, _ easy: Bool, _ fresh: Bool) -> [String] {
        let versions = (easy ? [LanguageVersion(self, isEasy: true)] : []) + [LanguageVersion(self)]
        return versions.map { version in
            func part(_ name: String) -> String { "json_extract(\(table).translations, '$.\"\(version.code)\".\(field).\(name)')" }
            let text = "nullif(\(part("text")), '')"
            return fresh ? "iif(coalesce(\(part("of")), \(table).\(field)) = \(table).\(field), \(text), NULL)" : text
        }
    }

    /// Returns SQL for whether a row has an easy-to-read text in this language.
    public func isEasySQL(_ table: String) -> String {
        "json_type(\(table).translations, '$.\"\(LanguageVersion(self, isEasy: true).code)\"') IS NOT NULL"
    }
}
