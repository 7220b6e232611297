import Hummingbird
import Web

struct CallingAccount: VisitorIdentity {
    let account: Account
    let grants: Grants
    let token: AccessToken?
    let language: Language?
    let keepsDaysOnly: Bool

    var displayName: String { account.name }
}

/// The context of API routes: a request with a token or a page's session.
public struct Caller: ChildRequestContext {
    public var coreContext: CoreRequestContextStorage
    public let visitor: Visitor
    public let account: Account
    public let grants: Grants
    public let token: AccessToken?

    /// Throws `Problem` (401) without a caller.
    public init(context: Visitor) throws {
        guard let person = context.person as? CallingAccount else { throw Problem.signInNeeded() }
        coreContext = context.coreContext
        visitor = context
        (account, grants, token) = (person.account, person.grants, person.token)
    }

    public var language: Language { visitor.language }

    /// Includes the token's prefix, because a person may have many programs.
    public var actor: Actor {
        let name = token.map { "\(account.name) (\($0.prefix)…)" } ?? account.name
        return Actor(accountID: account.id, name: name, address: visitor.client.text, requestID: visitor.id)
    }

    /// Throws `PermissionRefused` (403), which `Callers` logs in the audit log.
    public func require(_ permission: Permission, in scope: Int64? = nil) throws {
        guard grants.may(permission, in: scope) else { throw PermissionRefused(permission: permission, scope: scope, actor: actor) }
    }
}

extension Problem {
    static func signInNeeded(isBad: Bool = false) -> Problem {
        let challenge = "Bearer realm=\"Portico\"" + (isBad ? ", error=\"invalid_token\"" : "")
        return Problem(.unauthorized, isBad ? "token" : nil, headers: [.wwwAuthenticate: challenge])
    }
}
