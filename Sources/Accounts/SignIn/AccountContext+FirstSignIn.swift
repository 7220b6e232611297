import GRDB
import Hummingbird
import Web

public struct FirstNameTaken: Error {}

extension AccountContext {
    /// Gives the first administrator the password that they have chosen and begins their session; makes their account if `isNew`. Returns the
    /// session and the account's id. Throws `FirstNameTaken` if another account has the name.
    ///
    /// - Parameter key: the folded sign-in name.
    public func signInFirstAdministrator(
        _ key: String, name: String, hash: String, language: Language, isNew: Bool, flash: Flash, _ request: Request, _ visitor: Visitor,
        _ db: Database
    ) throws -> (session: NewSession, id: Int64) {
        let columns = Account.Columns.self
        let known = try Account.all().notDeleted().named(key).fetchOne(db)
        guard isNew == (known == nil) else { throw FirstNameTaken() }
        var account = known ?? Account(key: key, name: name, createdAt: settings.now())
        (account.passwordHash, account.language) = (hash, language)
        if isNew {
            try account.insert(db)
            let role = settings.roles.first { $0.scope == nil && $0.grants.contains("*") }?.name ?? "administrator"
            try RoleAssignment(accountID: account.id!, role: role).insert(db)
        } else {
            try Account.filter(key: account.id).updateAll(
                db, columns.passwordHash.set(to: hash), columns.language.set(to: language))
        }
        try audit("account.first", account, visitor, db, isActor: true)
        let begun = try enter(account, with: "password", request, visitor, db)
        try Session.filter(Session.Columns.tokenHash == begun.session.hash).fetchOne(db)?.setFlash(db, flash)
        return (begun, account.id!)
    }

    /// Hands a session over to the browser, on the first page of the back office.
    public func firstPage(of session: NewSession) -> Response { response(to: .whole(session, device: nil), next: "") }
}
