import Accounts
import Admin
import GRDB

/// The sign-in name that links a record to its account.
public enum AccountName {
    /// Refuses an unknown name, or one that another record of the same kind has.
    public static func check<R: Resource>(_ name: String, of record: R, _ entry: Entry, errors: inout FieldErrors) throws {
        guard !name.isEmpty else { return }
        let (db, words) = (entry.context.db, entry.context.words)
        // A seed file creates accounts after records.
        if entry.context.actor.accountID != nil,
            try Account.filter(Account.Columns.key == name && Account.Columns.deletedAt == nil).isEmpty(db)
        {
            errors.add("account", words("registry.refused.account", ["name": name]))
        }
        let sql = "SELECT EXISTS (SELECT 1 FROM \(R.table) WHERE account = ? AND id IS NOT ? AND \(R.notTrashed))"
        if try Bool.fetchOne(db, sql: sql, arguments: [name, record.id]) == true {
            errors.add("account", words("registry.refused.accountTaken", ["name": name]))
        }
    }
}
