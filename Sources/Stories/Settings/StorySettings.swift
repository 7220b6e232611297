import Accounts
import Admin
import GRDB
import Web

/// The administrator's settings of the stories; table `storySettings`, which has one row.
struct StorySettings: Decodable, FetchableRecord, Equatable, Sendable {
    static let numbers: [(key: String, range: ClosedRange<Int>, path: WritableKeyPath<StorySettings, Int> & Sendable)] = [
        ("fromBest", 0...50, \.fromBest), ("best", 1...5000, \.best), ("fromMonth", 0...50, \.fromMonth), ("month", 1...5000, \.month),
        ("fromNew", 0...50, \.fromNew), ("days", 1...365, \.days), ("feed", 1...200, \.feed), ("anHour", 1...1000, \.anHour),
        ("pause", 0...600, \.pause), ("newDays", 0...365, \.newDays), ("newFragments", 0...100, \.newFragments),
        ("holdFirst", 0...50, \.holdFirst), ("holdLinks", 0...1, \.holdLinks), ("holdPhotos", 0...1, \.holdPhotos),
        ("trustedReports", 0...100, \.trustedReports), ("severeReports", 0...20, \.severeReports),
        ("newAnHour", 0...1000, \.newAnHour), ("newVotes", 0...200, \.newVotes), ("newFollows", 0...60, \.newFollows),
        ("newLinks", 0...100, \.newLinks),
    ]
    static let firstOfDesk = "newDays"

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
    /// A newcomer is younger than so many days, or has fewer accepted fragments and upheld reports.
    var newDays: Int
    var newFragments: Int
    /// How many first fragments of a newcomer are held; whether those with links are, and photos like hidden ones. 1 is yes.
    var holdFirst: Int
    var holdLinks: Int
    var holdPhotos: Int
    /// The weight of trusted reports, and the number of those for a severe rule, that hold a fragment; 0 is never.
    var trustedReports: Int
    var severeReports: Int
    /// What newcomers may do: fragments, votes and follows an hour, fragments with links a day; 0 is as much as others.
    var newAnHour: Int
    var newVotes: Int
    var newFollows: Int
    var newLinks: Int
    var isOpen: Bool
    /// The country codes to choose from, separated by spaces; empty allows all.
    var countries: String
    var version: Int

    static func current(_ db: Database) throws -> StorySettings {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM storySettings"))!
    }

    /// These settings with the limits for a site where anybody may register.
    var forOpenSite: StorySettings {
        var open = self
        (open.newDays, open.newFragments, open.holdFirst, open.holdLinks, open.holdPhotos) = (7, 3, 2, 1, 1)
        (open.trustedReports, open.severeReports) = (3, 1)
        (open.newAnHour, open.newVotes, open.newFollows, open.newLinks) = (6, 30, 20, 2)
        return open
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

    func changes(since version: Int, _ db: Database) throws -> LastChange {
        try LastChange(["stories.settings.save"], last: self.version - version, db)
    }

    func save(by actor: Actor, _ db: Database) throws -> Bool {
        let names = Self.numbers.map { "\($0.key) = :\($0.key)" }.joined(separator: ", ")
        var arguments: StatementArguments = ["isOpen": isOpen, "countries": countries, "version": version]
        for (key, _, path) in Self.numbers { arguments += [key: self[keyPath: path]] }
        try db.execute(
            sql:
                "UPDATE storySettings SET \(names), isOpen = :isOpen, countries = :countries, version = version + 1 WHERE version = :version",
            arguments: arguments)
        guard db.changesCount == 1 else { return false }
        try AuditEntry.write(db, "stories.settings.save", by: actor)
        return true
    }
}
