import Accounts
import GRDB

/// Who sees and who changes which rows, where a right to the resource is not a right to all of them. In its pieces of SQL `{r}` is the
/// row and `{me}` the number of an account.
public struct Audience: Sendable {
    /// Whoever has this right sees and changes all of them; nil where that is for whoever has a right by a role that is not confined.
    private let keeping: Permission?
    /// The column with the account that made the row; nil where the rows are another resource's.
    let owner: String?
    private let seeing: String
    private let editing: String

    /// Rows that their owner changes, and that others see when they are shared. What is shared and nobody's is for all to change.
    /// - Parameter isShared: a condition on the row.
    public init(owner: String, isShared: String, keeping: Permission) {
        (self.owner, self.keeping) = (owner, keeping)
        seeing = "{r}.\(owner) = {me} OR \(isShared)"
        editing = "{r}.\(owner) = {me} OR ({r}.\(owner) IS NULL AND \(isShared))"
    }

    /// Rows that are all whoever has a right to the resource sees and changes, if he has it by roles alone that are confined to them
    /// (`Role.isConfined`).
    /// - Parameter condition: on the row.
    public init(only condition: String) { self.init(keeping: nil, seeing: condition, editing: condition) }

    private init(keeping: Permission?, seeing: String, editing: String) {
        (owner, self.keeping, self.seeing, self.editing) = (nil, keeping, seeing, editing)
    }

    /// For the rows of another table that belong to these, by the column that names one of them.
    public func through(_ column: String, to table: String) -> Audience {
        func rows(_ condition: String) -> String {
            "{r}.\(column) IN (SELECT whole.id FROM \(table) whole WHERE \(condition.of("whole")))"
        }
        return Audience(keeping: keeping, seeing: rows(seeing), editing: rows(editing))
    }

    fileprivate func isWhole(_ permission: Permission, _ grants: Grants) -> Bool {
        if let keeping { return grants.may(keeping, in: nil) }
        // Somebody without the right is refused elsewhere; where others' names are only offered, he is offered all.
        return grants.mayOnAll(permission, in: nil) || !grants.may(permission, in: nil)
    }

    fileprivate func condition(_ isEditing: Bool, _ account: Int64) -> String {
        (isEditing ? editing : seeing).replacing("{me}", with: String(account))
    }
}

extension Resource {
    /// The rows that somebody has one of the resource's rights to, as SQL without arguments; `1` where it makes no difference between
    /// them. That he has the right at all, in which scope, is asked beside it.
    /// - Parameters:
    ///   - grants: nil for the program itself, which has a right to all.
    ///   - row: what the row is called.
    public static func rows(_ permission: Permission, _ grants: Grants?, as row: String = table) -> String {
        guard let audience, let grants, !audience.isWhole(permission, grants) else { return "1" }
        return "(\(audience.condition(permission != seeing, grants.accountID).of(row)))"
    }

    /// Whether a row is among them.
    public static func isOpen(_ id: Int64, _ permission: Permission, _ grants: Grants?, _ db: Database) throws -> Bool {
        let rows = rows(permission, grants)
        guard rows != "1" else { return true }
        return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ? AND \(rows))", arguments: [id]) ?? false
    }
}
