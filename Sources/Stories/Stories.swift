import Accounts
import Admin
import GRDB

/// thinkmix: branching stories in short fragments that readers write and vote on, and their moderation.
public enum Stories: Module {
    public static let name = "stories"
    public static let icon = "book"
    public static let address = "/stories"

    /// None, because fragments are never edited, moved or deleted one by one, so the generic forms and lists do not apply.
    public static let resources: [any Resource.Type] = []

    public static let roles = [Role("moderator", may: [ModerationPages.deciding, ModerationPages.suspending])]

    public static let rights = [
        ModerationPages.deciding, ModerationPages.suspending, ModerationPages.erasing, ModerationPages.keeping, ModerationPages.arranging,
    ]

    /// Photos of fragments and faces of writers. They have no public address, because a hidden one must not be served.
    public static let photos = PictureCollection(
        "story-photos",
        inUse: """
            SELECT photo FROM fragment WHERE photo IS NOT NULL UNION SELECT photo FROM storyDraft WHERE photo IS NOT NULL
            UNION SELECT photo FROM moderationCase WHERE photo IS NOT NULL UNION SELECT avatar FROM writer WHERE avatar IS NOT NULL
            UNION SELECT face FROM profileHiding WHERE face IS NOT NULL
            """)
    public static let pictureCollections = [photos]
    /// Bytes.
    static let longestPhoto = 8 << 20
    public static let derivedTables = ["bestBranch", "votedInTime"]
    public static let settingsTables = ["storySettings", "documentEdition", "watchedWord"]
    public static let jobs = [PhotoHashJob.kind, ModeratorCalls.kind, VoteWindowJob.kind]
    public static let webhookEvents = ["report.created", "case.decided", "appeal.created"]
    public static let sharedPaths = [name]
    public static let siteMaps = ["/stories/sitemap.xml"]

    public static func start(_ context: ModuleContext) throws -> any RunningModule { try RunningStories(context) }

    public static let peopleLists = ["writers", "stories", "follows"]
    public static let seedLists: [any SeedExtra.Type] = [
        SeededWriter.self, SeededStory.self, SeededFollowing.self, SeededEdition.self, SeededSettings.self,
    ]

    public static let pages = [
        AdminPage("stories.desk.queue.title", ModerationPages.address, permission: ModerationPages.deciding),
        AdminPage("stories.desk.profiles.title", ModerationPages.profiles, permission: ModerationPages.deciding),
        AdminPage("stories.desk.appeals.title", ModerationPages.appeals, permission: ModerationPages.deciding),
        AdminPage("stories.desk.automatic.title", ModerationPages.automatic, permission: ModerationPages.deciding),
        AdminPage("stories.desk.hidings.title", "/admin/stories/hidings", permission: ModerationPages.deciding),
        AdminPage("stories.desk.trees.title", "/admin/stories/trees", permission: ModerationPages.deciding),
        AdminPage("stories.desk.writers.title", "/admin/stories/writers", permission: ModerationPages.deciding),
        AdminPage("stories.desk.suspensions.title", "/admin/stories/suspensions", permission: ModerationPages.deciding),
        AdminPage("stories.desk.statistics.title", "/admin/stories/statistics", permission: ModerationPages.deciding),
        AdminPage("stories.desk.signs.title", "/admin/stories/signs", permission: ModerationPages.deciding),
        AdminPage("stories.desk.calls.title", ModerationPages.calls, permission: ModerationPages.deciding),
        AdminPage("stories.desk.check.title", "/admin/stories/tree-check", permission: ModerationPages.deciding),
        AdminPage("stories.desk.mail.title", "/admin/stories/mail", permission: ModerationPages.keeping),
        AdminPage("stories.desk.words.title", ModerationPages.words, permission: ModerationPages.arranging),
        AdminPage("stories.desk.settings.title", ModerationPages.settings, permission: ModerationPages.arranging),
    ]

    public static let menu = [
        MenuEntry(
            "stories.menu.moderation", icon: "warning",
            [ModerationPages.address, ModerationPages.profiles, ModerationPages.automatic, ModerationPages.appeals, ModerationPages.calls]),
        MenuEntry("stories.menu.stories", icon: "book", ["/admin/stories/trees", "/admin/stories/hidings", "/admin/stories/tree-check"]),
        MenuEntry(
            "stories.menu.writers", icon: "people", ["/admin/stories/writers", "/admin/stories/suspensions", "/admin/stories/signs"]),
        MenuEntry("stories.menu.statistics", icon: "chart", ["/admin/stories/statistics"]),
        MenuEntry("stories.menu.settings", icon: "settings", [ModerationPages.settings, ModerationPages.words, "/admin/stories/mail"]),
    ]

    public static let keptNames = [
        KeptName("decision", "moderatorName", of: "moderator"), KeptName("moderatorNote", "authorName", of: "author"),
        KeptName("appeal", "deciderName", of: "decider"), KeptName("secondOpinion", "deciderName", of: "decider"),
        KeptName("documentEdition", "authorName", of: "author"),
    ]

    public static func cards(_ db: Database, scopeID: Int64?) throws -> [Card] {
        let waiting = try Int.fetchOne(db, sql: "SELECT count(*) FROM moderationCase WHERE state = 'open'") ?? 0
        let appeals = try Int.fetchOne(db, sql: "SELECT count(*) FROM appeal WHERE state = 'open'") ?? 0
        let profiles =
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM (SELECT DISTINCT subject, part FROM profileReport WHERE outcome IS NULL)") ?? 0
        let proposed = try SecondOpinion.waiting(at: .now, db)
        let guesses = try FailedAttemptLog.notable([.writer], at: .now, db).map { guess in
            Card(
                guess.id == nil ? "stories.cards.guessesOfNobody" : "stories.cards.guesses", count: guess.tries,
                address: guess.id.map { "/admin/stories/writers/\($0)" } ?? "/admin/stories/writers", icon: "warning",
                permission: ModerationPages.deciding, kind: .warn,
                values: ["name": try guess.id.flatMap { try Writer.find($0, db)?.nickname } ?? guess.title])
        }
        let tokens = try FailedAttemptLog.withoutTarget([.writerToken], at: .now, db)
        return guesses + [
            Card(
                "stories.cards.tokenGuesses", count: tokens, address: "/admin/stories/writers", icon: "warning",
                permission: ModerationPages.deciding, kind: .warn),
            Card(
                "stories.cards.profiles", count: profiles, address: ModerationPages.profiles, icon: "person",
                permission: ModerationPages.deciding, kind: .due),
            Card(
                "stories.cards.appeals", count: appeals, address: ModerationPages.appeals, icon: "warning",
                permission: ModerationPages.deciding, kind: .due),
            Card(
                "stories.cards.proposals", count: proposed, address: "/admin/stories/suspensions", icon: "warning",
                permission: ModerationPages.suspending, kind: .due),
            Card(
                "stories.cards.cases", count: waiting, address: ModerationPages.address, icon: "warning",
                permission: ModerationPages.deciding, kind: .due),
        ]
    }
}
