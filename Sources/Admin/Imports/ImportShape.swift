import Crypto
import Foundation
import GRDB

/// The choices that were accepted for a file of the same columns; table `importShape`. It holds names of columns only.
enum ImportShape {
    private static let most = 500

    static func remember(_ mapping: ImportMapping, of staged: StagedImport, _ db: Database) throws {
        guard let shape = mapping.shape else { return }
        var kept = mapping
        kept.removes = false
        kept.choices = mapping.choices?.filter { $0.key.hasPrefix(ImportChoice.column) }
        let sql = "INSERT OR REPLACE INTO importShape (kind, shape, mapping, at) VALUES (?, ?, ?, ?)"
        try db.execute(sql: sql, arguments: [staged.kind, shape, Jobs.json(kept), try db.transactionDate])
        try db.execute(
            sql: """
                DELETE FROM importShape WHERE (kind, shape) IN
                  (SELECT kind, shape FROM importShape ORDER BY at DESC, kind, shape LIMIT -1 OFFSET \(most))
                """)
    }

    static func find(_ shape: String, of kind: String, _ db: Database) throws -> ImportMapping? {
        let sql = "SELECT mapping FROM importShape WHERE kind = ? AND shape = ?"
        let text = try String.fetchOne(db, sql: sql, arguments: [kind, shape])
        return text.flatMap { try? JSONDecoder().decode(ImportMapping.self, from: Data($0.utf8)) }
    }

    static func of(_ columns: [String], _ format: FileTable.Format) -> String {
        let text = ([format.rawValue] + columns).joined(separator: "\u{1F}")
        return SHA256.hash(data: Data(text.utf8)).prefix(16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
