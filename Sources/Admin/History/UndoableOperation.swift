import Accounts
import Foundation
import GRDB
import Web

/// A change to many records that one undo reverts, such as a bulk change or an import.
public struct UndoableOperation: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    public static let databaseTableName = "act"

    public private(set) var id: Int64?
    /// A text key such as `admin.acts.delete`.
    public let text: String
    /// The resource name, such as `house.products`.
    public let kind: String
    public let scopeID: Int64?
    public let accountID: Int64?
    public let at: Date
    public private(set) var undoneAt: Date?

    /// - Parameter text: a text key; its text gets the number of records as `count`.
    public init(_ text: String, on kind: String, scope scopeID: Int64?, by actor: Actor, at: Date = .now) {
        (self.text, self.kind, self.scopeID, accountID, self.at) = (text, kind, scopeID, actor.accountID, at)
    }

    public mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    func count(_ db: Database) throws -> Int { try Revision.filter(Revision.Columns.actID == id).fetchCount(db) }
}
