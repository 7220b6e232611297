import Foundation
import GRDB
import Hummingbird
import Web

/// Identifies an API caller by token, else by the session. With a token, cookies are ignored.
public struct Callers: RouterMiddleware {
    public typealias Context = Visitor

    private let sessions: Sessions
    private let origin: SameOrigin
    private let guesses = InvalidTokenCounter()
    private var database: any DatabaseWriter { sessions.database }
    private var settings: AccountSettings { sessions.settings }

    public init(database: any DatabaseWriter, brief: RequestReader, settings: AccountSettings, publicURL: String?) {
        sessions = Sessions(database: database, brief: brief, settings: settings)
        origin = SameOrigin(publicOrigin: publicURL)
    }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var context = context
        let chosen = request.headers[.acceptLanguage].flatMap { Language(acceptLanguage: $0) }
        if let caller = try await caller(request, chosen, context) {
            context.person = caller
            context.language = caller.language ?? context.language
        }
        do {
            return try await next(request, context)
        } catch let refused as PermissionRefused {
            try await sessions.audit(refused)
            throw Problem(.forbidden)
        }
    }

    private func caller(_ request: Request, _ chosen: Language?, _ visitor: Visitor) async throws -> CallingAccount? {
        if let authorization = request.headers[.authorization] {
            let sent = String(authorization.dropFirst("Bearer ".count))
            guard request.bringsToken, let caller = try await caller(by: sent, chosen) else {
                try await recordFailedToken(sent, visitor)
                throw Problem.signInNeeded(isBad: true)
            }
            if caller.token?.access == .read, !request.method.isSafe { throw Problem(.forbidden, "readOnly") }
            return caller
        }
        guard let secret = SessionCookie(settings).token(in: request), let person = try await sessions.person(of: secret) else {
            return nil
        }
        // Reads too: another site may lead a browser here, and programs use the answers.
        guard !origin.isForeign(request) else { throw Problem(.forbidden, "crossSite") }
        if let viewing = person.session.viewing, !request.method.isSafe { throw ViewingRefused(isOver: viewing.until <= settings.now()) }
        return CallingAccount(
            account: person.account, grants: person.grants, token: nil, language: chosen ?? person.language,
            keepsDaysOnly: person.keepsDaysOnly)
    }

    private func recordFailedToken(_ sent: String, _ visitor: Visitor) async throws {
        let now = settings.now()
        guard let tries = guesses.take(visitor.client.network, at: now) else { return }
        try await database.write { db in
            let known = try AccessToken.once(sent, db)
            let target = known.map { (kind: "token", id: $0.id ?? 0, title: $0.name) }
            try FailedAttemptLog.note(.program, known?.prefix ?? "", on: target, by: visitor, tries: tries, at: now, db)
        }
    }

    private func caller(by sent: String, _ chosen: Language?) async throws -> CallingAccount? {
        let now = settings.now()
        let found: CallingAccount? = try sessions.brief.read { db in
            guard let token = try AccessToken.find(sent, at: now, db), let account = try Account.fetchOne(db, key: token.accountID),
                account.mayComeIn
            else { return nil }
            // Programs cannot show a second factor; a required one must be set up first.
            let own = try Grants(RoleAssignment.of(token.accountID).fetchAll(db), of: settings, viewing: nil, db)
            let grants = try Factors.isMissing(token.accountID, db) ? .none : own
            return CallingAccount(
                account: account, grants: grants.narrowed(to: token.limit), token: token, language: chosen ?? account.language,
                keepsDaysOnly: settings.keepsDaysOnly(own))
        }
        if let found, let token = found.token { await noteUse(of: token, found.keepsDaysOnly ? settings.day(of: now).start : now) }
        return found
    }

    private func noteUse(of token: AccessToken, _ now: Date) async {
        guard token.usedAt.map({ now.timeIntervalSince($0) >= 60 }) ?? true else { return }
        await database.note { db in
            try AccessToken.filter(key: token.id).updateAll(db, AccessToken.Columns.usedAt.set(to: now))
        }
    }

    /// Requests per token or session account in five minutes.
    public static func limit(_ limit: Int = 1_500) -> RateLimit {
        RateLimit(limit: limit, per: .seconds(300), announcedAs: "account") { _, visitor in
            guard let caller = visitor.person as? CallingAccount else { return nil }
            return caller.token?.id.map { "token \($0)" } ?? "account \(caller.account.id ?? 0)"
        }
    }
}
