import Accounts
import Crypto
import Foundation
import GRDB

/// From which networks writers sign in and write, so that moderators see second accounts; table `writerNetwork`. Only a hash is kept, with
/// a key of the day that is deleted with it, so no address can be found from it.
enum WriterNetwork {
    /// An account that used the same networks on the same days.
    struct Neighbour: Equatable, Sendable {
        let writer: Int64
        let days: Int
        let last: Date
    }

    static let kept: TimeInterval = 30 * 86_400
    private static let most = 20

    /// `network` is that of the visitor: an IPv4 address, or the /64 of an IPv6 one.
    static func note(_ writer: Int64, from network: String, at now: Date, _ db: Database) throws {
        try db.execute(sql: "INSERT OR IGNORE INTO networkKey (day, key) VALUES (date(?), ?)", arguments: [now, Token().hash])
        guard let key = try Data.fetchOne(db, sql: "SELECT key FROM networkKey WHERE day = date(?)", arguments: [now]) else { return }
        let hash = HMAC<SHA256>.authenticationCode(for: Data(prefix(of: network).utf8), using: SymmetricKey(data: key))
        try db.execute(
            sql: "INSERT OR IGNORE INTO writerNetwork (writer, network, at) VALUES (?, ?, ?)",
            arguments: [writer, Data(hash).prefix(16), now])
    }

    /// The first three numbers of an IPv4 address; other networks stay whole.
    static func prefix(of network: String) -> String {
        let parts = network.split(separator: ".")
        return parts.count == 4 ? parts.prefix(3).joined(separator: ".") : network
    }

    static func neighbours(of writer: Int64, at now: Date, _ db: Database) throws -> [Neighbour] {
        let sql = """
            SELECT other.writer, count(*) AS days, max(other.at) AS last FROM writerNetwork AS own
            JOIN writerNetwork AS other ON other.network = own.network AND other.writer <> own.writer
            WHERE own.writer = ? AND own.at > ? GROUP BY other.writer ORDER BY days DESC, last DESC LIMIT ?
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [writer, now - kept, most]).map { row in
            Neighbour(writer: row["writer"], days: row["days"], last: row["last"])
        }
    }
}
