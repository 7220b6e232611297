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

    /// Adds the translations of others.
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
