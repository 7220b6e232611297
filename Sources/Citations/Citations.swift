import Accounts
import Admin
import Foundation
import GRDB

/// Computes the h-index without homonyms, from citation lists and the author's own page, with an explanation of every number.
public enum Citations: Module {
    public static let name = "citations"
    public static let icon = "chart"
    public static let address = "/citations"

    public static let resources: [any Resource.Type] = [Author.self, Run.self, Layout.self, ClassSheet.self]
    public static let roles = [Role("researcher", may: ["citations.authors.*", "citations.runs.*", "citations.sheets.*"])]
    public static let peopleLists = ["authors", "runs", "decisions", "profiles"]
    public static let seedLists: [any SeedExtra.Type] = [SeededWorkDecision.self, SeededProfile.self]
    public static let jobs = [RunJob.kind]
    public static let importFormats: [any ImportFormat.Type] = [DocumentFormat.self]
    public static let pages = [
        AdminPage("citations.overview.menu", Overview.address, permission: seeing),
        AdminPage("citations.comparison.title", ComparisonPages.address, permission: seeing),
        AdminPage("citations.works.title", AllWorks.address, permission: seeing),
        AdminPage("citations.new.title", NewRunPages.address, permission: editing),
        AdminPage("citations.documents.title", KeptDocumentPages.address, permission: editing),
        AdminPage("citations.settings.title", SettingsPages.address, permission: arranging),
    ]

    public static let menu = [
        MenuEntry("citations.menu.authors", icon: "person", [Overview.address, Author.address, ComparisonPages.address]),
        MenuEntry("citations.menu.runs", icon: "chart", [Run.address, NewRunPages.address, KeptDocumentPages.address]),
        MenuEntry("citations.menu.works", icon: "book", [AllWorks.address]),
        MenuEntry("citations.menu.sheets", icon: "people", [ClassSheet.address]),
        MenuEntry("citations.menu.settings", icon: "settings", [SettingsPages.address, Layout.address]),
    ]

    static let seeing: Permission = "citations.runs.see"
    static let editing: Permission = "citations.runs.edit"
    static let seeingAuthors: Permission = "citations.authors.see"
    static let editingAuthors: Permission = "citations.authors.edit"
    /// The editors of shared layouts also edit the settings.
    static let arranging = Permission(rawValue: Layout.name + ".edit")

    public static let settingsTables = ["citationSettings", "citationChoices"]
    public static let sharedPaths = [name]
    public static let keptNames = [KeptName("citationAct", "actor", of: nil)]

    public static func start(_ context: ModuleContext) throws -> any RunningModule { RunningCitations(context) }

    public static func sweep(_ db: Database, at now: Date) throws -> Int {
        try Outcome.recordUnfinished(db)
        return try KeptDocument.sweep(db, at: now)
    }

    public static func cards(of person: SignedIn, _ db: Database) throws -> [Card] {
        let waiting = """
            SELECT count(*) FROM citationRun r LEFT JOIN citationOutcome o ON o.runID = r.id
            WHERE \(Run.notTrashed("r")) AND (o.computedAt IS NULL OR o.version <> r.version)
              AND \(Run.rows(seeing, person.grants, as: "r"))
            """
        return [
            Card(
                "citations.cards.stale", count: try Int.fetchOne(db, sql: waiting) ?? 0, address: Overview.address, icon: "chart",
                permission: seeing)
        ]
    }
}
