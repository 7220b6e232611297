import Accounts
import Admin
import GRDB
import Web

/// What an administrator decides about the stories; table `storySettings`, which has one row.
struct StorySettings: Decodable, FetchableRecord, Equatable, Sendable {
    /// The numbers of the recommended list, and the limits, with what they may be.
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
    /// Stories of a feed.
    var feed: Int
    /// Fragments that one person may write within an hour, and seconds between two: as fast as a person can, and slower than a program would.
    var anHour: Int
    var pause: Int
    /// Whether anybody may register.
    var isOpen: Bool
    /// The countries that people may choose from, with spaces between them; all where it is empty.
    var countries: String
    /// Counts the changes, for two people who edit at once.
    var version: Int

    static func current(_ db: Database) throws -> StorySettings {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM storySettings"))!
    }

    var recommended: Recommended {
        Recommended(fromBest: fromBest, best: best, fromMonth: fromMonth, month: month, fromNew: fromNew, days: days)
    }

    /// The codes that were chosen; none where people may choose any.
    var chosenCountries: [String] {
        get { countries.split(separator: " ").map(String.init) }
        set { countries = newValue.joined(separator: " ") }
    }

    /// The codes to choose from.
    var openCountries: [String] { countries.isEmpty ? Country.codes : chosenCountries }

    /// As the form of the settings brings them.
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

    /// - Returns: whether nobody had saved meanwhile.
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
