import Accounts
import Foundation
import GRDB
import Web

/// What somebody typed and did not save into a form that is no record's own, such as a part of a questionnaire: one for each person and
/// form, seen by nobody else, forgotten after as many days as the copies of records.
public struct TypedCopy: Sendable {
    public let at: Date
    public let form: Form

    /// - Parameters:
    ///   - kind: what is written there, by a name that no resource has: `questionnaires.elements`.
    ///   - id: which of them.
    public static func find(of accountID: Int64, in kind: String, _ id: Int64, _ db: Database) throws -> TypedCopy? {
        try WorkingCopy.find(of: accountID, at: place(kind, id), db).map { TypedCopy(at: $0.at, form: $0.typed) }
    }

    /// Keeps what was typed over what was kept before.
    /// - Returns: whether it was; not when it is too long.
    @discardableResult
    public static func keep(_ form: Form, of accountID: Int64, in kind: String, _ id: Int64, _ db: Database) throws -> Bool {
        try WorkingCopy.keep(form, of: accountID, at: place(kind, id), db)
    }

    public static func remove(of accountID: Int64, in kind: String, _ id: Int64, _ db: Database) throws {
        try WorkingCopy.remove(of: accountID, at: place(kind, id), db)
    }

    private static func place(_ kind: String, _ id: Int64) -> FormPlace { FormPlace(kind: kind, recordID: id, scopeID: 0) }
}
