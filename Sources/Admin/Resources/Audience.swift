import Accounts
import GRDB

/// Row-level access where a right to the resource does not cover all rows. In the SQL, `{r}` is the row and `{me}` the account number.
public struct Audience: Sendable {
    /// The permission that opens all rows; nil if any role that is not confined does.
    private let keeping: Permission?
    let owner: String?
    private let seeing: String
    private let editing: String

    /// Owners edit their rows; others see shared ones and edit those without an owner. `isShared` is a condition on the row.
    public init(owner: String, isShared: String, keeping: Permission) {
        (self.owner, self.keeping) = (owner, keeping)
        seeing = "{r}.\(owner) = {me} OR \(isShared)"
        editing = "{r}.\(owner) = {me} OR ({r}.\(owner) IS NULL AND \(isShared))"
    }

    /// Limits people whose right comes from confined roles alone (`Role.isConfined`) to the rows that meet the condition.
    public init(only condition: String) { self.init(keeping: nil, seeing: condition, editing: condition) }

    private init(keeping: Permission?, seeing: String, editing: String) {
        (owner, self.keeping, self.seeing, self.editing) = (nil, keeping, seeing, editing)
    }

    /// Returns the audience for rows of a dependent table, by the column that refers to these.
    public func through(_ column: String, to table: String) -> Audience {
        func rows(_ condition: String) -> String {
            "{r}.\(column) IN (SELECT whole.id FROM \(table) whole WHERE \(condition.of("whole")))"
        }
        return Audience(keeping: keeping, seeing: rows(seeing), editing: rows(editing))
    }

    fileprivate func isWhole(_ permission: Permission, _ grants: Grants) -> Bool {
        if let keeping { return grants.may(keeping, in: nil) }
        // A missing right is refused elsewhere; where only names are offered, the person sees all.
        return grants.mayOnAll(permission, in: nil) || !grants.may(permission, in: nil)
    }

    fileprivate func condition(_ isEditing: Bool, _ account: Int64) -> String {
        (isEditing ? editing : seeing).replacing("{me}", with: String(account))
    }
}

extension Resource {
    /// SQL without arguments for the rows that `grants` open (nil: all); `1` without a limit. The right and its scope are checked apart.
    public static func rows(_ permission: Permission, _ grants: Grants?, as row: String = table) -> String {
        guard let audience, let grants, !audience.isWhole(permission, grants) else { return "1" }
        return "(\(audience.condition(permission != seeing, grants.accountID).of(row)))"
    }

    public static func isOpen(_ id: Int64, _ permission: Permission, _ grants: Grants?, _ db: Database) throws -> Bool {
        let rows = rows(permission, grants)
        guard rows != "1" else { return true }
        return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ? AND \(rows))", arguments: [id]) ?? false
    }
}
