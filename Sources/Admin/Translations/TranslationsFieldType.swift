import Foundation
import GRDB
import Web

/// A record's translations in one JSON column: `{"en": {"name": {"text": "Bread", "of": "Pane"}}}`. Forms carry them hidden.
public struct TranslationsFieldType: FieldType {
    let names: [String]
    var hasEasy = false
    /// The texts that stand in the record's form in the site's other languages, with their types.
    var inForm: [String: any FieldType<String>] = [:]
    var older: [FormerTextField] = []
    var versions: [LanguageVersion] { LanguageVersion.all(easy: hasEasy) }
    private var describedVersions: [LanguageVersion] { LanguageVersion.all(easy: hasEasy, of: Language.described) }
    public var template: String { inForm.isEmpty ? "fields/hidden" : "fields/translations" }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> Translations? {
        guard let form = entry.form, form.has(entry.name) || older.contains(where: { form.has($0.name) }),
            var value = form.has(entry.name) ? kept(in: form, entry.name) : Translations()
        else { return nil }
        let count = errors.all.count
        readTyped(entry, form, into: &value, &errors)
        guard errors.all.count == count else { return nil }
        for (name, said) in value.texts.values.flatMap(\.self) {
            guard let flaw = TextRule.flaw(in: said.text, as: TextRule.use(of: name)) else { continue }
            errors.add(entry.name, entry.refusal(flaw))
            return nil
        }
        return value
    }

    func kept(in form: Form, _ name: String) -> Translations? {
        form.has(name) ? (try? JSON(parsing: form.exact(name).utf8)).flatMap(unpack) : nil
    }

    public func view(_ value: Translations, _ entry: Entry) throws -> Values {
        let hidden = entry.form.flatMap { $0.has(entry.name) ? $0.exact(entry.name) : nil } ?? pack(value).written()
        return inForm.isEmpty ? ["value": hidden] : ["value": hidden, "languages": try templateValues(value, entry)]
    }

    public func text(_ value: Translations, _ words: Words, _ zone: TimeZone) -> String {
        versions.flatMap { version in
            names.compactMap { name in value[name, version].map { "\(version.ownName): \($0.text)" } }
        }.joined(separator: "\n")
    }

    public func store(_ value: Translations) -> DatabaseValue { pack(value).compact.databaseValue }
    public func load(_ stored: DatabaseValue) -> Translations? {
        guard let text = String.fromDatabaseValue(stored), text != "{}" else { return Translations() }
        return (try? JSON(parsing: text.utf8)).flatMap(unpack)
    }

    public func pack(_ value: Translations) -> JSON {
        let known = versions.map(\.code)
        // What was said in a language that is no longer offered stays.
        let others = value.texts.keys.filter { !known.contains($0) }.sorted()
        return .object(
            (known + others).compactMap { code in
                value.texts[code].map { texts in
                    (code, .object(names.compactMap { name in texts[name].map { (name, Self.pack($0)) } }))
                }
            })
    }

    static func pack(_ text: Translations.Text) -> JSON {
        .object([("text", .text(text.text))] + (text.of.map { [("of", .text($0))] } ?? []))
    }

    public func unpack(_ packed: JSON) -> Translations? {
        guard case .object(let pairs) = packed else { return nil }
        var value = Translations()
        for code in pairs.map(\.key).prefix(Self.mostVersions) where isKept(code) {
            for name in names {
                guard let said = packed[code]?[name], let text = said["text"]?.text else { continue }
                guard text.unicodeScalars.count <= Self.limit else { return nil }
                if !TextRule.isBlank(text) { value.texts[code, default: [:]][name] = .init(text, of: said["of"]?.text) }
            }
        }
        return value
    }

    private static let mostVersions = 60

    private func isKept(_ code: String) -> Bool {
        let language = String(code.hasSuffix("-simple") ? code.dropLast("-simple".count) : code[...])
        guard let offered = Language(rawValue: language) else { return Language.isCode(language) }
        return versions.contains { $0.code == code && $0.language == offered }
    }

    /// In Unicode scalars; the fields' own limits apply on the translation page.
    private static let limit = 50_000

    static func words(_ packed: JSON) -> [String] {
        guard case .object(let languages) = packed else { return [] }
        return languages.flatMap { language -> [String] in
            guard case .object(let fields) = language.value else { return [] }
            return fields.compactMap { $0.value["text"]?.text }
        }
    }

    /// Reads `en: {name: Bread}`, or with its original, `en: {name: {text: Bread, of: Pane}}`.
    public func parse(_ node: SeedNode) -> Translations? {
        guard let languages = SeedMapping(node, known: versions.map(\.code)) else { return nil }
        var value = Translations()
        for version in versions {
            guard let said = languages[version.code], let fields = SeedMapping(said, known: names) else { continue }
            for name in names { value[name, version] = fields[name].flatMap(Self.text) }
        }
        return value
    }

    private static func text(_ node: SeedNode) -> Translations.Text? {
        guard case .map = node.item.content else { return node.text().map { .init($0, of: nil) } }
        guard let parts = SeedMapping(node, known: ["text", "of"]), let text = parts.required("text")?.text() else { return nil }
        return .init(text, of: parts["of"]?.text())
    }

    public func write(_ value: Translations, _ export: SeedExport) -> SeedValue? {
        let languages = versions.compactMap { version -> (String, SeedValue)? in
            let said = names.compactMap { name in value[name, version].map { (name, Self.seed($0)) } }
            return said.isEmpty ? nil : (version.code, .map(said))
        }
        return languages.isEmpty ? nil : .map(languages)
    }

    private static func seed(_ text: Translations.Text) -> SeedValue {
        text.of.map { .map([("text", .text(text.text)), ("of", .text($0))]) } ?? .text(text.text)
    }

    public var schema: SeedSchema {
        let words = SeedSchema("string")
        let text = SeedSchema.map([("text", words, true), ("of", words, false)], also: ["string"])
        let fields = SeedSchema.map(names.map { ($0, text, false) })
        return .map(describedVersions.map { ($0.code, fields, false) })
    }

    public var packedSchema: SeedSchema {
        let words = SeedSchema("string", ["maxLength": Self.limit])
        let text = SeedSchema.map([("text", words, true), ("of", words, false)])
        let fields = SeedSchema.map(names.map { ($0, text, false) })
        return .map(versions.map { ($0.code, fields, false) }, note: "translations")
    }

    public func fill(_ form: inout Form, _ name: String, with packed: JSON, _ language: Language) {
        if case .object = packed { form[name] = packed.cleaned.compact }
    }
}

extension Field {
    /// A field `translations` for texts by field name; `easy` allows easy-to-read versions for visitors.
    public static func translations(
        _ property: WritableKeyPath<Record, Translations> & Sendable, of names: String..., easy: Bool = false
    ) -> Field {
        Field("translations", property, TranslationsFieldType(names: names, hasEasy: easy))
    }

    /// A field `translations` for texts that also stand in the record's form in other languages. `older` are texts that were fields before.
    public static func translations(
        _ property: WritableKeyPath<Record, Translations> & Sendable, inForm texts: [TranslatedText], older: [FormerTextField] = []
    ) -> Field {
        let kinds = Dictionary(uniqueKeysWithValues: texts.map { ($0.name, $0.kind) })
        return Field("translations", property, TranslationsFieldType(names: texts.map(\.name), inForm: kinds, older: older))
    }
}
