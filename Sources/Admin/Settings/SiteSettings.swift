import Foundation
import GRDB
import Web

/// The settings of the whole site; table `setting`.
public struct SiteSettings: Sendable, Equatable {
    public var name = "Portico"
    /// The language of content without a single reader.
    public var language = Language.italian
    public var languages: [Language] = []
    /// The time zone of entered and shown dates.
    public var zone: TimeZone = TimeZone(identifier: "Europe/Rome") ?? .gmt
    public var systems: [String] = []
    /// The address of map tiles, `https://tiles.example.org/{z}/{x}/{y}.png`; empty for maps without a background.
    public var tiles = ""
    /// Days to keep histories; 0 for ever.
    public var historyDays = 730
    /// Days to keep records in the trash; 0 for ever.
    public var trashDays = 90
    /// Stored separately; see `BackupPlan.save`.
    public internal(set) var backups = BackupPlan()

    public init() {}

    static let historyDaysRange = 0...36_500
    static let trashDaysRange = 0...3_650

    public static func load(_ db: Database) throws -> SiteSettings {
        let rows = try Row.fetchAll(db, sql: "SELECT key, value FROM setting")
        let stored = Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { $1 }
        var settings = SiteSettings()
        settings.name = stored["name"] ?? settings.name
        settings.language = stored["language"].flatMap(Language.init(rawValue:)) ?? settings.language
        settings.languages = stored["languages"].map { $0.split(separator: " ").compactMap { Language(rawValue: String($0)) } } ?? []
        settings.zone = stored["zone"].flatMap(TimeZone.init(identifier:)) ?? settings.zone
        settings.systems = stored["systems"].map { $0.split(separator: " ").map(String.init) } ?? settings.systems
        settings.tiles = stored["tiles"] ?? settings.tiles
        settings.historyDays = stored["historyDays"].flatMap { Int($0, in: .whole) } ?? settings.historyDays
        settings.trashDays = stored["trashDays"].flatMap { Int($0, in: .whole) } ?? settings.trashDays
        settings.backups = BackupPlan(stored)
        return settings
    }

    /// Stores all settings except the backup plan.
    public func save(_ db: Database) throws {
        let values = [
            "name": name, "language": language.rawValue, "languages": languages.map(\.rawValue).joined(separator: " "),
            "zone": zone.identifier, "systems": systems.joined(separator: " "), "tiles": tiles, "historyDays": String(historyDays),
            "trashDays": String(trashDays),
        ]
        for (key, value) in values {
            try db.execute(
                sql:
                    "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value",
                arguments: [key, value])
        }
        // SQLite does not report changes of tables without rowid.
        try db.notifyChanges(in: Table("setting"))
    }
}
