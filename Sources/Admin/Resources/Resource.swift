import Accounts
import Foundation
import GRDB

/// A managed record: one struct for one table, with one list of fields. From this the back office makes lists, forms, trash, audit,
/// seed file and the rest; see CONTRIBUTING.md for how to add one.
public protocol Resource: Sendable {
    /// The system it belongs to, `house`: first part of its address, permissions and texts.
    static var system: String { get }
    /// Its plural name in addresses, `recipe-categories`; also its folder of templates and its list in the seed file.
    static var path: String { get }
    /// The table, `recipeCategory`.
    static var table: String { get }
    /// What a record belongs to and is kept apart by (a house); nil when the whole site shares them.
    static var scope: Scope? { get }
    /// Who sees and changes which rows; nil where whoever has the right sees and changes all.
    static var audience: Audience? { get }
    /// The table of what a record is nothing without, as a run without its author: it goes to the trash with that (by a trigger of the
    /// system's own), and is deleted for good with it from there; nil where it has to go first.
    static var livesWith: String? { get }
    /// The fields in the order of the form. The first is the title.
    static var fields: [Field<Self>] { get }
    /// Names of the fields that are columns of the list, after the title.
    static var columns: [String] { get }
    /// Names of the fields to filter a list by; `no-picture` filters for an empty `picture`.
    static var filters: [String] { get }
    /// Names of the fields that can be changed in the list itself.
    static var editable: [String] { get }
    /// How the list is sorted when nobody asked otherwise: a field's name, with `-` in front for descending.
    static var order: String { get }
    /// Sections of a long form: the field each begins with, and the key of its heading below the resource's texts.
    static var sections: [String: String] { get }
    /// The name of the icon that stands for it.
    static var icon: String { get }

    /// Further pages of one record, which its form leads to.
    static var pages: [RecordPage] { get }
    /// Whether a form offers a second record with the same contents; not where the table wants something only once beside the title.
    static var mayBeCopied: Bool { get }

    var stamp: RecordMetadata { get set }
    init()
    /// A record as a seed file begins it.
    static var seeded: Self { get }

    /// How a record looks to those it is made for; nil where nobody but the back office sees one.
    static var preview: Preview<Self>? { get }

    /// Rules that concern more than one field, asked after every field was read.
    func check(_ entry: Entry, errors: inout FieldErrors) throws
}

extension Resource {
    public static var scope: Scope? { nil }
    public static var audience: Audience? { nil }
    public static var livesWith: String? { nil }
    public static var mayBeCopied: Bool { true }
    public static var seeded: Self { Self() }
    public static var columns: [String] { [] }
    public static var filters: [String] { [] }
    public static var editable: [String] { [] }
    public static var order: String { fields[0].name }
    public static var sections: [String: String] { [:] }
    public static var icon: String { "list" }
    public static var preview: Preview<Self>? { nil }
    public static var pages: [RecordPage] { [] }
    public func check(_ entry: Entry, errors: inout FieldErrors) throws {}

    /// `house.products`: where its texts lie, and the first part of its permissions.
    public static var name: String { "\(system).\(path)" }
    /// `/admin/house/products`
    public static var address: String { "/admin/\(system)/\(path)" }

    static var title: Field<Self> { fields[0] }
    static func field(_ name: String) -> Field<Self>? { fields.first { $0.name == name } }
    static var seeing: Permission { Permission(rawValue: name + ".see") }
    static var editing: Permission { Permission(rawValue: name + ".edit") }

    public var id: Int64? { stamp.id }
    var titleText: String { Self.title.plain(self) }
    var address: String { Self.address + "/\(stamp.id ?? 0)" }
}

/// A page of one record beside its form, at `<record>/<path>`.
public struct RecordPage: Sendable {
    /// The key of its label.
    let text: String
    let path: String
    let icon: String
    /// What it takes beside seeing the record; nil where that is enough.
    let permission: Permission?

    public init(_ text: String, _ path: String, icon: String, permission: Permission? = nil) {
        (self.text, self.path, self.icon, self.permission) = (text, path, icon, permission)
    }
}

/// What every managed record carries beside its own fields; each is a column of its table.
public struct RecordMetadata: Sendable, Equatable {
    public var id: Int64?
    /// The natural key, made from the title when the record is created and kept: it names the record in seed files.
    public var key = ""
    /// The house, or whatever the resource's scope is; nil when it has none.
    public var scopeID: Int64?
    /// The account that made it, where the resource's audience asks for it.
    public var ownerID: Int64?
    /// Raised by every save; a form that was opened on an older version is not saved over a newer one.
    public var version = 1
    public var createdAt = Date(timeIntervalSince1970: 0)
    public var updatedAt = Date(timeIntervalSince1970: 0)
    /// When it went to the trash.
    public var deletedAt: Date?

    public init() {}
}

/// What records are kept apart by: every record of a scoped resource belongs to one row of the scope's table.
public struct Scope: Sendable {
    /// The kind, as roles name it: `house`.
    public let kind: String
    /// The column of the records, `houseID`.
    public let column: String
    /// The table of the scopes and the column with their names.
    public let table: String
    public let titleColumn: String

    public init(kind: String, column: String, table: String, titleColumn: String = "name") {
        (self.kind, self.column, self.table, self.titleColumn) = (kind, column, table, titleColumn)
    }
}

/// A part of a record kept in order in its own table: a step of a recipe.
public protocol Child: Sendable {
    static var table: String { get }
    /// The column with the id of the record it is part of.
    static var ownerColumn: String { get }
    static var fields: [Field<Self>] { get }
    var id: Int64? { get set }
    init()

    /// Rules that concern more than one field; `entry.name` is the prefix of the fields' names.
    func check(_ entry: Entry, errors: inout FieldErrors)
}

extension Child {
    public func check(_ entry: Entry, errors: inout FieldErrors) {}
}
