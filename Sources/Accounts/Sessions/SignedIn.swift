import GRDB
import Hummingbird
import Web

/// Whoever is signed in: what `Sessions` puts into a visitor.
public struct SignedInPerson: Person {
    public internal(set) var session: Session
    public let account: Account
    public internal(set) var grants: Grants
    /// Whether only the day is kept on which they were here.
    public let keepsDaysOnly: Bool
    /// A role of this person asks for a second factor, and there is none: everything but setting one up is closed.
    let isFactorMissing: Bool
    /// Whether the request is for one of the pages on which that is done.
    var isSettingUpFactors = false

    public var viewing: String? { session.viewing?.title }

    /// As before the looking at a role, which is over.
    func withoutViewing(_ settings: AccountSettings, _ db: Database) throws -> SignedInPerson {
        var person = self
        person.session.viewing = nil
        person.grants = try Grants(try RoleAssignment.of(session.accountID).fetchAll(db), of: settings, viewing: nil, db)
        return person
    }

    public var displayName: String { account.name }
    public var language: Language? { account.language }
}

/// A request of somebody who is signed in. Routes of this context are closed to everybody else.
public struct SignedIn: ChildRequestContext {
    public var coreContext: CoreRequestContextStorage
    public var visitor: Visitor
    public let session: Session
    public let account: Account
    public let grants: Grants

    /// - Throws: `SignInNeeded` when nobody is signed in, `FactorNeeded` when a second factor has to be set up before anything else.
    public init(context: Visitor) throws {
        guard let person = context.person as? SignedInPerson else { throw SignInNeeded() }
        guard !person.isFactorMissing || person.isSettingUpFactors else { throw FactorNeeded() }
        coreContext = context.coreContext
        visitor = context
        session = person.session
        account = person.account
        grants = person.grants
    }

    public var language: Language { visitor.language }

    /// The id of the account; it came from the database, so it has one.
    public var accountID: Int64 { account.id! }

    /// As the audit log names this person.
    public var actor: Actor {
        Actor(accountID: account.id, name: account.name, address: visitor.client.text, requestID: visitor.id)
    }

    /// - Throws: `PermissionRefused` (403), which `Sessions` writes to the audit log.
    public func require(_ permission: Permission, in scope: Int64? = nil) throws {
        guard grants.may(permission, in: scope) else { throw PermissionRefused(permission: permission, scope: scope, actor: actor) }
    }
}

/// Nobody is signed in. A context knows no address, so `Sessions`, which does, turns this into a way to the sign-in page and back.
struct SignInNeeded: HTTPResponseError {
    let status = HTTPResponse.Status.seeOther

    func response(from request: Request, context: some RequestContext) -> Response { .redirect(to: "/sign-in") }
}

/// Somebody is signed in whose role asks for a second factor which he has not set up.
struct FactorNeeded: HTTPResponseError {
    let status = HTTPResponse.Status.seeOther

    func response(from request: Request, context: some RequestContext) -> Response { .redirect(to: FactorPages.address) }
}

/// Somebody is signed in and may not do this.
struct PermissionRefused: HTTPResponseError {
    let permission: Permission
    let scope: Int64?
    let actor: Actor
    let status = HTTPResponse.Status.forbidden

    func response(from request: Request, context: some RequestContext) -> Response { Response(status: .forbidden) }
}
