import Accounts
import Admin
import GRDB

struct TagEntry: Sendable, Equatable {
    let code: String
    let name: String
    let family: TagFamily
    let kind: TagKind

    init(code: String, name: String, family: TagFamily, kind: TagKind) {
        (self.code, self.name, self.family, self.kind) = (code, name, family, kind)
    }

    init?(_ row: JSON) {
        guard let code = row["COD"]?.text, Label.isCode(code) else { return nil }
        self.code = code
        name = row["DES"]?.text ?? code
        family = TagFamily.allCases.first { $0.uniwebCode == row["FAMIGLIA"]?.text?.uppercased() } ?? .element
        kind = TagKind.allCases.first { $0.uniwebCode == row["TIPO_VALORE"]?.text?.uppercased() } ?? .text
    }

    var row: JSON {
        .object([
            ("COD", .text(code)), ("DES", .text(name)), ("FAMIGLIA", .text(family.uniwebCode)), ("TIPO_VALORE", .text(kind.uniwebCode)),
        ])
    }

    static func all(_ heading: [Label], _ elements: Set<Label>, _ db: Database) throws -> [TagEntry] {
        let tags = try TagFamily.allCases.flatMap { try Tag.all($0, db) }
        let used = Dictionary(grouping: tags) { $0.family }
        let codes: [TagFamily: Set<String>] = [.questionnaire: Set(heading.map(\.tag)), .element: Set(elements.map(\.tag))]
        return TagFamily.allCases.flatMap { family in (used[family] ?? []).filter { codes[family]?.contains($0.code) == true } }
            .map { TagEntry(code: $0.code, name: $0.name, family: $0.family, kind: $0.kind) }.sorted { $0.code < $1.code }
    }
}

extension ConfigurationFile {
    /// Adds missing tags to the dictionary and sets the questionnaire's. An undefined tag's kind follows from its values.
    func storeTags(on record: inout Questionnaire, by actor: Actor, _ db: Database) throws {
        let unexplained = Dictionary(grouping: structure.labels, by: \.tag).map { code, labels in
            TagEntry(code: code, name: code, family: .element, kind: labels.allSatisfy { $0.value.isEmpty } ? .mark : .text)
        }
        var known = Set(try String.fetchAll(db, sql: "SELECT code FROM tag"))
        for entry in dictionary + unexplained.sorted(by: { $0.code < $1.code }) where known.insert(entry.code).inserted {
            var tag = Tag()
            (tag.name, tag.code, tag.family, tag.kind) = (try Tag.freeTitle(entry.name, db), entry.code, entry.family, entry.kind)
            try tag.insert(db, by: actor)
        }
        let tags = try Tag.all(.questionnaire, db)
        record.labels = labels.compactMap { label in
            tags.first { $0.code == label.tag && $0.kind.value(label.value) != nil }.map { HeadingLabel(tag: $0.id, value: label.value) }
        }
    }
}

extension Resource {
    static func freeTitle(_ title: String, limit: Int = 70, _ db: Database) throws -> String {
        let taken = try String.fetchSet(db, sql: "SELECT folded FROM \(table) WHERE \(notTrashed)")
        guard taken.contains(title.folded) else { return title }
        let short = String(title.prefix(limit))
        return (2...).lazy.map { "\(short) (\($0))" }.first { !taken.contains($0.folded) } ?? short
    }
}

extension TagFamily {
    var uniwebCode: String { self == .element ? "ELEMENTO" : "CONFIGURAZIONE" }
}

extension TagKind {
    var uniwebCode: String {
        switch self {
        case .text: "ALFANUMERICO"
        case .number: "NUMERICO"
        case .day: "DATA"
        case .mark: "NESSUNO"
        }
    }
}
