import Web

/// The translations and easy versions of a record's or part's texts. The originals are in its own fields.
public struct Translations: Sendable, Equatable {
    /// A translation with the original that it was made from.
    public struct Text: Sendable, Equatable {
        public var text: String
        /// Nil if unknown; then changes of the original are not detected.
        public var of: String?

        public init(_ text: String, of original: String?) { (self.text, of) = (text, original) }
    }

    var texts: [String: [String: Text]] = [:]

    public init() {}

    /// Setting nil or a blank text removes the translation.
    public subscript(field: String, version: LanguageVersion) -> Text? {
        get { texts[version.code]?[field] }
        set {
            let kept = newValue.flatMap { TextRule.isBlank($0.text) ? nil : $0 }
            texts[version.code, default: [:]][field] = kept
            if texts[version.code]?.isEmpty == true { texts[version.code] = nil }
        }
    }

    public subscript(field: String, language: Language) -> Text? {
        get { self[field, LanguageVersion(language)] }
        set { self[field, LanguageVersion(language)] = newValue }
    }

    /// Reads what `stored` has written, with all languages and fields.
    public init(stored: String) {
        guard case .object(let languages)? = try? JSON(parsing: stored.utf8) else { return }
        for (code, fields) in languages {
            guard case .object(let fields) = fields else { continue }
            for (field, said) in fields { texts[code, default: [:]][field] = said["text"]?.text.map { Text($0, of: said["of"]?.text) } }
        }
    }

    /// The JSON of a column: `{"en": {"name": {"text": "Bread", "of": "Pane"}}}`.
    public var stored: String {
        let languages = texts.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { code, fields in
            (
                key: code,
                value: JSON.object(fields.sorted { $0.key < $1.key }.map { (key: $0.key, value: TranslationsFieldType.pack($0.value)) })
            )
        }
        return JSON.object(languages).compact
    }

    /// Without translations of an older original, which could mislead.
    public func current(_ originals: [String: String]) -> Translations {
        var kept = self
        kept.texts = texts.mapValues { $0.filter { field, said in said.of == nil || said.of == originals[field] } }
            .filter { !$0.value.isEmpty }
        return kept
    }

    public func languages(of field: String) -> [Language] { Language.allCases.filter { self[field, $0] != nil } }

    public mutating func merge(_ others: Translations) {
        for (language, said) in others.texts { texts[language, default: [:]].merge(said) { $1 } }
    }

    /// Returns whether there is an easy-to-read text in a language.
    public func isEasy(in language: Language) -> Bool { texts[LanguageVersion(language, isEasy: true).code] != nil }

    /// The translation for a reader, else the original, and whether it is the original for lack of one. `easy` prefers the easy version.
    public func reading(
        _ field: String, _ original: String, in language: Language, easy: Bool = false
    ) -> (text: String, isOriginal: Bool) {
        let said = easy ? self[field, LanguageVersion(language, isEasy: true)] : nil
        return (said ?? self[field, language]).map { ($0.text, false) } ?? (original, true)
    }
}

enum TranslationState: String {
    case missing
    case stale
    case done
}
