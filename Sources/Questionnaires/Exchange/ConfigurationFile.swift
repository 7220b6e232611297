import Admin
import Foundation
import GRDB
import Web

/// A questionnaire as one file. A round trip is byte-identical; ids count from one within the file.
struct ConfigurationFile: Sendable, Equatable {
    var code = ""
    var title = ""
    var context = Topic.teaching
    var note = ""
    var translations = Translations()
    var isAnonymous = true
    var isMandatory = false
    var repetition = Repetition.person
    var opening = Opening.dates
    var threshold = 5
    var labels: [Label] = []
    var dictionary: [TagEntry] = []
    var structure = Structure()

    static let format = "portico-questionario-1"
    private static let words: [(wire: String, own: String)] = [("DES", "name"), ("NOTE", "note")]
    private static let places: [(wire: String, own: String)] = words + [(wire: "QUESTIONARIO_COD", own: "code")]

    init() {}

    var json: JSON {
        let rows = ElementRows(structure: structure.renumbered(from: 1, by: 1), questionnaire: 1)
        let own: [(key: String, value: JSON)] = structure.rules.isEmpty ? [] : [("REGOLE", .list(rows.rules))]
        return .object(
            [
                ("FORMATO", .text(Self.format)),
                (
                    "QUESTIONARIO",
                    .object(
                        [
                            ("QUESTIONARIO_COD", .text(code)), ("DES", .text(title)), ("CONT_COD", .text(context.uniwebCode)),
                            ("NOTE", .text(note)),
                            ("ANONIMO", .flag(isAnonymous)), ("OBBLIGATORIO", .flag(isMandatory)),
                            ("RIPETIZIONE", .text(repetition.rawValue)),
                            ("APERTURA", .text(opening.rawValue)), ("SOGLIA", .number(threshold)),
                        ] + (labels.isEmpty ? [] : [("TAG", .list(labels.map(\.row)))]) + TranslationRows.pairs(translations, Self.words))
                ),
                ("QUESITI", .list(rows.elements)), ("CONDIZIONI", .list(rows.conditions)),
            ] + own + (dictionary.isEmpty ? [] : [("TAG", .list(dictionary.map(\.row)))]))
    }

    /// `mistakes` receives what cannot be imported; the rest is still read.
    init(_ json: JSON, mistakes: inout [ElementReading.Mistake]) {
        // All files and service calls pass here. SQLite would end a text at a NUL.
        let json = json.cleaned
        guard let heading = json["QUESTIONARIO"], case .list(let elements)? = json["QUESITI"] else {
            mistakes.append(.init(key: "noFile"))
            return
        }
        code = Self.line(heading["QUESTIONARIO_COD"])
        title = Self.line(heading["DES"])
        note = heading["NOTE"]?.text ?? ""
        translations = TranslationRows.read(heading, Self.words)
        labels = Label.all(in: heading)
        dictionary = (json["TAG"]?.list ?? []).compactMap(TagEntry.init)
        context = Topic.allCases.first { $0.uniwebCode == heading["CONT_COD"]?.text?.uppercased() } ?? .service
        isAnonymous = if case .flag(false)? = heading["ANONIMO"] { false } else { true }
        isMandatory = if case .flag(true)? = heading["OBBLIGATORIO"] { true } else { false }
        repetition = heading["RIPETIZIONE"]?.text.flatMap(Repetition.init(rawValue:)) ?? .person
        opening = heading["APERTURA"]?.text.flatMap(Opening.init(rawValue:)) ?? .dates
        threshold = min(100, max(5, heading["SOGLIA"]?.number ?? 5))
        if code.isEmpty || title.isEmpty { mistakes.append(.init(key: "noHeading")) }
        mistakes += excesses("longHeading") { field, language in
            let place = Self.places.first { $0.own == field }?.wire ?? ""
            return language.map { "TRADUZIONI \($0.rawValue) \(place)" } ?? place
        }
        let reading = ElementReading(elements: elements, conditions: json["CONDIZIONI"]?.list ?? [], rules: json["REGOLE"]?.list ?? [])
        mistakes += reading.mistakes
        structure = reading.structure.tidied.coded
    }

    private static func line(_ json: JSON?) -> String { (json?.text ?? "").replacing("\n", with: " ").trimmingSpaces() }

    func excesses(_ key: String, _ place: (_ field: String, _ language: Language?) -> String) -> [ElementReading.Mistake] {
        var all: [ElementReading.Mistake] = []
        for (field, text, limit) in [
            ("code", code, Questionnaire.Limit.code), ("name", title, Questionnaire.Limit.name), ("note", note, Questionnaire.Limit.note),
        ] {
            if text.unicodeScalars.count > limit { all.append(.init(key: key, about: place(field, nil), limit: limit)) }
            for language in Language.allCases where translations[field, language]?.text.unicodeScalars.count ?? 0 > limit {
                all.append(.init(key: key, about: place(field, language), limit: limit))
            }
        }
        if labels.count > Questionnaire.Limit.labels { all.append(.init(key: "headingTags", limit: Questionnaire.Limit.labels)) }
        for entry in dictionary where entry.name.unicodeScalars.count > Tag.longestName {
            all.append(.init(key: "tagName", about: entry.code, limit: Tag.longestName))
        }
        return all
    }

    init?(_ questionnaire: Int64, version: Int64, _ db: Database) throws {
        let sql = """
            SELECT code, name, context, note, anonymous, mandatory, repetition, opening, threshold FROM questionnaire
            WHERE id = ? AND \(Questionnaire.notTrashed)
            """
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [questionnaire]) else { return nil }
        (code, title, note) = (row["code"], row["name"], row["note"])
        context = Topic(rawValue: row["context"] as String) ?? .service
        (isAnonymous, isMandatory, threshold) = (row["anonymous"], row["mandatory"], row["threshold"])
        repetition = Repetition(rawValue: row["repetition"] as String) ?? .person
        opening = Opening(rawValue: row["opening"] as String) ?? .dates
        translations = try Questionnaire.fetch(db, id: questionnaire)?.translations ?? Translations()
        structure = try StructureStore.read(version, db)
        labels = try Self.labels(of: questionnaire, db)
        dictionary = try TagEntry.all(labels, structure.labels, db)
    }

    private static func labels(of questionnaire: Int64, _ db: Database) throws -> [Label] {
        let sql =
            "SELECT code, value FROM questionnaireLabel JOIN tag ON tag.id = questionnaireLabel.tag WHERE questionnaire = ? ORDER BY code"
        return try Row.fetchAll(db, sql: sql, arguments: [questionnaire]).map { Label($0["code"], $0["value"]) }
    }
}
