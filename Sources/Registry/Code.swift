import Admin
import GRDB

/// The institution's own unique code of a record.
public enum Code {
    /// Refuses a code of another record of the same kind, including the trash, from which records can return.
    public static func check<R: Resource>(_ code: String, of record: R, _ entry: Entry, errors: inout FieldErrors) throws {
        guard !code.isEmpty else { return }
        let sql = "SELECT EXISTS (SELECT 1 FROM \(R.table) WHERE code = ? COLLATE NOCASE AND id IS NOT ?)"
        if try Bool.fetchOne(entry.context.db, sql: sql, arguments: [code, record.id]) == true {
            errors.add("code", entry.context.words("registry.refused.code", ["code": code]))
        }
    }
}
