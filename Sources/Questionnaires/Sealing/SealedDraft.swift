import Crypto
import Foundation
import GRDB

enum SealedDraft {
    static let partEnding = ".draft"

    static func seal(_ json: Data, of offer: String, _ db: Database) throws -> (Data, String?) {
        let keys = try SealingKeys(beside: db)
        let current = try SealingKeys.current(.drafts, db)
        let id = if let current, try keys.has(current.id) { current.id } else { try keys.renew(.drafts, db).id }
        return (try seal(json, of: offer, id, keys), id)
    }

    private static func seal(_ json: Data, of offer: String, _ key: String, _ keys: SealingKeys) throws -> Data {
        var content = SealedContent(json)
        let padded = try content.padded(ending: partEnding, keys)
        guard let secret = try keys.secret(key),
            let sealed = try AES.GCM.seal(padded, using: SymmetricKey(data: secret), authenticating: Data(offer.utf8)).combined
        else { throw CocoaError(.fileReadUnknown) }
        return sealed
    }

    static func open(_ sealed: Data, of offer: String, _ key: String, _ keys: SealingKeys) throws -> SealedContent? {
        guard let secret = try keys.secret(key), let box = try? AES.GCM.SealedBox(combined: sealed),
            let padded = try? AES.GCM.open(box, using: SymmetricKey(data: secret), authenticating: Data(offer.utf8))
        else { return nil }
        return SealedContent(padded, keys)
    }

    /// Reseals all drafts with a new key. Drafts sent since the last renewal can then not be read in older copies of the database.
    static func renewKey(_ db: Database) throws {
        let keys = try SealingKeys(beside: db)
        let rows = try Row.fetchAll(db, sql: "SELECT offer, content, sealedWith FROM filling WHERE sealedWith IS NOT NULL")
        let opened = try rows.compactMap { row -> (offer: String, content: SealedContent)? in
            try open(row["content"], of: row["offer"], row["sealedWith"], keys).map { (row["offer"], $0) }
        }
        try keys.tidy(keeping: Set(opened.compactMap(\.content.part)), ending: partEnding, db)
        guard try SealingKeys.current(.drafts, db) != nil else { return }
        let key = try keys.renew(.drafts, db).id
        for (offer, content) in opened {
            try db.execute(
                sql: "UPDATE filling SET content = ?, sealedWith = ? WHERE offer = ?",
                arguments: [try seal(content.json, of: offer, key, keys), key, offer])
        }
    }
}
