import Web

struct TranslatableText {
    /// The form name, such as `name` or `steps.0.text`.
    let name: String
    /// The path in the packed record, such as `translations` or `steps.0.translations`.
    let place: [String]
    let field: String
    let part: String
    let label: String
    let kind: any FieldType
    let original: String
    let translations: Translations

    /// The source of a version: the original, or for an easy version its standard translation if there is one.
    func source(of version: LanguageVersion) -> String {
        version.isEasy ? translations[field, version.language]?.text ?? original : original
    }

    func state(in version: LanguageVersion) -> TranslationState {
        guard let said = translations[field, version] else { return .missing }
        return [nil, source(of: version)].contains(said.of) ? .done : .stale
    }
}

extension Resource {
    static var hasTranslations: Bool { fields.contains { $0.kind is TranslationsFieldType } }
    static var hasEasyTexts: Bool { fields.contains { ($0.kind as? TranslationsFieldType)?.hasEasy == true } }

    /// Whether steps or other parts have texts of their own.
    static var hasTranslatableParts: Bool {
        fields.contains { field in
            (field.kind as? any Composite)?.parts.contains { $0.kind is TranslationsFieldType } == true
        }
    }

    func translatableTexts(_ words: Words) -> [TranslatableText] {
        Self.texts(in: packed, Self.fields.map { ($0.name, $0.kind) }, place: [], part: "", texts: Self.name, words)
    }

    private static func texts(
        in packed: JSON, _ fields: [(name: String, kind: any FieldType)], place: [String], part: String, texts: String, _ words: Words
    ) -> [TranslatableText] {
        let own = fields.first { $0.kind is TranslationsFieldType }
        let kind = own?.kind as? TranslationsFieldType
        let translations = own.flatMap { packed[$0.name] }.flatMap { kind?.unpack($0) } ?? Translations()
        return fields.flatMap { field -> [TranslatableText] in
            if let own, kind?.names.contains(field.name) == true, let original = packed[field.name]?.text, !original.isEmpty {
                return [
                    TranslatableText(
                        name: (place + [field.name]).joined(separator: "."), place: place + [own.name], field: field.name, part: part,
                        label: words.label(of: field.name, texts), kind: field.kind, original: original, translations: translations)
                ]
            }
            guard let parts = (field.kind as? any Composite)?.parts, let rows = packed[field.name]?.list else { return [] }
            let texts = "\(texts).\(field.name)"
            return rows.enumerated().flatMap { index, row in
                let part = words("\(texts).item", ["number": String(index + 1)])
                return Self.texts(in: row, parts, place: place + [field.name, String(index)], part: part, texts: texts, words)
            }
        }
    }

    mutating func translate(_ text: TranslatableText, into version: LanguageVersion, as translation: Translations.Text?) {
        guard let first = text.place.first, let field = Self.field(first), let kind = text.kindOfTranslations(in: Self.fields) else {
            return
        }
        var packed = packed
        packed.change(at: text.place[...]) { translations in
            var value = kind.unpack(translations) ?? Translations()
            value[text.field, version] = translation
            translations = kind.pack(value)
        }
        if let value = packed[first] { _ = field.unpack(&self, value) }
    }

    static func untranslated(in language: Language) -> String? {
        guard hasTranslations else { return nil }
        let parts = fields.compactMap { field -> String? in
            guard let kind = field.kind as? any Composite, let lacks = Self.lacks(kind.parts, language, "") else { return nil }
            return "r.id IN (\(kind.owners(where: lacks)))"
        }
        let own = Self.lacks(fields.map { ($0.name, $0.kind) }, language, "r.")
        let conditions = parts + [own].compactMap { $0 }
        return conditions.isEmpty ? nil : "(" + conditions.joined(separator: " OR ") + ")"
    }

    private static func lacks(_ fields: [(name: String, kind: any FieldType)], _ language: Language, _ alias: String) -> String? {
        guard let own = fields.first(where: { $0.kind is TranslationsFieldType }), let kind = own.kind as? TranslationsFieldType else {
            return nil
        }
        return kind.names.map { name in
            let column = "\(alias)\"\(name)\""
            let said = "json_extract(\(alias)\"\(own.name)\", '$.\"\(language.rawValue)\".\(name)"
            return "(\(column) <> '' AND (\(said).text') IS NULL OR \(said).of') <> \(column)))"
        }.joined(separator: " OR ")
    }
}

extension TranslatableText {
    fileprivate func kindOfTranslations<R>(in fields: [Field<R>]) -> TranslationsFieldType? {
        var known = fields.map { (name: $0.name, kind: $0.kind) }
        for step in place.dropLast() where Int(step, in: .whole) == nil {
            known = (known.first { $0.name == step }?.kind as? any Composite)?.parts ?? []
        }
        return known.first { $0.name == place.last }?.kind as? TranslationsFieldType
    }
}

extension JSON {
    fileprivate mutating func change(at path: ArraySlice<String>, _ act: (inout JSON) -> Void) {
        guard let step = path.first else { return act(&self) }
        switch self {
        case .object(var pairs):
            guard let index = pairs.firstIndex(where: { $0.key == step }) else { return }
            pairs[index].value.change(at: path.dropFirst(), act)
            self = .object(pairs)
        case .list(var items):
            guard let index = Int(step, in: .whole), items.indices.contains(index) else { return }
            items[index].change(at: path.dropFirst(), act)
            self = .list(items)
        default: return
        }
    }
}
