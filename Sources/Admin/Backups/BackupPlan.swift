import GRDB
import Web

/// When backups are made and how many are kept; stored in table `setting`.
public struct BackupPlan: Sendable, Equatable {
    public var isOn = true
    /// In the site's time zone.
    public var hour = 3
    public var days = 7
    public var weeks = 4

    public init() {}

    init(_ stored: [String: String]) {
        isOn = stored["backups.on"].map { $0 == "yes" } ?? isOn
        hour = stored["backups.hour"].flatMap { Int($0, in: .whole) } ?? hour
        days = stored["backups.days"].flatMap { Int($0, in: .whole) } ?? days
        weeks = stored["backups.weeks"].flatMap { Int($0, in: .whole) } ?? weeks
    }

    public func save(_ db: Database) throws {
        let values = ["on": isOn ? "yes" : "no", "hour": String(hour), "days": String(days), "weeks": String(weeks)]
        for (key, value) in values {
            try db.execute(
                sql: "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                arguments: ["backups." + key, value])
        }
        try db.notifyChanges(in: Table("setting"))
    }

    /// The age in seconds at which the last good backup is too old: one missed night, or a week if the site makes no backups itself.
    public var patience: Double { isOn ? 36 * 3_600 : 8 * 86_400 }
}
