import Accounts
import Admin
import Foundation
import GRDB
import Web

/// A later edition of a document in the seed: `{ document: terms, edition: 2, at: 3 days ago, by: …, text: …, translations: { en: … },
/// asked: true }`. An existing edition stays unchanged, because writers have agreed to it. `italian` and `english` are older names of texts.
struct SeededEdition: SeedExtra {
    static let path = "documents"
    static let comparesValues = true
    /// Writers may have agreed to it.
    static let isFinal = true
    static let known = ["document", "edition", "at", "by", "language", "text", "translations", "asked", "italian", "english"]
    private static let older: [(name: String, language: Language)] = [("italian", .italian), ("english", .english)]
    static let schema = SeedSchema.map(
        [
            ("document", SeedSchema("string", ["enum": StoryDocument.edited.map(\.rawValue)]), true),
            ("edition", SeedSchema("integer", ["minimum": 2]), true), ("at", SeededMoment.schema, true), ("by", SeedSchema("string"), true),
            ("language", SeedSchema("string", ["enum": Language.described.map(\.rawValue)]), false),
            ("text", SeedSchema("string", ["maxLength": DocumentEdition.longest]), false),
            (
                "translations",
                SeedSchema.map(
                    Language.described.map { ($0.rawValue, SeedSchema("string", ["maxLength": DocumentEdition.longest]), false) }), false
            ),
            ("asked", SeedSchema("boolean"), false),
        ]
            + older.map { ($0.name, SeedSchema("string", ["maxLength": DocumentEdition.longest, "deprecated": true]), false) })

    private let document: StoryDocument
    private let number: Int
    private let at: Date
    private let (by, text): (String, String)
    private let language: Language
    private let translations: [Language: String]
    private let isAsked: Bool

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        guard let node = mapping.required("document"), let name = node.text(), let edition = mapping.required("edition"),
            let number = edition.integer(), let at = mapping.moment("at"), let by = mapping.required("by")?.text()
        else { return nil }
        guard let document = StoryDocument.edited.first(where: { $0.rawValue == name }) else {
            node.unknown(name, among: StoryDocument.edited.map(\.rawValue))
            return nil
        }
        let isOlder = mapping["text"] == nil && mapping["italian"] != nil
        guard let needed = isOlder ? mapping["italian"] : mapping.required("text"),
            let text = mapping.text(isOlder ? "italian" : "text", limit: DocumentEdition.longest)
        else { return nil }
        if let asked = mapping["language"], let code = asked.text() {
            guard let language = Language(rawValue: code) else {
                asked.unknown(code, among: Language.allCases.map(\.rawValue))
                return nil
            }
            self.language = language
        } else {
            language = isOlder ? .italian : mapping.siteLanguage
        }
        let texts = mapping["translations"].flatMap { SeedMapping($0, known: Language.allCases.map(\.rawValue)) }
        var translations: [Language: String] = [:]
        for language in Language.allCases {
            let text = texts?.text(language.rawValue, limit: DocumentEdition.longest) ?? ""
            if !text.isEmpty { translations[language] = text }
        }
        for (name, language) in Self.older where language != self.language {
            let text = mapping.text(name, limit: DocumentEdition.longest) ?? ""
            if !text.isEmpty { translations[language] = text }
        }
        if number < 2 { edition.refuse("firstEdition") }
        if text.isEmpty { needed.refuse("blank") }
        if mapping.flag("asked"), !document.isBinding { mapping["asked"]?.refuse("notAccepted") }
        (self.document, self.number, self.at, self.by) = (document, number, at, by)
        (self.text, self.translations, isAsked) = (text, translations, mapping.flag("asked"))
    }

    var key: String { "\(document.rawValue) \(number)" }

    func state(_ db: Database) throws -> SeedExtraState {
        try DocumentEdition.find(document, number: number, db) == nil ? .new : .same
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        let author = Actor(accountID: nil, name: by, address: "", requestID: "")
        _ = try DocumentEdition.publish(
            document, after: number - 1, text, in: language, others: translations, isAsked: isAsked, by: author, at: at, db)
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        let sql =
            "SELECT document, number, at, authorName, language, text, translations, isAsked FROM documentEdition ORDER BY document, number"
        return try Row.fetchAll(db, sql: sql).map { row in
            let (number, isAsked): (Int, Bool) = (row["number"], row["isAsked"])
            let pairs: [(String, SeedValue)] = [
                ("document", .text(row["document"])), ("edition", .number(String(number))), ("at", .text(row["at"])),
                ("by", .text(row["authorName"])), ("language", .text(row["language"])), ("text", .text(row["text"])),
            ]
            let translations = Translations(stored: row["translations"])
            let others = translations.languages(of: "text").map { language in
                (language.rawValue, SeedValue.text(translations["text", language]?.text ?? ""))
            }
            return .map(
                pairs + (others.isEmpty ? [] : [("translations", .map(others))]) + (isAsked ? [("asked", .flag(true))] : []))
        }
    }
}

struct SeededSettings: SeedExtra {
    static let path = "settings"
    static let known = StorySettings.numbers.map(\.key) + ["open", "countries"]
    static let schema: SeedSchema = {
        var members: [(name: String, schema: SeedSchema, isRequired: Bool)] = []
        for (key, range, _) in StorySettings.numbers {
            members.append((key, SeedSchema("integer", ["minimum": range.lowerBound, "maximum": range.upperBound]), false))
        }
        members.append(("open", SeedSchema("boolean"), false))
        members.append(("countries", SeedSchema("array", ["items": SeedSchema("string")]), false))
        return SeedSchema.map(members)
    }()

    private let numbers: [String: Int]
    private let isOpen: Bool?
    private let countries: [String]?

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        var numbers: [String: Int] = [:]
        for (key, range, _) in StorySettings.numbers {
            guard let node = mapping[key], let number = node.integer() else { continue }
            if range.contains(number) {
                numbers[key] = number
            } else {
                node.refuse("range", ["from": String(range.lowerBound), "to": String(range.upperBound)])
            }
        }
        (self.numbers, isOpen) = (numbers, mapping["open"]?.flag())
        countries = mapping["countries"]?.list()?.compactMap { node in
            guard let code = node.text() else { return nil }
            if Country.of(code) == nil { node.refuse("country") }
            return code
        }
    }

    let key = "settings"

    private func changed(_ settings: StorySettings) -> StorySettings {
        var settings = settings
        for (key, _, path) in StorySettings.numbers { settings[keyPath: path] = numbers[key] ?? settings[keyPath: path] }
        settings.isOpen = isOpen ?? settings.isOpen
        settings.chosenCountries = countries ?? settings.chosenCountries
        return settings
    }

    func state(_ db: Database) throws -> SeedExtraState {
        let known = try StorySettings.current(db)
        let wanted = changed(known)
        if wanted == known { return .same }
        let names = StorySettings.numbers.filter { known[keyPath: $0.path] != wanted[keyPath: $0.path] }.map(\.key)
        let open = known.isOpen == wanted.isOpen ? [] : ["open"]
        return .changed(names + open + (known.countries == wanted.countries ? [] : ["countries"]))
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        _ = try changed(StorySettings.current(db)).save(by: actor, db)
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        let known = try StorySettings.current(db)
        guard known.version > 1 else { return [] }
        let numbers = StorySettings.numbers.map { key, _, path in (key, SeedValue.number(String(known[keyPath: path]))) }
        let countries = known.chosenCountries.map { SeedValue.text($0) }
        return [.map(numbers + [("open", .flag(known.isOpen))] + (countries.isEmpty ? [] : [("countries", .list(countries))]))]
    }
}
