import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// A system of the portal: what it keeps, who may do what in it, and its own pages.
public protocol Module: Sendable {
    /// First part of its addresses and texts, its list in the seed file, its folder of templates: `house`.
    static var name: String { get }
    static var icon: String { get }
    /// Where its door on the public home page leads.
    static var address: String { get }
    static func migrate(_ migrator: inout DatabaseMigrator)
    /// What it keeps, in an order in which every record comes after those it points to.
    static var resources: [any Resource.Type] { get }
    static var roles: [Role] { get }
    /// What its roles may allow beside seeing and changing its records; texts below `permissions`.
    static var rights: [Permission] { get }
    /// Its pages of the back office that are not a resource's, for the menu.
    static var pages: [AdminPage] { get }
    /// What needs somebody today, for the back office's first page. Zero counts are left out by the caller.
    static func cards(_ db: Database, scopeID: Int64?) throws -> [Card]
    /// The same for one person alone.
    static func cards(of person: SignedIn, _ db: Database) throws -> [Card]
    /// What the description of the JSON interface says of addresses that no resource gives: it mounts them itself.
    static func described(_ words: Words) -> [APIDescription.Group]
    /// The pages on which its visitors meet records, for previews; also records of systems below it.
    static var publicPages: [PublicPage] { get }
    /// Its work in the background.
    static var jobs: [JobKind] { get }
    /// What the seed carries for its houses beside their records.
    static var seedExtras: [any SeedExtra.Type] { get }
    /// What the seed carries for the whole system beside its records, in an order in which everything comes after what it names.
    static var seedLists: [any SeedExtra.Type] { get }
    /// Pictures that it keeps to itself.
    static var shelves: [PictureCollection] { get }
    /// Where it keeps names of accounts in words, for when a person is erased.
    static var keptNames: [KeptName] { get }
    /// Clears away what nobody needs any more, every night; how many rows there were.
    static func sweep(_ db: Database, at now: Date) throws -> Int
    /// Brings what it keeps into the form in which a backup is to hold it; called before each.
    static func prepareForBackup(_ database: any DatabaseWriter) async throws
    /// What a site that is restored from this database alone could not read.
    static func missingFromBackup(_ db: Database) throws -> [LocalizedMessage]
    /// Takes out of use whoever of the demonstration can come in without an account, when the demonstration's accounts go.
    static func closeDemonstration(_ db: Database, by actor: Actor) throws
    /// Puts in order what was under way in a copy that is taken up as a site of its own; its jobs have ended.
    static func takenUp(_ db: Database, at now: Date) throws
    /// Lets go or puts aside what waited to leave a site that was quiet since a moment.
    static func spoken(sending: Bool, since: Date, _ db: Database, at now: Date) throws
    /// Its tables that hold no content: they stay when the site is emptied after the demonstration.
    static var settingsTables: [String] { get }
}

extension Module {
    public static func described(_ words: Words) -> [APIDescription.Group] { [] }
    public static var address: String { "/admin" }
    public static var rights: [Permission] { [] }
    /// Whether its rights reach one house (or other scope) alone, as its records do.
    static var isScoped: Bool { resources.contains { $0.scope != nil } }
    public static var pages: [AdminPage] { [] }
    public static var publicPages: [PublicPage] { [] }
    public static var jobs: [JobKind] { [] }
    public static var seedExtras: [any SeedExtra.Type] { [] }
    public static var seedLists: [any SeedExtra.Type] { [] }
    public static var shelves: [PictureCollection] { [] }
    public static var keptNames: [KeptName] { [] }
    public static func sweep(_ db: Database, at now: Date) throws -> Int { 0 }
    public static func prepareForBackup(_ database: any DatabaseWriter) async throws {}
    public static func missingFromBackup(_ db: Database) throws -> [LocalizedMessage] { [] }
    public static func closeDemonstration(_ db: Database, by actor: Actor) throws {}
    public static func takenUp(_ db: Database, at now: Date) throws {}
    public static func spoken(sending: Bool, since: Date, _ db: Database, at now: Date) throws {}
    public static var settingsTables: [String] { [] }
    public static func cards(_ db: Database, scopeID: Int64?) throws -> [Card] { [] }
    public static func cards(of person: SignedIn, _ db: Database) throws -> [Card] { [] }
}

/// A page of the back office that the menu leads to.
public struct AdminPage: Sendable {
    /// The key of its label.
    let text: String
    let address: String
    /// The permission without which it is not shown.
    let permission: Permission
    /// The key of the sentence that says what it is for.
    let purpose: String

    /// - Parameter purpose: where it does not lie beside the label, as `….purpose`.
    public init(_ text: String, _ address: String, permission: Permission, purpose: String? = nil) {
        (self.text, self.address, self.permission) = (text, address, permission)
        self.purpose = purpose ?? text.split(separator: ".").dropLast().joined(separator: ".") + ".purpose"
    }
}

/// A number on the back office's first page that leads to the list of what it counts.
public struct Card: Sendable {
    /// The text's key, `house.cards.noPicture`.
    let texts: String
    let count: Int
    let address: String
    let icon: String
    /// The permission without which it is not shown.
    let permission: Permission
    /// Its colour: `info`, `warn`, `bad`.
    var kind = "info"
    /// What its text names beside the number.
    let values: [String: String]

    /// - Parameter query: filters of the resource's list that leave just what is counted.
    public init<R: Resource>(_ texts: String, count: Int, _ resource: R.Type, query: [(name: String, value: String)], icon: String) {
        (self.texts, self.count, self.icon) = (texts, count, icon)
        address = R.address.appendingQuery(query)
        permission = R.seeing
        values = [:]
    }

    /// A card that leads to another page than a resource's list.
    /// - Parameters:
    ///   - address: with the filters that leave just what is counted.
    ///   - values: what the text names beside the number.
    public init(
        _ texts: String, count: Int, address: String, icon: String, permission: Permission, kind: String = "info",
        values: [String: String] = [:]
    ) {
        (self.texts, self.count, self.address, self.icon) = (texts, count, address, icon)
        (self.permission, self.kind, self.values) = (permission, kind, values)
    }

}
