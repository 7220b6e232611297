import Hummingbird
import Web

/// Whoever is signed in: what `Sessions` puts into a visitor.
public struct SignedInPerson: Person {
    public let session: Session
    public let account: Account
    public let grants: Grants

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

    /// - Throws: `SignInNeeded` when nobody is signed in.
    public init(context: Visitor) throws {
        guard let person = context.person as? SignedInPerson else { throw SignInNeeded() }
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

/// Somebody is signed in and may not do this.
struct PermissionRefused: HTTPResponseError {
    let permission: Permission
    let scope: Int64?
    let actor: Actor
    let status = HTTPResponse.Status.forbidden

    func response(from request: Request, context: some RequestContext) -> Response { Response(status: .forbidden) }
}
