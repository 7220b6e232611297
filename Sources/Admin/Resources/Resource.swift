import Accounts
import Foundation
import GRDB

/// A record type with one table and a list of fields, from which the back office makes its pages and files; see CONTRIBUTING.md.
public protocol Resource: Sendable {
    /// The system, such as `house`: the first part of address, permissions and texts.
    static var system: String { get }
    /// The plural name in addresses, the template folder and the seed list, such as `recipe-categories`.
    static var path: String { get }
    static var table: String { get }
    /// The scope (such as a house) that separates records; nil if the site shares them.
    static var scope: Scope? { get }
    /// Row-level access; nil if the right covers all rows.
    static var audience: Audience? { get }
    /// The table of the parent that a record is trashed with (by a trigger of the system) and erased with; nil if it must be erased before.
    static var livesWith: String? { get }
    static var fields: [Field<Self>] { get }
    /// SQL for the name by which people know a row, where the title is only a code; nil if the title is the name.
    static func recordName(_ row: String) -> String?
    /// The fields that refer to records whose words also find this one in its list.
    static var foundBy: [String] { get }
    /// The fields and computed columns shown as list columns after the title.
    static var columns: [String] { get }
    static var computedColumns: [ComputedColumn] { get }
    /// The fields to filter by; `no-picture` filters for an empty `picture`.
    static var filters: [String] { get }
    static var editable: [String] { get }
    /// The column fields that guests and their programs see too (`ShownFields`).
    static var shown: [String] { get }
    /// The default order: a field name, with `-` for descending.
    static var order: String { get }
    /// The references that another record's form asks for, by name, where it creates a record of this kind.
    static var askedWhenCreated: [String] { get }
    /// The fields of a new record that its address may fill in, by name.
    static var filledByAddress: Set<String> { get }
    /// The sections of a long form: the first field of each, and its heading's key below the resource's texts.
    static var sections: [String: String] { get }
    /// Fields that the form shows first, in this order; the others follow as in `fields`.
    static var formStart: [String] { get }
    /// The sections, by their first field, that are closed as long as nothing in them differs from a new record.
    static var folded: Set<String> { get }
    static var icon: String { get }

    static var pages: [RecordPage] { get }
    /// Where others see a saved record, offered by the message after saving; nil where nothing is offered.
    static var visit: RecordVisit<Self>? { get }
    /// The page on which a person goes on after making a record, one of `pages`; nil for the list.
    static var firstPage: String? { get }
    /// The page with a record's content, one of `pages`, which the list opens; nil where that is the form.
    static var contentPage: String? { get }
    /// What the list says beside each title, and the pages of `pages` that it leads to.
    static func marks(of ids: [Int64], _ context: FormContext) throws -> [Int64: [String]]
    static var listPages: [String] { get }
    /// Whether the form offers a copy; false if the table has unique columns besides the title.
    static var mayBeCopied: Bool { get }

    var stamp: RecordMetadata { get set }
    init()
    /// Hides a new record from others until it is looked at, where the list knows that.
    mutating func becomeDraft()
    static var seeded: Self { get }

    /// The preview of a record; nil if only the back office shows it.
    static var preview: Preview<Self>? { get }

    func check(_ entry: Entry, errors: inout FieldErrors) throws
}

extension Resource {
    public static var scope: Scope? { nil }
    public static var audience: Audience? { nil }
    public static var livesWith: String? { nil }
    public static var visit: RecordVisit<Self>? { nil }
    public static var firstPage: String? { nil }
    public static var contentPage: String? { firstPage }
    public static func marks(of ids: [Int64], _ context: FormContext) throws -> [Int64: [String]] { [:] }
    public static var listPages: [String] { [] }
    public static var mayBeCopied: Bool { true }
    public static var seeded: Self { Self() }
    public mutating func becomeDraft() {}
    public static func recordName(_ row: String) -> String? { nil }
    public static var foundBy: [String] { [] }
    public static var columns: [String] { [] }
    public static var computedColumns: [ComputedColumn] { [] }
    public static var filters: [String] { [] }
    public static var editable: [String] { [] }
    public static var shown: [String] { [] }
    public static var order: String { fields[0].name }
    public static var askedWhenCreated: [String] { [] }
    public static var filledByAddress: Set<String> { [] }
    public static var sections: [String: String] { [:] }
    public static var formStart: [String] { [] }
    public static var folded: Set<String> { [] }
    public static var icon: String { "list" }
    public static var preview: Preview<Self>? { nil }
    public static var pages: [RecordPage] { [] }
    public func check(_ entry: Entry, errors: inout FieldErrors) throws {}

    /// The name, such as `house.products`: the prefix of texts and permissions.
    public static var name: String { "\(system).\(path)" }
    public static var address: String { "/admin/\(system)/\(path)" }

    public static var notTrashed: RowCondition { .notTrashed(in: table, scopeColumn: scope?.column) }

    /// The rows of the scope that is the only argument; all rows of a resource without scopes.
    static var scopeCondition: String { scope.map { "\($0.column) IS ?" } ?? "1 OR ?" }

    static var title: Field<Self> { fields[0] }
    static func field(_ name: String) -> Field<Self>? { fields.first { $0.name == name } }
    static var seeing: Permission { Permission(rawValue: name + ".see") }
    static var editing: Permission { Permission(rawValue: name + ".edit") }

    public var id: Int64? { stamp.id }
    var titleText: String { Self.title.plain(self) }
    var address: String { Self.address + "/\(stamp.id ?? 0)" }
}

public struct RecordPage: Sendable {
    let text: String
    let path: String
    let icon: String
    let permission: Permission?

    public init(_ text: String, _ path: String, icon: String, permission: Permission? = nil) {
        (self.text, self.path, self.icon, self.permission) = (text, path, icon, permission)
    }
}

/// The way to where others see a saved record.
public struct RecordVisit<Record>: Sendable {
    let text: String
    let label: String
    let path: String
    let permission: Permission
    let isOpen: @Sendable (Record) -> Bool

    /// - Parameters:
    ///   - text: the key of the sentence that others see it now.
    ///   - label: the key of the link's words.
    ///   - path: the page below the record's address.
    ///   - isOpen: whether others see the record.
    public init(
        _ text: String, _ label: String, _ path: String, permission: Permission, isOpen: @escaping @Sendable (Record) -> Bool
    ) {
        (self.text, self.label, self.path, self.permission, self.isOpen) = (text, label, path, permission, isOpen)
    }
}

public struct RecordMetadata: Sendable, Equatable {
    public var id: Int64?
    /// The natural key in seed files, made from the first title and then constant.
    public var key = ""
    public var scopeID: Int64?
    /// The account that created it, if the resource's audience needs it.
    public var ownerID: Int64?
    /// Incremented by every save, to detect concurrent edits.
    public var version = 1
    public var createdAt = Date(timeIntervalSince1970: 0)
    public var updatedAt = Date(timeIntervalSince1970: 0)
    public var deletedAt: Date?

    public init() {}
}

/// Separates records: each record of a scoped resource belongs to one row of the scope's table.
public struct Scope: Sendable {
    /// The kind in roles, such as `house`.
    public let kind: String
    /// The records' column, such as `houseID`.
    public let column: String
    var notTrashed: RowCondition { .notTrashed(in: table) }

    public let table: String
    public let titleColumn: String

    public init(kind: String, column: String, table: String, titleColumn: String = "name") {
        (self.kind, self.column, self.table, self.titleColumn) = (kind, column, table, titleColumn)
    }
}

/// An ordered part of a record in its own table, such as a recipe step.
public protocol Child: Sendable {
    static var table: String { get }
    static var ownerColumn: String { get }
    static var fields: [Field<Self>] { get }
    var id: Int64? { get set }
    init()

    /// Validates rules across fields; `entry.name` is the prefix of their names.
    func check(_ entry: Entry, errors: inout FieldErrors)
}

extension Child {
    public func check(_ entry: Entry, errors: inout FieldErrors) {}
}
