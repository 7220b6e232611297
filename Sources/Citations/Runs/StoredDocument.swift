import Accounts
import Admin
import GRDB
import Web

enum StoredDocument {
    private static let most = 60

    /// The documents of an author's runs, newest run first, without duplicates.
    static func offered(of author: Int64, to person: SignedIn, chosen: [String], _ words: Words, _ db: Database) throws -> [Values] {
        let sql = """
            SELECT group_concat(d.id) AS ids, d.name, d.role, length(d.text) AS size, max(r.id) AS run, r.name AS runName
            FROM citationDocument d JOIN citationRun r ON r.id = d.run
            WHERE r.author = ? AND \(Run.notTrashed("r")) AND \(Run.rows(Citations.seeing, person.grants, as: "r"))
            GROUP BY d.role, d.name, size ORDER BY max(r.id) DESC, d.position LIMIT ?
            """
        return try Row.fetchAll(db, sql: sql, arguments: [author, most]).map { row in
            let ids = (row["ids"] as String).split(separator: ",").map(String.init)
            let own = ids.first(where: chosen.contains)
            return [
                "value": own ?? ids[0], "name": row["name"] as String, "run": row["runName"] as String, "checked": own != nil,
                "role": words("citations.role.\(row["role"] as String)"), "size": words.language.number(row["size"] as Int),
            ]
        }
    }

    static func kept(of account: Int64, chosen: [String], _ words: Words, _ db: Database) throws -> [Values] {
        try KeptDocument.all(of: account, db).map { document in
            [
                "value": "k\(document.id)", "name": document.name, "run": words("citations.documents.title"),
                "checked": chosen.contains("k\(document.id)"), "role": words("citations.role.\(document.role.rawValue)"),
                "size": words.language.number(document.text.unicodeScalars.count),
            ]
        }
    }

    static func copies(_ chosen: [String], of person: SignedIn, _ db: Database) throws -> [RunDocument] {
        // One too many is refused later.
        try chosen.prefix(Run.mostDocuments + 1).compactMap { chosen in
            if chosen.hasPrefix("k") {
                return try Int64(recordID: chosen.dropFirst()).flatMap { try KeptDocument.find($0, of: person.accountID, db) }?.copy
            }
            guard let id = Int64(recordID: chosen),
                let run = try Int64.fetchOne(db, sql: "SELECT run FROM citationDocument WHERE id = ?", arguments: [id]),
                let found = try Run.fetch(db, id: run), found.stamp.deletedAt == nil,
                try Run.isOpen(run, Citations.seeing, person.grants, db),
                var document = found.documents.first(where: { $0.id == id })
            else { return nil }
            document.id = nil
            return document
        }
    }
}
