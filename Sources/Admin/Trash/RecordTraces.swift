import GRDB

enum RecordTraces {
    private static let tables = ["revision", "workingCopy", "draft", "draftEdition", "schedule", "previewLink", "importedRecord"]

    /// Deletes the traces of an erased record and its dependents. Row numbers are reused: a later record must not get this history.
    static func delete(_ type: any Resource.Type, id: Int64, among resources: Resources, _ db: Database) throws {
        for table in tables {
            try db.execute(sql: "DELETE FROM \(table) WHERE kind = ? AND recordID = ?", arguments: [type.name, id])
            for other in resources.all where other.scope?.table == type.table {
                let sql = "DELETE FROM \(table) WHERE kind = ? AND recordID <> 0 AND recordID NOT IN (SELECT id FROM \(other.table))"
                try db.execute(sql: sql, arguments: [other.name])
                if table == "workingCopy" {
                    try db.execute(sql: "DELETE FROM workingCopy WHERE kind = ? AND scopeID = ?", arguments: [other.name, id])
                }
            }
        }
    }
}
