import Admin
import Foundation
import GRDB
import Web

struct AlertDrawing {
    let words: Words
    let zone: TimeZone
    let now: Date
    var isEasy = false

    func text(_ bulletin: Bulletin) -> String { bulletin.text(in: words.language, easy: isEasy) }

    func values(_ bulletin: Bulletin, _ db: Database, own: Set<Int64> = []) throws -> Values {
        let text = text(bulletin)
        return [
            "href": Self.address(bulletin), "title": bulletin.title(in: words.language), "text": text,
            "excerpt": Markdown.excerpt(text, 180),
            "hasText": !text.isEmpty,
            "severity": words("campus.severity.\(bulletin.severity)"), "tone": Self.tone(bulletin.weight),
            "icon": Self.icon(bulletin.weight),
            "isEmergency": bulletin.weight == .emergency, "isDrill": bulletin.isDrill,
            "category": try Self.category(bulletin.category, words.language, db),
            "when": bulletin.releasedAt.map { words.language.relativeMoment($0, now: now, in: zone) } ?? "",
            "isCorrection": bulletin.replaces != nil, "isOwn": bulletin.id.map { own.contains($0) } ?? false,
        ]
    }

    static func address(_ bulletin: Bulletin) -> String { "\(AlertPages.address)/\(bulletin.id ?? 0)" }

    static func tone(_ severity: AlertSeverity) -> String {
        switch severity {
        case .info: "info"
        case .warning: "warn"
        case .emergency: "bad"
        }
    }

    static func icon(_ severity: AlertSeverity) -> String { severity == .info ? "info" : severity == .warning ? "warn" : "bad" }

    static func category(_ id: Int64, _ language: Language, _ db: Database) throws -> String {
        guard let category = try AlertCategory.fetch(db, id: id) else { return "" }
        return category.translations.reading("name", category.name, in: language).text
    }
}

struct AlertTarget: Sendable {
    let kind: TargetKind
    let id: Int64
    let name: String
    let key: String
    let isUntranslated: Bool

    /// The targets of a preview are those of its alert.
    static func of(_ bulletin: Bulletin, _ language: Language, _ db: Database) throws -> [AlertTarget] {
        try TargetKind.allCases.flatMap { kind -> [AlertTarget] in
            let named =
                bulletin.id == nil
                ? "SELECT other FROM \(kind.linkTable) WHERE alert = ?"
                : "SELECT objectID FROM campusBulletinTarget WHERE bulletin = ? AND kind = '\(kind.rawValue)'"
            let said = kind == .person ? "o.name" : "json_extract(o.translations, '$.\"\(language.rawValue)\".\(kind.nameColumn).text')"
            let sql = """
                SELECT o.id, coalesce(\(said), o.\(kind.nameColumn)) AS name, \(said) IS NULL AS isUntranslated, \(kind == .course ? "o.code" : "o.key") AS key FROM \(kind.table) o
                WHERE o.id IN (\(named)) AND \(kind.resource.notTrashed("o")) ORDER BY o.folded
                """
            return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [bulletin.id ?? bulletin.alert]).map {
                AlertTarget(kind: kind, id: $0["id"], name: $0["name"], key: $0["key"], isUntranslated: $0["isUntranslated"])
            }
        }
    }

    func values(_ words: Words, original: Language) -> Values {
        let isOther = isUntranslated && original != words.language
        return [
            "label": words("campus.target.\(kind.rawValue)"), "nameHTML": (isOther ? name.marked(as: original) : name).markedHTML,
            "href": CampusAddress.of(kind, id: id, key: key) ?? false,
        ]
    }
}
