import Accounts
import Formats
import GRDB
import Web

/// The administrators' settings for runs and calls; table `citationSettings` with one row.
struct CitationSettings: Decodable, FetchableRecord, Equatable, Sendable {
    typealias Limit = (key: String, range: ClosedRange<Int>, path: WritableKeyPath<CitationSettings, Int> & Sendable)

    static let limits: [Limit] = [
        ("mostDocuments", 1...Run.mostDocuments, \.mostDocuments), ("mostMegabytes", 1...mostFileMegabytes, \.mostMegabytes),
        ("mostWorks", 10...ListReading.mostWorks, \.mostWorks), ("mostMinutes", 1...120, \.mostMinutes),
        ("mostAtOnce", 1...2, \.mostAtOnce),
    ]

    static let callLimits: [Limit] = [
        ("pause", 1...60, \.pause), ("patience", 1...30, \.patience), ("answerMegabytes", 1...5, \.answerMegabytes),
    ]
    static let numbers = limits + callLimits
    static let mostFileMegabytes = 50
    static let longestHosts = 4_000
    static let longestAgent = 120

    var preset = Preset.improved
    var spelling = Spellings.usual
    var titleThreshold = 80
    var authorThreshold = 68
    var mostDocuments = Run.mostDocuments
    var mostMegabytes = mostFileMegabytes
    var mostWorks = ListReading.mostWorks
    var mostMinutes = 10
    /// Simultaneous calculations; the site runs two background jobs at a time.
    var mostAtOnce = 2
    var asksSites = false
    /// The allowed sites as a `HostList`.
    var hosts = "api.openalex.org\npub.orcid.org"
    var agent = "Portico"
    var pause = 1
    var patience = 10
    var answerMegabytes = 5
    var version = 1

    static func current(_ db: Database) throws -> CitationSettings {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM citationSettings")) ?? CitationSettings()
    }

    var choices: Choices {
        get { Choices(preset: preset, spelling: spelling, titleThreshold: titleThreshold, authorThreshold: authorThreshold) }
        set {
            (preset, spelling) = (newValue.preset, newValue.spelling)
            (titleThreshold, authorThreshold) = (newValue.titleThreshold, newValue.authorThreshold)
        }
    }

    static func label(of name: String) -> String {
        let isOfRun = ["preset", "spelling", "titleThreshold", "authorThreshold"].contains(name)
        return (isOfRun ? "citations.runs.fields." : "citations.settings.") + name
    }

    var typed: [String: [String]] {
        var values = Dictionary(uniqueKeysWithValues: Self.numbers.map { ($0.key, [String(self[keyPath: $0.path])]) })
        (values["asksSites"], values["hosts"], values["agent"]) = (asksSites ? ["yes"] : [], [hosts], [agent])
        return values.merging(ChoicesForm.typed(choices)) { $1 }
    }

    func save(by actor: Actor, _ db: Database) throws -> Bool {
        try db.execute(
            sql: """
                INSERT INTO citationSettings (id, preset, spelling, titleThreshold, authorThreshold, mostDocuments, mostMegabytes,
                  mostWorks, mostMinutes, mostAtOnce, asksSites, hosts, agent, pause, patience, answerMegabytes, version)
                VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? + 1)
                ON CONFLICT (id) DO UPDATE SET preset = excluded.preset, spelling = excluded.spelling,
                  titleThreshold = excluded.titleThreshold, authorThreshold = excluded.authorThreshold,
                  mostDocuments = excluded.mostDocuments, mostMegabytes = excluded.mostMegabytes, mostWorks = excluded.mostWorks,
                  mostMinutes = excluded.mostMinutes, mostAtOnce = excluded.mostAtOnce, asksSites = excluded.asksSites,
                  hosts = excluded.hosts, agent = excluded.agent, pause = excluded.pause, patience = excluded.patience,
                  answerMegabytes = excluded.answerMegabytes, version = excluded.version
                  WHERE version = excluded.version - 1
                """,
            arguments: [
                preset.rawValue, spelling.rawValue, titleThreshold, authorThreshold, mostDocuments, mostMegabytes, mostWorks, mostMinutes,
                mostAtOnce, asksSites, hosts, agent, pause, patience, answerMegabytes, version,
            ])
        guard db.changesCount == 1 else { return false }
        try AuditEntry.write(db, "citations.settings.save", by: actor)
        return true
    }
}

/// A researcher's defaults for new runs; table `citationChoices`. The site's defaults apply otherwise.
struct Choices: Decodable, FetchableRecord, Equatable, Sendable {
    var preset = Preset.improved
    var spelling = Spellings.usual
    var titleThreshold = 80
    var authorThreshold = 68

    static func of(_ account: Int64, _ db: Database) throws -> (choices: Choices, isOwn: Bool) {
        let sql = "SELECT preset, spelling, titleThreshold, authorThreshold FROM citationChoices WHERE accountID = ?"
        if let own = try fetchOne(db.cachedStatement(sql: sql), arguments: [account]) { return (own, true) }
        return (try CitationSettings.current(db).choices, false)
    }

    func save(of account: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO citationChoices (accountID, preset, spelling, titleThreshold, authorThreshold) VALUES (?, ?, ?, ?, ?)
                """, arguments: [account, preset.rawValue, spelling.rawValue, titleThreshold, authorThreshold])
    }

    static func forget(of account: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM citationChoices WHERE accountID = ?", arguments: [account])
    }
}

extension CitationSettings {
    /// What a person may bring, said before they do.
    func limitsText(_ words: Words) -> String {
        words(
            "citations.new.limits",
            [
                "documents": String(mostDocuments), "megabytes": String(mostMegabytes), "together": String(ImportLimits.bytes >> 20),
                "works": words.language.number(ListReading.mostWorks),
            ])
    }
}
