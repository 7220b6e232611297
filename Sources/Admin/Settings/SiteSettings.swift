import Foundation
import GRDB
import Web

/// What the owner of the site decides about it as a whole.
public struct SiteSettings: Sendable, Equatable {
    /// Stands in the head of every page.
    public var name = "Portico"
    /// For visitors whose browser names no language of ours.
    public var language = Language.italian
    /// The zone in which dates are typed and shown.
    public var zone: TimeZone = TimeZone(identifier: "Europe/Rome") ?? .gmt
    /// Address of map tiles, `https://tiles.example.org/{z}/{x}/{y}.png`; empty for maps without a background.
    public var tiles = ""
    /// Names of the systems that are switched on; `*` is all of them, as in roles.
    public var systems = ["*"]
    /// Counts the changes, for two people who edit at once.
    public var version = 0

    public init() {}

    /// Whether a system is switched on.
    public func isOn(_ system: String) -> Bool { systems.contains(system) || systems.contains("*") }
}

extension SiteSettings {
    /// The settings as they are stored; where nothing is, the ones of a new site.
    public static func load(_ db: Database) throws -> SiteSettings {
        let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT name, value FROM setting"))
        let stored: [String: String] = Dictionary(rows.map { ($0[0], $0[1]) }) { $1 }
        var settings = SiteSettings()
        settings.name = stored["name"] ?? settings.name
        settings.language = stored["language"].flatMap(Language.init(rawValue:)) ?? settings.language
        settings.zone = stored["zone"].flatMap(TimeZone.init(identifier:)) ?? settings.zone
        settings.tiles = stored["tiles"] ?? settings.tiles
        settings.systems = stored["systems"].map { $0.split(separator: " ").map(String.init) } ?? settings.systems
        settings.version = stored["version"].flatMap { Int($0) } ?? settings.version
        return settings
    }

    /// Stores the settings as the next version.
    public func save(_ db: Database) throws {
        let values = [
            "name": name, "language": language.rawValue, "zone": zone.identifier, "tiles": tiles,
            "systems": systems.joined(separator: " "), "version": String(version + 1),
        ]
        for (name, value) in values {
            try db.execute(
                sql: "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                arguments: [name, value])
        }
    }
}
