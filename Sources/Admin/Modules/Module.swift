import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// A system of the portal: its resources, rights and pages.
public protocol Module: Sendable {
    /// The first part of addresses and texts, the seed list and the template folder, such as `house`.
    static var name: String { get }
    static var icon: String { get }
    static var address: String { get }
    static func migrate(_ migrator: inout SchemaMigrator)
    /// Its resources, each after those it refers to.
    static var resources: [any Resource.Type] { get }
    static var roles: [Role] { get }
    /// Its rights besides seeing and changing records; their texts are below `permissions`.
    static var rights: [Permission] { get }
    static var pages: [AdminPage] { get }
    static var area: MenuArea { get }
    /// Its menu, by task; lists and pages that no menu names are entries of their own.
    static var menu: [MenuEntry] { get }
    /// The counts of open tasks for the dashboard; the caller leaves out zeros.
    static func cards(_ db: Database, scopeID: Int64?) throws -> [Card]
    static func cards(of person: SignedIn, _ db: Database) throws -> [Card]
    /// What waits for a person on its pages, for the menu; asked on every page of the back office.
    static func waiting(for person: SignedIn, _ db: Database) throws -> [WaitingCount]
    static func day(of person: SignedIn, _ day: DateInterval, _ context: FormContext) throws -> [DayItem]
    /// A number by the day, for the first page; nil for those who may not see it.
    static func dailyCounts(of person: SignedIn, _ days: RecentDays, _ context: FormContext) throws -> DailyCounts?
    /// What goes on in it, for the portal's first page; only what everybody may read.
    static func highlights(for visitor: Visitor, _ admin: AdminContext, _ db: Database) throws -> [Highlight]
    static func described(_ words: Words) -> [APIDescription.Group]
    /// The public pages of its records, and of records of systems below it, for previews.
    static var publicPages: [PublicPage] { get }
    static var jobs: [JobKind] { get }
    /// Names of its events for webhooks besides changes of records; their texts are below `webhooks.named`.
    static var webhookEvents: [String] { get }
    static var seedExtras: [any SeedExtra.Type] { get }
    /// Seed data of the system besides records, each list after those it refers to.
    static var seedLists: [any SeedExtra.Type] { get }
    /// Its section of a first seed file, with a few invented records and comments; empty if it shows nothing by itself.
    static func starter(_ answers: StarterAnswers) -> String
    static func warn(about section: SeedNode)
    /// The lists of a seed file that hold people, which `--without-people` leaves out.
    static var peopleLists: [String] { get }
    /// Formats that its lists are imported from, besides tables; each is asked in this order.
    static var importFormats: [any ImportFormat.Type] { get }
    static var pictureCollections: [PictureCollection] { get }
    /// Columns with names of account holders, for erasing a person.
    static var keptNames: [KeptName] { get }
    /// Deletes expired data every night and returns the number of rows.
    static func sweep(_ db: Database, at now: Date) throws -> Int
    /// Follows the undo of an act with what belongs to no record; called when its records are back as they were.
    static func undone(_ act: Int64, _ db: Database, by actor: Actor) throws
    /// Converts its data to the form for backups; called before each backup.
    static func prepareForBackup(_ database: any DatabaseWriter) async throws
    /// Lists the content that a site restored from this database cannot read.
    static func missingFromBackup(_ db: Database) throws -> [LocalizedMessage]
    /// Closes access to the demonstration without an account, when its accounts are removed.
    static func closeDemonstration(_ db: Database, by actor: Actor) throws
    /// Cleans up unfinished work in a copy of the database; its jobs have ended.
    static func prepareCopy(_ db: Database, at now: Date) throws
    /// Sends or sets aside what waited since `since` in a quiet site.
    static func leaveQuietMode(sending: Bool, since: Date, _ db: Database, at now: Date) throws
    /// Tables that are worked out from others or only grow, which the undo of a seed file leaves to their makers.
    static var derivedTables: [String] { get }
    /// Tables without content, which stay when the demonstration is emptied.
    static var settingsTables: [String] { get }
    /// First parts of paths for visitors without an account, whose pages are kept.
    static var sharedPaths: [String] { get }
    /// Paths of its site maps for search engines.
    static var siteMaps: [String] { get }
    /// Path prefixes whose access log entries omit the visitor.
    static var confidentialPaths: [String] { get }
    /// Its pages outside records that keep input sent after a session ended.
    static var unsentFormPages: [UnsentFormPages] { get }
    /// Rights of people whose times of sign-in are kept by the day.
    static var rightsByTheDay: [Permission] { get }
    /// Its banners above every public page; nil without any.
    static func banners(_ database: any DatabaseWriter) throws -> (any PageBanners)?
    /// Makes what the module keeps while the portal runs.
    static func start(_ context: ModuleContext) throws -> any RunningModule
}

extension Module {
    public static func starter(_ answers: StarterAnswers) -> String { "" }
    public static func warn(about section: SeedNode) {}
    public static func highlights(for visitor: Visitor, _ admin: AdminContext, _ db: Database) throws -> [Highlight] { [] }
    public static func described(_ words: Words) -> [APIDescription.Group] { [] }
    public static var address: String { "/admin" }
    public static var rights: [Permission] { [] }
    static var isScoped: Bool { resources.contains { $0.scope != nil } }
    public static var pages: [AdminPage] { [] }
    public static var area: MenuArea { MenuArea("\(name).name", icon: icon) }
    public static var menu: [MenuEntry] { [] }
    public static var publicPages: [PublicPage] { [] }
    public static var jobs: [JobKind] { [] }
    public static var webhookEvents: [String] { [] }
    public static var seedExtras: [any SeedExtra.Type] { [] }
    public static var seedLists: [any SeedExtra.Type] { [] }
    public static var peopleLists: [String] { [] }
    public static var importFormats: [any ImportFormat.Type] { [] }
    public static var pictureCollections: [PictureCollection] { [] }
    public static var keptNames: [KeptName] { [] }
    public static func sweep(_ db: Database, at now: Date) throws -> Int { 0 }
    public static func undone(_ act: Int64, _ db: Database, by actor: Actor) throws {}
    public static func prepareForBackup(_ database: any DatabaseWriter) async throws {}
    public static func missingFromBackup(_ db: Database) throws -> [LocalizedMessage] { [] }
    public static func closeDemonstration(_ db: Database, by actor: Actor) throws {}
    public static func prepareCopy(_ db: Database, at now: Date) throws {}
    public static func leaveQuietMode(sending: Bool, since: Date, _ db: Database, at now: Date) throws {}
    public static var derivedTables: [String] { [] }
    public static var settingsTables: [String] { [] }
    public static var sharedPaths: [String] { [] }
    public static var siteMaps: [String] { [] }
    public static var confidentialPaths: [String] { [] }
    public static var unsentFormPages: [UnsentFormPages] { [] }
    public static var rightsByTheDay: [Permission] { [] }
    public static func banners(_ database: any DatabaseWriter) throws -> (any PageBanners)? { nil }
    public static func start(_ context: ModuleContext) throws -> any RunningModule { ResourcesOnly() }
    public static func cards(_ db: Database, scopeID: Int64?) throws -> [Card] { [] }
    public static func cards(of person: SignedIn, _ db: Database) throws -> [Card] { [] }
    public static func waiting(for person: SignedIn, _ db: Database) throws -> [WaitingCount] { [] }
    public static func day(of person: SignedIn, _ day: DateInterval, _ context: FormContext) throws -> [DayItem] { [] }
    public static func dailyCounts(of person: SignedIn, _ days: RecentDays, _ context: FormContext) throws -> DailyCounts? { nil }
}

public struct AdminPage: Sendable {
    let text: String
    let address: String
    let permission: Permission
    let purpose: String
    /// Whether the menu shows it only to roles that name the permission, not to those that may do everything.
    let isPersonal: Bool

    /// - Parameter purpose: nil for `<text>.purpose`.
    public init(_ text: String, _ address: String, permission: Permission, purpose: String? = nil, isPersonal: Bool = false) {
        (self.text, self.address, self.permission, self.isPersonal) = (text, address, permission, isPersonal)
        self.purpose = purpose ?? text.split(separator: ".").dropLast().joined(separator: ".") + ".purpose"
    }
}

/// A count on the dashboard with a link to the counted records.
public struct Card: Sendable {
    /// What a card asks for, the heaviest first; the raw value is its class in the page.
    public enum Kind: String, CaseIterable, Sendable {
        /// A failure, or a person in need.
        case bad
        case warn
        /// People wait for a decision.
        case due
        /// Records to complete.
        case info
    }

    let texts: String
    let count: Int
    let address: String
    let icon: String
    let permission: Permission
    let kind: Kind
    let values: [String: String]

    /// - Parameter query: list filters that match exactly the counted records.
    public init<R: Resource>(_ texts: String, count: Int, _ resource: R.Type, query: [(name: String, value: String)], icon: String) {
        (self.texts, self.count, self.icon) = (texts, count, icon)
        address = R.address.appendingQuery(query)
        permission = R.seeing
        kind = .info
        values = [:]
    }

    /// A card with a link to another page; `address` includes the filters, `values` are for the text besides the count.
    public init(
        _ texts: String, count: Int, address: String, icon: String, permission: Permission, kind: Kind = .info,
        values: [String: String] = [:]
    ) {
        (self.texts, self.count, self.address, self.icon) = (texts, count, address, icon)
        (self.permission, self.kind, self.values) = (permission, kind, values)
    }

    /// Those of the given kinds, kind by kind.
    static func sorted(_ cards: [Card], by kinds: [Kind]) -> [Card] { kinds.flatMap { kind in cards.filter { $0.kind == kind } } }
}
