import Accounts
import GRDB

/// What an administrator decides about runs; table `citationSettings`, which has one row.
struct CitationSettings: Decodable, FetchableRecord, Equatable, Sendable {
    /// The limits, with what they may be.
    static let limits: [(key: String, range: ClosedRange<Int>, path: WritableKeyPath<CitationSettings, Int> & Sendable)] = [
        ("mostDocuments", 1...Run.mostDocuments, \.mostDocuments), ("mostMegabytes", 1...5, \.mostMegabytes),
        ("mostWorks", 10...ListReading.mostWorks, \.mostWorks), ("mostMinutes", 1...120, \.mostMinutes),
    ]

    /// How a new run goes unless somebody says otherwise.
    var preset: Preset
    var spelling: Spellings
    var titleThreshold: Int
    var authorThreshold: Int
    /// Of one run.
    var mostDocuments: Int
    /// Of one file.
    var mostMegabytes: Int
    var mostWorks: Int
    /// That a calculation may take.
    var mostMinutes: Int
    /// Counts the changes, for two people who edit at once.
    var version: Int

    static func current(_ db: Database) throws -> CitationSettings {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM citationSettings"))!
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
                UPDATE citationSettings SET preset = ?, spelling = ?, titleThreshold = ?, authorThreshold = ?, mostDocuments = ?,
                  mostMegabytes = ?, mostWorks = ?, mostMinutes = ?, version = version + 1 WHERE version = ?
                """,
            arguments: [
                preset.rawValue, spelling.rawValue, titleThreshold, authorThreshold, mostDocuments, mostMegabytes, mostWorks, mostMinutes,
                version,
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
