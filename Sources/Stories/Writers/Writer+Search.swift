import GRDB
import Web

extension Writer {
    /// Matches nickname or name, never the address, because this search is public. `after` is the previous page's last nickname.
    static func searchByName(_ typed: String, after: String? = nil, limit: Int = 50, _ db: Database) throws -> [Writer] {
        let pattern = StoryCard.escaped(typed) + "%"
        let sql = """
            SELECT * FROM writer WHERE nickname > :after AND \(verified) AND (nickname LIKE :pattern ESCAPE '\\'
              OR firstName LIKE :pattern ESCAPE '\\' OR lastName LIKE :pattern ESCAPE '\\'
              OR firstName || ' ' || lastName LIKE :pattern ESCAPE '\\') ORDER BY nickname LIMIT :limit
            """
        return try fetchAll(db, sql: sql, arguments: ["pattern": pattern, "limit": limit, "after": after ?? ""])
    }

    static func newest(limit: Int = 50, _ db: Database) throws -> [Writer] {
        try fetchAll(db, sql: "SELECT * FROM writer WHERE \(notErased) ORDER BY id DESC LIMIT ?", arguments: [limit])
    }

    /// Matches the number, or the beginning of nickname, name or address; only for moderators, who may see addresses.
    static func search(_ typed: String, limit: Int = 50, _ db: Database) throws -> [Writer] {
        let pattern = StoryCard.escaped(typed) + "%"
        let sql = """
            SELECT * FROM writer WHERE id = :id OR (\(notErased) AND (nickname LIKE :pattern ESCAPE '\\'
              OR firstName LIKE :pattern ESCAPE '\\' OR lastName LIKE :pattern ESCAPE '\\'
              OR firstName || ' ' || lastName LIKE :pattern ESCAPE '\\' OR email LIKE :pattern ESCAPE '\\'))
            ORDER BY id = :id DESC, nickname LIMIT :limit
            """
        return try fetchAll(db, sql: sql, arguments: ["id": Int64(recordID: typed), "pattern": pattern, "limit": limit])
    }
}
