import Accounts
import GRDB

/// A kind of search result: its table, words and visibility. In the SQL, `{r}` is the row.
struct SearchKind: Sendable {
    enum Reach {
        /// Shared by the site; needs a right on the whole site.
        case site
        case scoped
        case shared
    }

    /// The name in the audit log: `house.products`, `picture`, `account`.
    let name: String
    var system: String?
    let number: Int64
    let table: String
    let address: String
    /// Of each record's content, below its address; empty for the form.
    var content = ""
    let icon: String
    let seeing: Permission
    let reach: Reach
    var rows: @Sendable (Grants) -> String = { _ in "1" }
    var scope = "0"
    var title = "{r}.name"
    /// The title for comparison: SQLite's `lower` handles ASCII only, so resources store a folded title.
    var folded = "lower({r}.name)"
    let words: String
    var thumb = "NULL"
    var isHidden = "0"

    /// All kinds of a site. Numbers follow the order; a changed order rebuilds the index.
    static func all(_ resources: [any Resource.Type]) -> [SearchKind] {
        own + resources.enumerated().map { index, type in make(type, number: Int64(index) + 3) }
    }

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
        let content = R.pages.first { $0.path == R.contentPage && $0.permission == nil }.map { "/" + $0.path } ?? ""
        return SearchKind(
            name: R.name, system: R.system, number: number, table: R.table, address: R.address, content: content, icon: R.icon,
            seeing: R.seeing,
            reach: R.scope == nil ? .site : .scoped, rows: { R.rows(R.seeing, $0, as: "r") },
            scope: R.scope.map { "{r}.\($0.column)" } ?? "0", title: "{r}.\(R.title.column)",
            folded: "{r}.folded", words: "{r}.words",
            thumb: picture.map { "(SELECT file FROM picture WHERE id = {r}.\($0) AND \(Picture.notTrashed))" } ?? "NULL",
            isHidden: published.map { "{r}.\($0) = 0" } ?? "0")
    }

    /// The row's number in the index: sorts the newest last across kinds, and allows permission checks without reading the record.
    var rowid: String { "(({r}.id << 32) | (\(number) << 20) | \(scope))" }

    func href(_ id: Int64) -> String { "\(address)/\(id)\(content)" }

    var hasSortedTitles: Bool { folded == "{r}.folded" }
}

extension String {
    func of(_ row: String) -> String { replacing("{r}", with: row) }
}
