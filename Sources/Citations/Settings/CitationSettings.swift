import Accounts
import GRDB

/// What an administrator decides about runs; table `citationSettings`, which has one row.
struct CitationSettings: Decodable, FetchableRecord, Equatable, Sendable {
    /// The limits, with what they may be.
    static let limits: [(key: String, range: ClosedRange<Int>, path: WritableKeyPath<CitationSettings, Int> & Sendable)] = [
        ("mostDocuments", 1...Run.mostDocuments, \.mostDocuments), ("mostMegabytes", 1...5, \.mostMegabytes),
        ("mostWorks", 10...ListReading.mostWorks, \.mostWorks), ("mostMinutes", 1...120, \.mostMinutes),
        ("mostAtOnce", 1...2, \.mostAtOnce),
    ]

    /// How a new run goes unless somebody says otherwise.
    var preset = Preset.improved
    var spelling = Spellings.usual
    var titleThreshold = 80
    var authorThreshold = 68
    /// Of one run.
    var mostDocuments = Run.mostDocuments
    /// Of one file.
    var mostMegabytes = 5
    var mostWorks = ListReading.mostWorks
    /// That a calculation may take.
    var mostMinutes = 10
    /// Calculations that go on side by side; the site does two things in the background at a time.
    var mostAtOnce = 2
    /// Counts the changes, for two people who edit at once.
    var version = 1

    /// Those of a new site where nothing was ever decided.
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

    /// - Returns: whether nobody had saved meanwhile.
    func save(by actor: Actor, _ db: Database) throws -> Bool {
        try db.execute(
            sql: """
                INSERT INTO citationSettings (id, preset, spelling, titleThreshold, authorThreshold, mostDocuments, mostMegabytes,
                  mostWorks, mostMinutes, mostAtOnce, version) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? + 1)
                ON CONFLICT (id) DO UPDATE SET preset = excluded.preset, spelling = excluded.spelling,
                  titleThreshold = excluded.titleThreshold, authorThreshold = excluded.authorThreshold,
                  mostDocuments = excluded.mostDocuments, mostMegabytes = excluded.mostMegabytes, mostWorks = excluded.mostWorks,
                  mostMinutes = excluded.mostMinutes, mostAtOnce = excluded.mostAtOnce, version = excluded.version
                  WHERE version = excluded.version - 1
                """,
            arguments: [
                preset.rawValue, spelling.rawValue, titleThreshold, authorThreshold, mostDocuments, mostMegabytes, mostWorks, mostMinutes,
                mostAtOnce, version,
            ])
        guard db.changesCount == 1 else { return false }
        try AuditEntry.write(db, "citations.settings.save", by: actor)
        return true
    }
}

/// What a researcher begins a new run with; table `citationChoices`. Who has none begins with the site's.
struct Choices: Decodable, FetchableRecord, Equatable, Sendable {
    var preset = Preset.improved
    var spelling = Spellings.usual
    var titleThreshold = 80
    var authorThreshold = 68

    /// Somebody's own, else the site's.
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
