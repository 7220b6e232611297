import GRDB
import Web

/// When backups are made without anybody asking, and how many are kept; rows of table `setting`.
public struct BackupPlan: Sendable, Equatable {
    public var isOn = true
    /// In the site's zone.
    public var hour = 3
    /// The last days, and weeks, of which one backup each is kept.
    public var days = 7
    public var weeks = 4

    public init() {}

    /// As it is stored, with the defaults for what is not.
    init(_ stored: [String: String]) {
        isOn = stored["backups.on"].map { $0 == "yes" } ?? isOn
        hour = stored["backups.hour"].flatMap { Int($0, in: .whole) } ?? hour
        days = stored["backups.days"].flatMap { Int($0, in: .whole) } ?? days
        weeks = stored["backups.weeks"].flatMap { Int($0, in: .whole) } ?? weeks
    }

    func save(_ db: Database) throws {
        let values = ["on": isOn ? "yes" : "no", "hour": String(hour), "days": String(days), "weeks": String(weeks)]
        for (key, value) in values {
            try db.execute(
                sql: "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                arguments: ["backups." + key, value])
        }
        // As in `SiteSettings.save`.
        try db.notifyChanges(in: Table("setting"))
    }

    /// Seconds after which the last good backup is too old: a night was missed, or, where others make them, a week.
    var patience: Double { isOn ? 36 * 3_600 : 8 * 86_400 }
}
