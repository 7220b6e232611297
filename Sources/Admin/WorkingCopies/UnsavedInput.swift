import Accounts
import Foundation
import GRDB
import Web

/// Unsaved input of a form outside records; private, one per person and form, deleted after the time of other working copies.
public struct UnsavedInput: Sendable {
    public let at: Date
    public let form: Form

    /// Finds a copy; `kind` is a name that no resource has, such as `questionnaires.elements`, and `id` is the item.
    public static func find(of accountID: Int64, in kind: String, _ id: Int64, _ db: Database) throws -> UnsavedInput? {
        try WorkingCopy.find(of: accountID, at: place(kind, id), db).map { UnsavedInput(at: $0.at, form: $0.typed) }
    }

    /// Replaces the stored input; returns false if it is too long.
    @discardableResult
    public static func keep(_ form: Form, of accountID: Int64, in kind: String, _ id: Int64, _ db: Database) throws -> Bool {
        try WorkingCopy.keep(form, of: accountID, at: place(kind, id), db)
    }

    public static func remove(of accountID: Int64, in kind: String, _ id: Int64, _ db: Database) throws {
        try WorkingCopy.remove(of: accountID, at: place(kind, id), db)
    }

    private static func place(_ kind: String, _ id: Int64) -> FormPlace { FormPlace(kind: kind, recordID: id, scopeID: 0) }
}
