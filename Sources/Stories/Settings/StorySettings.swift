import Accounts
import Admin
import GRDB
import Web

/// The administrator's settings of the stories; table `storySettings`, which has one row.
struct StorySettings: Decodable, FetchableRecord, Equatable, Sendable {
    static let numbers: [(key: String, range: ClosedRange<Int>, path: WritableKeyPath<StorySettings, Int> & Sendable)] = [
        ("fromBest", 0...50, \.fromBest), ("best", 1...5000, \.best), ("fromMonth", 0...50, \.fromMonth), ("month", 1...5000, \.month),
        ("fromNew", 0...50, \.fromNew), ("days", 1...365, \.days), ("feed", 1...200, \.feed), ("anHour", 1...1000, \.anHour),
        ("pause", 0...600, \.pause),
    ]

    var fromBest: Int
    var best: Int
    var fromMonth: Int
    var month: Int
    var fromNew: Int
    var days: Int
    var feed: Int
    /// Fragments that one person may write per hour, and seconds between two: enough for a person, too slow for a program.
    var anHour: Int
    var pause: Int
    var isOpen: Bool
    /// The country codes to choose from, separated by spaces; empty allows all.
    var countries: String
    /// Counts changes, to detect simultaneous edits.
    var version: Int

    static func current(_ db: Database) throws -> StorySettings {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM storySettings"))!
    }

    var recommended: Recommended {
        Recommended(fromBest: fromBest, best: best, fromMonth: fromMonth, month: month, fromNew: fromNew, days: days)
    }

    var chosenCountries: [String] {
        get { countries.split(separator: " ").map(String.init) }
        set { countries = newValue.joined(separator: " ") }
    }

    var openCountries: [String] { countries.isEmpty ? Country.codes : chosenCountries }

    var typed: [String: [String]] {
        var values = Dictionary(uniqueKeysWithValues: Self.numbers.map { ($0.key, [String(self[keyPath: $0.path])]) })
        (values["isOpen"], values["country"]) = (isOpen ? ["yes"] : [], chosenCountries)
        return values
    }

    static func label(of name: String, _ words: Words) -> String {
        words("stories.desk.settings.\(name == "country" ? "countries" : name)")
    }

    /// - Parameter version: the one that a form was drawn from.
    func changes(since version: Int, _ db: Database) throws -> LastChange {
        try LastChange(["stories.settings.save"], last: self.version - version, db)
    }

    /// Returns false when the settings were saved since.
    func save(by actor: Actor, _ db: Database) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE storySettings SET fromBest = ?, best = ?, fromMonth = ?, month = ?, fromNew = ?, days = ?, feed = ?, anHour = ?,
                  pause = ?, isOpen = ?, countries = ?, version = version + 1 WHERE version = ?
                """, arguments: [fromBest, best, fromMonth, month, fromNew, days, feed, anHour, pause, isOpen, countries, version])
        guard db.changesCount == 1 else { return false }
        try AuditEntry.write(db, "stories.settings.save", by: actor)
        return true
    }
}
