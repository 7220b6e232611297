import Admin
import GRDB

/// A code that the institution gives its things: typed once, never shared by two.
public enum Code {
    /// Refuses a code that another record of the same kind has. Records in the trash count too, for they can come back.
    public static func check<R: Resource>(_ code: String, of record: R, _ entry: Entry, errors: inout FieldErrors) throws {
        guard !code.isEmpty else { return }
        let sql = "SELECT EXISTS (SELECT 1 FROM \(R.table) WHERE code = ? COLLATE NOCASE AND id IS NOT ?)"
        if try Bool.fetchOne(entry.context.db, sql: sql, arguments: [code, record.id]) == true {
            errors.add("code", entry.context.words("registry.refused.code", ["code": code]))
        }
    }
}
