import Accounts
import Foundation
import GRDB
import Web

/// Something done to many records at once, which one undo takes back: a bulk change, an import.
public struct Act: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
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

/// What became of taking back one revision.
enum Undoing: Equatable {
    case done
    /// The record was changed again since: what came later is not overwritten.
    case changedSince
    /// Another record has the title now, or something it needs is gone.
    case impossible
}

extension Resource {
    /// Takes back what one revision did to its record, as a new revision.
    static func undo(_ revision: Revision, _ db: Database, by actor: Actor, words: Words, zone: TimeZone) throws -> Undoing {
        guard var record = try fetch(db, id: revision.recordID), record.stamp.version == revision.version else { return .changedSince }
        do {
            try db.inSavepoint {
                switch revision.act {
                case "create", "restore": try record.move(toTrash: true, db, by: actor)
                case "delete": try record.move(toTrash: false, db, by: actor)
                default:
                    guard let earlier = try revision.previous(db) else { throw WriteRefusal.changedMeanwhile }
                    try record.restore(earlier, db, by: actor, words: words, zone: zone)
                }
                return .commit
            }
            return .done
        } catch is WriteRefusal {
            return .impossible
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return .impossible
        }
    }

    /// Saves the fields of an earlier revision over the record, also in the trash.
    /// - Returns: names of the fields that could not be taken over.
    @discardableResult
    mutating func restore(_ earlier: Revision, _ db: Database, by actor: Actor, words: Words, zone: TimeZone) throws -> [String] {
        let lost = unpack(try JSON(parsing: earlier.fields.utf8))
        try update(db, by: actor, words: words, zone: zone)
        return lost
    }
}

extension Resources {
    /// Takes back a whole act, record by record, the last first.
    /// - Returns: how many records were put back, and the titles of those that were not.
    func undo(_ act: Act, _ db: Database, by actor: Actor, words: Words, zone: TimeZone) throws -> (done: Int, kept: [String]) {
        guard let type = all.first(where: { $0.name == act.kind }) else { return (0, []) }
        var (done, kept) = (0, [String]())
        let revisions = try Revision.filter(Revision.Columns.actID == act.id).order(Revision.Columns.id.desc).fetchCursor(db)
        while let revision = try revisions.next() {
            if try type.undo(revision, db, by: actor, words: words, zone: zone) == .done { done += 1 } else { kept.append(revision.title) }
        }
        try db.execute(sql: "UPDATE act SET undoneAt = ? WHERE id = ?", arguments: [db.transactionDate, act.id])
        return (done, kept)
    }
}
