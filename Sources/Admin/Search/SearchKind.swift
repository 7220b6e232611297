import Accounts
import GRDB

/// A kind of thing that the search finds: where it lies, what it is found by and who may see it. In its pieces of SQL, `{r}` is the row.
struct SearchKind: Sendable {
    enum Reach {
        /// The whole site shares it: seeing it takes a right on the whole site.
        case site
        /// Each belongs to one scope.
        case scoped
        /// Each belongs to one scope or to all.
        case shared
    }

    /// As the audit log names it: `house.products`, `picture`, `account`.
    let name: String
    /// The system that can be switched off; nil for what all systems share.
    var system: String?
    /// Tells it apart within the index.
    let number: Int64
    let table: String
    let address: String
    let icon: String
    let seeing: Permission
    let reach: Reach
    /// Those of its rows `r` that somebody may see, as SQL.
    var rows: @Sendable (Grants) -> String = { _ in "1" }
    var scope = "0"
    var title = "{r}.name"
    /// The title as it is compared: SQLite's own `lower` knows ASCII only, so resources keep theirs folded.
    var folded = "lower({r}.name)"
    let words: String
    /// The file of the picture that stands beside it.
    var thumb = "NULL"
    /// Whether it is hidden from guests.
    var isHidden = "0"

    /// Every kind of a site. The numbers follow the order; an index made for another order is made anew.
    static func all(_ resources: [any Resource.Type]) -> [SearchKind] {
        own + resources.enumerated().map { index, type in make(type, number: Int64(index) + 3) }
    }

    /// Those that all systems share.
    static let own = [picture, person]

    private static let picture = SearchKind(
        name: "picture", number: 1, table: "picture", address: MediaPages.address, icon: "picture", seeing: MediaPages.editing,
        reach: .shared, scope: "ifnull({r}.scopeID, 0)", title: pictureTitle, folded: "lower(\(pictureTitle))",
        words: "{r}.alt || ' ' || {r}.original || ' ' || {r}.\"key\" || ' ' || {r}.credit", thumb: "{r}.file")

    private static let pictureTitle = "coalesce(nullif({r}.alt, ''), nullif({r}.original, ''), {r}.\"key\")"

    private static let person = SearchKind(
        name: "account", number: 2, table: "account", address: PeoplePages.address, icon: "person", seeing: "admin.people.edit",
        reach: .site, words: "{r}.name || ' ' || {r}.\"key\"")

    private static func make<R: Resource>(_ type: R.Type, number: Int64) -> SearchKind {
        let picture = R.fields.first { $0.kind is PictureFieldType }?.column
        let published = Listing<R>.publication?.column
        return SearchKind(
            name: R.name, system: R.system, number: number, table: R.table, address: R.address, icon: R.icon, seeing: R.seeing,
            reach: R.scope == nil ? .site : .scoped, rows: { R.rows(R.seeing, $0, as: "r") },
            scope: R.scope.map { "{r}.\($0.column)" } ?? "0", title: "{r}.\(R.title.column)",
            folded: "{r}.folded", words: "{r}.words",
            thumb: picture.map { "(SELECT file FROM picture WHERE id = {r}.\($0) AND deletedAt IS NULL)" } ?? "NULL",
            isHidden: published.map { "{r}.\($0) = 0" } ?? "0")
    }

    /// The row's number in the index: the newest come last whatever they are, and what a person may not see is left out without a
    /// look at the record. 2³¹ records of 4,096 kinds in a million scopes have a number each.
    var rowid: String { "(({r}.id << 32) | (\(number) << 20) | \(scope))" }

    /// Whether titles stand in an index of their own that beginnings are found by.
    var hasSortedTitles: Bool { folded == "{r}.folded" }
}

extension String {
    /// The SQL for a row of this name.
    func of(_ row: String) -> String { replacing("{r}", with: row) }
}
