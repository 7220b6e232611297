import GRDB
import Hummingbird
import Web

/// The signed-in person of a visitor, set by `Sessions`.
public struct SignedInPerson: VisitorIdentity {
    public internal(set) var session: Session
    public let account: Account
    public internal(set) var grants: Grants
    public let keepsDaysOnly: Bool
    /// A role requires a second factor that is missing: only its set-up is open.
    let isFactorMissing: Bool
    var isSettingUpFactors = false

    public var viewing: String? { session.viewing?.title }

    func withoutViewing(_ settings: AccountSettings, _ db: Database) throws -> SignedInPerson {
        var person = self
        person.session.viewing = nil
        person.grants = try Grants(try RoleAssignment.of(session.accountID).fetchAll(db), of: settings, viewing: nil, db)
        return person
    }

    public var displayName: String { account.name }
    public var language: Language? { account.language }
}

/// The context of routes that require sign-in.
public struct SignedIn: ChildRequestContext {
    public var coreContext: CoreRequestContextStorage
    public var visitor: Visitor
    public let session: Session
    public let account: Account
    public let grants: Grants

    /// Throws `SignInNeeded`, or `FactorNeeded` when a second factor must be set up first.
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

    /// Never nil: the account was read from the database.
    public var accountID: Int64 { account.id! }

    public var actor: Actor {
        Actor(accountID: account.id, name: account.name, address: visitor.client.text, requestID: visitor.id)
    }

    /// Throws `PermissionRefused` (403), which `Sessions` logs in the audit log.
    public func require(_ permission: Permission, in scope: Int64? = nil) throws {
        guard grants.may(permission, in: scope) else { throw PermissionRefused(permission: permission, scope: scope, actor: actor) }
    }
}

/// `Sessions` turns this into a redirect to sign-in, because a context does not know the address.
struct SignInNeeded: HTTPResponseError {
    let status = HTTPResponse.Status.seeOther

    func response(from request: Request, context: some RequestContext) -> Response { .redirect(to: "/sign-in") }
}

struct FactorNeeded: HTTPResponseError {
    let status = HTTPResponse.Status.seeOther

    func response(from request: Request, context: some RequestContext) -> Response { .redirect(to: FactorPages.address) }
}

struct PermissionRefused: HTTPResponseError {
    let permission: Permission
    let scope: Int64?
    let actor: Actor
    let status = HTTPResponse.Status.forbidden

    func response(from request: Request, context: some RequestContext) -> Response { Response(status: .forbidden) }
}

extension SignedIn {
    /// Returns the id in the path; throws 404 if it is none.
    public func recordID() throws -> Int64 {
        guard let id = parameters.recordID("id") else { throw HTTPError(.notFound) }
        return id
    }
}
