import Web

/// What the texts of one record or part say in further languages. The original stays in the record's own fields.
public struct Translations: Sendable, Equatable {
    /// A translation, and the original that it was made from.
    public struct Text: Sendable, Equatable {
        public var text: String
        /// nil where nobody said; then nothing tells whether the original has changed since.
        public var of: String?

        public init(_ text: String, of original: String?) { (self.text, of) = (text, original) }
    }

    /// By language and name of the field.
    var texts: [String: [String: Text]] = [:]

    public init() {}

    /// Setting nil, or a text without a letter, takes the translation away.
    public subscript(field: String, language: Language) -> Text? {
        get { texts[language.rawValue]?[field] }
        set {
            let kept = newValue.flatMap { $0.text.trimmingSpaces().isEmpty ? nil : $0 }
            texts[language.rawValue, default: [:]][field] = kept
            if texts[language.rawValue]?.isEmpty == true { texts[language.rawValue] = nil }
        }
    }

    /// Takes over all that others say.
    public mutating func merge(_ others: Translations) {
        for (language, said) in others.texts { texts[language, default: [:]].merge(said) { $1 } }
    }

    /// What a reader of a language reads: the translation, or the original where there is none.
    /// - Returns: the text and whether it is the original for want of a translation.
    public func reading(_ field: String, _ original: String, in language: Language) -> (text: String, isOriginal: Bool) {
        self[field, language].map { ($0.text, false) } ?? (original, true)
    }
}

extension Language {
    /// SQL for a text of a table with translations, as a reader of this language reads it: as it was written where it is not translated.
    public func sql(_ table: String, _ field: String = "name") -> String {
        "coalesce(nullif(json_extract(\(table).translations, '$.\(rawValue).\(field).text'), ''), \(table).\(field))"
    }
}

/// How far a translation is.
enum TranslationState: String {
    case missing
    /// The original changed since.
    case stale
    case done
}
