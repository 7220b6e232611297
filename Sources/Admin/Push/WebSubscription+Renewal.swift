import GRDB

extension WebSubscription {
    /// Replaces the browser that a table knows by its old address; only that browser knows it. Returns false when the address is unknown.
    /// - Parameter condition: which rows of the table are browsers.
    public func renew(_ old: String, in table: String, where condition: String = "1", _ db: Database) throws -> Bool {
        try db.execute(
            sql: """
                DELETE FROM \(table) WHERE \(condition) AND address = ?1 AND address <> ?2
                  AND EXISTS (SELECT 1 FROM \(table) WHERE \(condition) AND address = ?2)
                """, arguments: [address, old])
        try db.execute(
            sql: "UPDATE \(table) SET address = ?, publicKey = ?, secret = ? WHERE \(condition) AND address = ?",
            arguments: [address, publicKey, secret, old])
        return db.changesCount > 0
    }
}
