import Foundation
import GRDB
import Hummingbird
import Web

/// Identifies the signed-in person. Mount it on groups, not on the router: it queries the database, which assets need not.
public struct Sessions: RouterMiddleware {
    public typealias Context = Visitor

    let database: any DatabaseWriter
    let brief: RequestReader
    let settings: AccountSettings
    public static let unsentAddress = "/admin/unsent"
    let unsent: @Sendable (Request, Visitor) async throws -> Response?

    /// `unsent` handles a form whose session has ended; nil redirects to sign-in.
    public init(
        database: any DatabaseWriter, brief: RequestReader, settings: AccountSettings,
        unsent: @escaping @Sendable (Request, Visitor) async throws -> Response? = { _, _ in nil }
    ) {
        self.database = database
        self.brief = brief
        self.settings = settings
        self.unsent = unsent
    }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var context = context
        if let token = SessionCookie(settings).token(in: request), var person = try await person(of: token) {
            person.isSettingUpFactors = FactorPages.isPath(request.uri.path)
            context.person = person
            context.language = person.language ?? context.language
            if let viewing = person.session.viewing { try await check(viewing, request, context, &person) }
            context.person = person
        }
        do {
            return try await next(request, context)
        } catch is SignInNeeded {
            return try await unsent(request, context) ?? signInRedirect(from: request)
        } catch is FactorNeeded {
            return .redirect(to: FactorPages.address)
        } catch let refused as PermissionRefused {
            try await audit(refused)
            throw HTTPError(.forbidden)
        }
    }

    /// nil also when the database cannot answer.
    public func person(of request: Request) async -> (any VisitorIdentity)? {
        guard let token = SessionCookie(settings).token(in: request) else { return nil }
        return try? await person(of: token)
    }

    func person(of token: Token) async throws -> SignedInPerson? {
        let found: SignedInPerson? = try brief.read { db in
            // Cached, because every page reads it.
            let sql = "SELECT * FROM session WHERE tokenHash = ?"
            guard let session = try Session.fetchOne(db.cachedStatement(sql: sql), arguments: [token.hash]), session.isLive(settings),
                let account = try Account.fetchOne(
                    db.cachedStatement(sql: "SELECT * FROM account WHERE id = ?"), arguments: [session.accountID]),
                account.mayComeIn
            else { return nil }
            let roles = try RoleAssignment.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM roleAssignment WHERE accountID = ?"), arguments: [session.accountID])
            let isFactorMissing = try Factors.isMissing(session.accountID, db)
            let own = try Grants(roles, of: settings, viewing: nil, db)
            return SignedInPerson(
                session: session, account: account,
                grants: try isFactorMissing
                    ? .none : session.viewing == nil ? own : Grants(roles, of: settings, viewing: session.viewing, db),
                keepsDaysOnly: settings.keepsDaysOnly(own), isFactorMissing: isFactorMissing)
        }
        guard let found else { return nil }
        await noteSeen(found)
        return found
    }

    /// Refuses changes while a role is viewed, and accidental ones just after its time has ended.
    private func check(_ viewing: Viewing, _ request: Request, _ visitor: Visitor, _ person: inout SignedInPerson) async throws {
        let isOver = viewing.until <= settings.now()
        if isOver {
            let actor = Actor(
                accountID: person.account.id, name: person.account.name, address: visitor.client.text, requestID: visitor.id)
            try await database.write { [session = person.session] db in try session.stopViewing(db, by: actor) }
        }
        guard Viewing.refuses(request) else {
            if isOver { person = try await database.read { [person, settings] db in try person.withoutViewing(settings, db) } }
            return
        }
        throw ViewingRefused(isOver: isOver)
    }

    /// Once a minute at most: a write for every page would be the dearest part of it.
    private func noteSeen(_ person: SignedInPerson) async {
        let (session, now) = (person.session, settings.now())
        if person.keepsDaysOnly { SeenTimes.note(session.tokenHash, at: now) }
        guard now.timeIntervalSince(session.seenAt) >= (person.keepsDaysOnly ? 0 : 60) else { return }
        let seen = person.keepsDaysOnly ? settings.day(of: now).end : now
        await database.note { db in
            try Session.filter(key: session.id).updateAll(db, Session.Columns.seenAt.set(to: seen))
        }
    }

    private func signInRedirect(from request: Request) throws -> Response {
        guard !request.uri.path.hasPrefix("/api/") else { throw Problem.signInNeeded() }
        // A refused form has no known page to return to: its address may accept only POST.
        guard request.method == .get || request.method == .head else { return .redirect(to: "/sign-in") }
        return .redirect(to: "/sign-in?next=" + request.uri.description.encodedForQuery)
    }

    func audit(_ refused: PermissionRefused) async throws {
        try await database.writeIfPossible { db in
            let day = try settings.keepsDaysOnly(refused.actor.accountID, db) ? settings.day(of: settings.now()).start : nil
            try AuditEntry.write(
                db, "permission.refused", by: refused.actor, scope: refused.scope, detail: ["permission": refused.permission.rawValue],
                day: day)
        }
    }
}

extension String {
    var encodedForQuery: String {
        addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}

/// RFC 3986's unreserved characters, and the slash, which a query may hold.
private let unreserved = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
