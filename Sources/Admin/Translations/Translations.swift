import Web

/// What the texts of one record or part say in further languages, and easy to read. The original stays in the record's own fields.
public struct Translations: Sendable, Equatable {
    /// A translation, and the original that it was made from.
    public struct Text: Sendable, Equatable {
        public var text: String
        /// nil where nobody said; then nothing tells whether the original has changed since.
        public var of: String?

        public init(_ text: String, of original: String?) { (self.text, of) = (text, original) }
    }

    /// By version of a language and name of the field.
    var texts: [String: [String: Text]] = [:]

    public init() {}

    /// Setting nil, or a text that shows nothing, takes the translation away.
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

    /// Takes over all that others say.
    public mutating func merge(_ others: Translations) {
        for (language, said) in others.texts { texts[language, default: [:]].merge(said) { $1 } }
    }

    /// Whether something is said easy to read in a language.
    public func isEasy(in language: Language) -> Bool { texts[LanguageVersion(language, isEasy: true).code] != nil }

    /// What a reader of a language reads: the translation, or the original where there is none.
    /// - Parameter easy: whether its easy version comes first.
    /// - Returns: the text and whether it is the original for want of a translation.
    public func reading(
        _ field: String, _ original: String, in language: Language, easy: Bool = false
    ) -> (text: String, isOriginal: Bool) {
        let said = easy ? self[field, LanguageVersion(language, isEasy: true)] : nil
        return (said ?? self[field, language]).map { ($0.text, false) } ?? (original, true)
    }
}

/// How far a translation is.
enum TranslationState: String {
    case missing
    /// The original changed since.
    case stale
    case done
}
