import Foundation
import GRDB
import Web

/// What the owner of the site decides about it as a whole; rows of table `setting`.
public struct SiteSettings: Sendable, Equatable {
    public var name = "Portico"
    /// The language of what is not addressed to one reader.
    public var language = Language.italian
    /// The zone in which dates are typed and shown.
    public var zone: TimeZone = TimeZone(identifier: "Europe/Rome") ?? .gmt
    /// The systems that are switched on.
    public var systems: [String] = []
    /// Address of map tiles, `https://tiles.example.org/{z}/{x}/{y}.png`; empty for maps without a background.
    public var tiles = ""
    /// Kept by itself: see `BackupPlan.save`.
    public internal(set) var backups = BackupPlan()

    public init() {}

    /// The settings as they are stored, with the defaults for what is not.
    public static func load(_ db: Database) throws -> SiteSettings {
        let rows = try Row.fetchAll(db, sql: "SELECT key, value FROM setting")
        let stored = Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { $1 }
        var settings = SiteSettings()
        settings.name = stored["name"] ?? settings.name
        settings.language = stored["language"].flatMap(Language.init(rawValue:)) ?? settings.language
        settings.zone = stored["zone"].flatMap(TimeZone.init(identifier:)) ?? settings.zone
        settings.systems = stored["systems"].map { $0.split(separator: " ").map(String.init) } ?? settings.systems
        settings.tiles = stored["tiles"] ?? settings.tiles
        settings.backups = BackupPlan(stored)
        return settings
    }

    /// Stores all of them but the plan of the backups.
    public func save(_ db: Database) throws {
        let values = [
            "name": name, "language": language.rawValue, "zone": zone.identifier, "systems": systems.joined(separator: " "), "tiles": tiles,
        ]
        for (key, value) in values {
            try db.execute(
                sql:
                    "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value",
                arguments: [key, value])
        }
        // SQLite tells observers nothing of tables without row numbers.
        try db.notifyChanges(in: Table("setting"))
    }
}
