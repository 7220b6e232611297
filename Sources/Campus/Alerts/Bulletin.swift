import Admin
import Foundation
import GRDB
import Registry
import Web

/// A published or pending alert; table `campusBulletin`. Its text never changes: a correction is a new bulletin that replaces it.
struct Bulletin: Codable, FetchableRecord, MutablePersistableRecord, Sendable {
    static let databaseTableName = "campusBulletin"

    enum State: String, Codable, Sendable {
        case proposed
        case planned
        case published
        case replaced, withdrawn, ended, refused
    }

    private(set) var id: Int64?
    let alert: Int64?
    let replaces: Int64?
    let category: Int64
    let severity: String
    let isDrill: Bool
    let language: String
    let title: String
    let text: String
    let instruction: String
    let easy: String
    let position: String
    /// As `Translations.stored`.
    let translations: String
    /// In the stored form of `GeoPoint`.
    let point: String?
    /// Metres around the point.
    let radius: Int?
    let link: String
    var publishAt: Date
    var expiresAt: Date?
    var state: State
    let proposedBy: Int64?
    let proposedName: String
    let proposedAt: Date
    var approvedName: String?
    var releasedAt: Date?
    var endedAt: Date?
    var endedName: String?

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    var weight: AlertSeverity { AlertSeverity(rawValue: severity) ?? .info }

    func title(in language: Language) -> String { localized("title", title, language) }
    func text(in language: Language) -> String { localized("text", text, language) }
    func instruction(in language: Language) -> String { localized("instruction", instruction, language) }

    func easy(in language: Language) -> String {
        language.rawValue == self.language ? easy : Translations(stored: translations)["easy", language]?.text ?? ""
    }

    /// A language without a translation falls back to English, and that to the original.
    private func localized(_ field: String, _ original: String, _ language: Language) -> String {
        if language.rawValue == self.language || translations == "{}" { return original }
        let translations = Translations(stored: translations)
        let own = translations[field, language]
        if own == nil, Language.english.rawValue == self.language { return original }
        return (own ?? translations[field, .english])?.text ?? original
    }

    var languages: [Language] {
        let original = Language(rawValue: language) ?? .english
        return [original] + Translations(stored: translations).languages(of: "title").filter { $0 != original }
    }

    func text(in language: Language, easy isEasy: Bool) -> String {
        let easy = isEasy ? easy(in: language) : ""
        return easy.isEmpty ? text(in: language) : easy
    }

    func position(in language: Language) -> String { localized("position", position, language) }

    var isOver: Bool { state == .withdrawn || state == .ended }

    var place: GeoPoint? { point.flatMap(GeoPoint.init(kept:)) }

    func whereabouts(_ words: Words) -> String {
        position.isEmpty ? "" : words("campus.alerts.at", ["place": position(in: words.language)])
    }

    /// The title, marked when it is a drill, for places that show nothing else.
    func headline(_ words: Words) -> String {
        let title = title(in: words.language)
        return isDrill ? words("campus.alerts.drillTitle", ["title": title]) : title
    }
}

extension Bulletin {
    /// SQL: bulletins in force whose alert is not deleted. One about events or courses ends with the last of them.
    static let inForce = """
        b.state = 'published' AND (b.expiresAt IS NULL OR b.expiresAt > :now)
        AND b.alert IN (SELECT id FROM campusAlert WHERE \(Alert.notTrashed))
        AND (\(AlertAudience.everybody) OR EXISTS (
          SELECT 1 FROM campusBulletinTarget t WHERE t.bulletin = b.id AND CASE t.kind
            WHEN 'event' THEN EXISTS (SELECT 1 FROM campusEvent WHERE id = t.objectID AND \(Event.notTrashed))
            WHEN 'course' THEN EXISTS (SELECT 1 FROM course WHERE id = t.objectID AND \(Course.notTrashed))
            ELSE 1 END))
        """

    static func current(_ db: Database, at now: Date, where condition: String = "1", _ arguments: StatementArguments = [], limit: Int = 100)
        throws -> [Bulletin]
    {
        try fetchAll(
            db,
            sql:
                "SELECT b.* FROM campusBulletin b WHERE \(inForce) AND (\(condition)) ORDER BY b.releasedAt DESC, b.id DESC LIMIT \(limit)",
            arguments: ["now": now] + arguments)
    }

    /// Those that ended since a time without a later one of the same alert: readers of feeds learn of it.
    static func ended(
        since moment: Date, _ db: Database, where condition: String = "1", _ arguments: StatementArguments = [], limit: Int = 50
    ) throws -> [Bulletin] {
        let sql = """
            SELECT b.* FROM campusBulletin b WHERE b.state IN ('withdrawn', 'ended') AND b.releasedAt IS NOT NULL AND b.endedAt > :since
              AND b.alert IN (SELECT id FROM campusAlert WHERE \(Alert.notTrashed))
              AND NOT EXISTS (SELECT 1 FROM campusBulletin n WHERE n.alert = b.alert AND n.id > b.id AND n.releasedAt IS NOT NULL)
              AND (\(condition)) ORDER BY b.endedAt DESC, b.id DESC LIMIT \(limit)
            """
        return try fetchAll(db, sql: sql, arguments: ["since": moment] + arguments)
    }

    /// The first bulletin of the same alert: its number names the alert through all corrections.
    func first(_ db: Database) throws -> (id: Int64, releasedAt: Date)? {
        let sql = "SELECT id, releasedAt FROM campusBulletin WHERE alert = ? AND releasedAt IS NOT NULL ORDER BY id LIMIT 1"
        return try Row.fetchOne(db, sql: sql, arguments: [alert]).map { ($0["id"], $0["releasedAt"]) }
    }

    static func find(_ id: Int64, _ db: Database) throws -> Bulletin? {
        try fetchOne(db, sql: "SELECT * FROM campusBulletin WHERE id = ? AND releasedAt IS NOT NULL", arguments: [id])
    }

    func isInForce(_ db: Database, at now: Date) throws -> Bool {
        try !Self.current(db, at: now, where: "b.id = :id", ["id": id], limit: 1).isEmpty
    }

    func successor(_ db: Database) throws -> Bulletin? {
        var (found, seen) = (self, Set<Int64>())
        while found.state == .replaced, let id = found.id, seen.insert(id).inserted,
            let next = try Bulletin.fetchOne(
                db, sql: "SELECT * FROM campusBulletin WHERE replaces = ? AND releasedAt IS NOT NULL ORDER BY id DESC", arguments: [id])
        { found = next }
        return found.id == id ? nil : found
    }
}
