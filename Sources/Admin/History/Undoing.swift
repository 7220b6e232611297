import Accounts
import Foundation
import GRDB
import Web

enum Undoing: Equatable {
    case done
    case doneWithout([Lost])
    /// The record has changed since; later changes are not overwritten.
    case changedSince
    /// Another record has the title now, or a required record is missing.
    case impossible

    var isDone: Bool {
        switch self {
        case .done, .doneWithout: true
        default: false
        }
    }
}

extension Resource {
    static func undo(_ revision: Revision, _ db: Database, by actor: Actor, words: Words, zone: TimeZone) throws -> Undoing {
        guard var record = try fetch(db, id: revision.recordID), record.stamp.version == revision.version else { return .changedSince }
        let earlier = try revision.previous(db)
        if let earlier, let wasPublished = revision.published(unlike: earlier, Self.self) {
            // This cannot fail, so it needs no savepoint, which would write the full-text index to disk each time.
            try record.setPublished(wasPublished, db, by: actor)
            return .done
        }
        var lost: [Lost] = []
        do {
            try db.inSavepoint {
                switch revision.act {
                case "create": try record.move(toTrash: true, db, by: actor)
                case "restore":
                    if let earlier, earlier.fields != revision.fields {
                        // The revision also restored an earlier version; both are undone.
                        record.stamp.deletedAt = try db.transactionDate
                        lost = try record.restore(earlier.packed, as: "delete", db, by: actor, words: words, zone: zone)
                    } else {
                        try record.move(toTrash: true, db, by: actor)
                    }
                case "delete": try record.move(toTrash: false, db, by: actor)
                default:
                    guard let earlier else { throw WriteRefusal.changedMeanwhile }
                    lost = try record.restore(earlier.packed, db, by: actor, words: words, zone: zone)
                }
                return .commit
            }
            return lost.isEmpty ? .done : .doneWithout(lost)
        } catch is WriteRefusal {
            return .impossible
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return .impossible
        }
    }
}

extension Revision {
    fileprivate func published<R: Resource>(unlike earlier: Revision, _ type: R.Type) -> Bool? {
        guard act == "publish" || act == "unpublish", let flag = Listing<R>.publication?.name else { return nil }
        let (now, then) = (PackedFields(fields), PackedFields(earlier.fields))
        guard R.fields.allSatisfy({ $0.name == flag || now.isSame($0.name, as: then) }), !now.isSame(flag, as: then) else { return nil }
        return act == "unpublish"
    }
}
