import Crypto
import Foundation
import GRDB

/// Makes tampering detectable: every entry's hash covers its fields and the previous hash.
public enum AuditChain {
    /// The last entry's number and hash, to be kept outside the system.
    public static func head(_ db: Database) throws -> (id: Int64, hash: Data)? {
        let statement = try db.cachedStatement(sql: "SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1")
        return try Row.fetchOne(statement).map { ($0["id"], $0["hash"]) }
    }

    static func linked(
        id: Int64, at: Date, accountID: Int64?, actor: String, address: String, requestID: String, action: String, objectKind: String?,
        objectID: Int64?, objectTitle: String?, scopeID: Int64?, detail: String, after previous: Data?
    ) -> AuditEntry {
        func entry(_ hash: Data) -> AuditEntry {
            AuditEntry(
                id: id, at: at, accountID: accountID, actor: actor, address: address, requestID: requestID, action: action,
                objectKind: objectKind, objectID: objectID, objectTitle: objectTitle, scopeID: scopeID, detail: detail,
                previousHash: previous ?? beginning, hash: hash)
        }
        return entry(hash(of: entry(Data())))
    }

    static func firstBroken(_ db: Database) throws -> Int64? {
        var previous = beginning
        let erased = try AuditErasure.accounts(db)
        let entries = try AuditEntry.order(AuditEntry.Columns.id).fetchCursor(db)
        while let entry = try entries.next() {
            let isErased = erased[entry.id].map { $0 == entry.accountID || entry.objectKind == "account" && entry.objectID == $0 } ?? false
            guard entry.previousHash == previous, isErased || entry.hash == hash(of: entry) else { return entry.id }
            previous = entry.hash
        }
        return nil
    }

    private static let beginning = Data(count: 32)

    /// SHA-256 over the fields in table order, each with a length prefix, so that text moved between fields changes the hash.
    private static func hash(of entry: AuditEntry) -> Data {
        let fields: [String?] = [
            String(entry.id), String.fromDatabaseValue(entry.at.stored), entry.accountID.map(String.init), entry.actor, entry.address,
            entry.requestID, entry.action, entry.objectKind, entry.objectID.map(String.init), entry.objectTitle,
            entry.scopeID.map(String.init), entry.detail,
        ]
        var bytes: [UInt8] = []
        for field in fields {
            bytes += String(field?.utf8.count ?? -1).utf8
            bytes.append(UInt8(ascii: ":"))
            bytes += (field ?? "").utf8
        }
        bytes += entry.previousHash
        return Data(SHA256.hash(data: bytes))
    }
}
