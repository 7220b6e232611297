import Accounts
import Foundation
import GRDB
import Web

/// Something done to many records at once, which one undo takes back: a bulk change, an import.
public struct UndoableOperation: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    public static let databaseTableName = "act"

    public private(set) var id: Int64?
    /// Key of its text, `admin.acts.delete`.
    public let text: String
    /// The resource's name, `house.products`.
    public let kind: String
    public let scopeID: Int64?
    public let accountID: Int64?
    public let at: Date
    public private(set) var undoneAt: Date?

    /// - Parameter text: key of its text, which gets the number of records as `count`.
    public init(_ text: String, on kind: String, scope scopeID: Int64?, by actor: Actor, at: Date = .now) {
        (self.text, self.kind, self.scopeID, accountID, self.at) = (text, kind, scopeID, actor.accountID, at)
    }

    public mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    /// How many records it changed.
    func count(_ db: Database) throws -> Int { try Revision.filter(Revision.Columns.actID == id).fetchCount(db) }
}
