import Hummingbird
import Web

/// Whoever calls the JSON interface: what `Callers` puts into a visitor.
struct CallingAccount: Person {
    let account: Account
    let grants: Grants
    let token: AccessToken?
    let language: Language?
    /// Whether only the day is kept on which they were here.
    let keepsDaysOnly: Bool

    var displayName: String { account.name }
}

/// A request of another program, or of a script of our own pages, for an account. Routes of this context are closed to everybody else.
public struct Caller: ChildRequestContext {
    public var coreContext: CoreRequestContextStorage
    public let visitor: Visitor
    public let account: Account
    /// What the account may do, and the token if it came with one.
    public let grants: Grants
    public let token: AccessToken?

    /// - Throws: `Problem` (401) when nobody is known.
    public init(context: Visitor) throws {
        guard let person = context.person as? CallingAccount else { throw Problem.signInNeeded() }
        coreContext = context.coreContext
        visitor = context
        (account, grants, token) = (person.account, person.grants, person.token)
    }

    public var language: Language { visitor.language }

    /// As the audit log names it: with the token's first letters, because one person may have many programs.
    public var actor: Actor {
        let name = token.map { "\(account.name) (\($0.prefix)…)" } ?? account.name
        return Actor(accountID: account.id, name: name, address: visitor.client.text, requestID: visitor.id)
    }

    /// - Throws: `PermissionRefused` (403), which `Callers` writes to the audit log.
    public func require(_ permission: Permission, in scope: Int64? = nil) throws {
        guard grants.may(permission, in: scope) else { throw PermissionRefused(permission: permission, scope: scope, actor: actor) }
    }
}

extension Problem {
    /// 401, with the way to come in.
    /// - Parameter isBad: a token was sent and is none.
    static func signInNeeded(isBad: Bool = false) -> Problem {
        let challenge = "Bearer realm=\"Portico\"" + (isBad ? ", error=\"invalid_token\"" : "")
        return Problem(.unauthorized, isBad ? "token" : nil, headers: [.wwwAuthenticate: challenge])
    }
}
