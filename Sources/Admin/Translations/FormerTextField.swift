import Web

/// A text that had a field of its own before it became a translation. Seed files, programs and kept forms may still name it so.
public struct FormerTextField: Sendable {
    let name: String
    let field: String
    let language: Language
    let original: Language

    public init(_ name: String, of field: String, in language: Language, beside original: Language) {
        (self.name, self.field, self.language, self.original) = (name, field, language, original)
    }
}

extension Resource {
    static var olderTexts: [FormerTextField] { fields.compactMap { ($0.kind as? TranslationsFieldType)?.older }.first ?? [] }

    /// Puts texts under their older names where they stand now; `site` is the language of the originals.
    mutating func take(_ texts: [(older: FormerTextField, text: String)], site: Language) {
        guard !texts.isEmpty, let own = Self.fields.first(where: { $0.kind is TranslationsFieldType }),
            let kind = own.kind as? TranslationsFieldType
        else { return }
        var translations = kind.unpack(own.pack(self)) ?? Translations()
        for (older, text) in texts {
            guard let field = Self.field(older.field) else { continue }
            let original = field.plain(self)
            if older.language == site, !text.isEmpty {
                _ = field.unpack(&self, .text(text))
                translations[older.field, older.original] = .init(original, of: text)
            } else {
                translations[older.field, older.language] = .init(text, of: original)
            }
        }
        _ = own.unpack(&self, kind.pack(translations))
    }

    /// Enters texts under their older names into a form, beside this record's translations. Returns the field that takes them.
    func enter(_ texts: [(name: String, text: String)], into form: inout Form, _ language: Language) -> String? {
        let said = texts.filter { !$0.text.isEmpty }
        guard !said.isEmpty, let own = Self.fields.first(where: { $0.kind is TranslationsFieldType }) else { return nil }
        if !form.has(own.name) { own.kind.fill(&form, own.name, with: own.pack(self), language) }
        for (name, text) in said { form[name] = text }
        return own.name
    }
}
