import Foundation
import GRDB
import Hummingbird
import Web

struct SignInPages: Sendable {
    let accounts: AccountContext

    func addRoutes(to routes: RouterGroup<Visitor>) {
        routes.get("sign-in", use: showSignIn)
        routes.post("sign-in", use: signIn)
    }

    static func address(after name: String) -> String { "/sign-in?chosen=\(name)" }

    func showSignIn(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let next = query["next"]
        if visitor.person != nil { return .redirect(to: accounts.destination(next)) }
        let chosen = Account.foldedKey(query["chosen"])
        return try await signInPage(request, visitor, name: chosen ?? "", next: next, hasChosen: chosen != nil)
    }

    /// Unknown name, wrong or missing password and inactive account get the same answer after the same work.
    func signIn(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request, limits: .small)
        let (name, next) = (form["name"], form["next"])
        // Invalid names count too; otherwise they would reveal valid ones.
        let key = Account.foldedKey(name) ?? name.folded
        let verdict = try await accounts.database.write { db in
            let verdict = try Attempts.begin(key, from: visitor.client.network, at: accounts.settings.now(), db)
            if case .wait(_, isNews: true) = verdict { try accounts.audit("sign-in.limited", nil, visitor, db) }
            return verdict
        }
        switch verdict {
        case .wait(let seconds, _):
            let error = accounts.waiting(seconds, visitor)
            var page = try await signInPage(request, visitor, name: name, next: next, error: error, status: .tooManyRequests)
            page.headers[.retryAfter] = String(seconds)
            return page
        case .allowed(let attempt):
            let account = try await accounts.database.read { db in try Account.all().notDeleted().named(key).fetchOne(db) }
            let isRight = try await accounts.isRight(form.exact("password"), of: account, attempt: attempt)
            if isRight, let account,
                let entrance = try await begin(account, typed: form.exact("password"), attempt: attempt, request, visitor)
            {
                return accounts.response(to: entrance, next: next)
            }
            try await accounts.database.write { db in
                let target = account.flatMap { account in account.id.map { (kind: "account", id: $0, title: account.name) } }
                // Where sign-in times are kept by day, failed attempts are too.
                let day = try accounts.settings.keepsDaysOnly(account?.id, db) ? accounts.settings.day(of: accounts.settings.now()) : nil
                try FailedAttemptLog.note(.account, key, on: target, by: visitor, at: accounts.settings.now(), day: day, db)
            }
            let error = accounts.pages.words(for: visitor)("accounts.sign-in.wrong")
            return try await signInPage(request, visitor, name: name, next: next, error: error, status: .unprocessableContent)
        }
    }

    /// Begins the session, or a half session when a second factor is needed; nil when the account changed during the check.
    private func begin(
        _ account: Account, typed password: String, attempt: Int64, _ request: Request, _ visitor: Visitor
    ) async throws -> SignInStage? {
        let isOutdated = account.passwordHash.map(accounts.passwords.isOutdated) ?? false
        let fresh = isOutdated ? try await accounts.passwords.hash(password) : account.passwordHash
        return try await accounts.database.write { db in
            guard let id = account.id, let now = try Account.fetchOne(db, key: id), now.mayComeIn, now.passwordHash == account.passwordHash
            else { return nil }
            if fresh != now.passwordHash {
                try Account.filter(key: id).updateAll(db, Account.Columns.passwordHash.set(to: fresh))
            }
            let hasFactor = try Factors.has(id, db)
            let known = DeviceCookie(of: id, accounts.settings).token(in: request)
            if try hasFactor && !TrustedDevice.isKnown(known, of: id, at: accounts.settings.noted(accounts.settings.now(), of: id, db), db)
            {
                // A right password must not reset wrong codes.
                try Attempts.withdraw(attempt, db)
                return .half(try PendingSecondFactor.begin(for: id, at: accounts.settings.now(), db))
            }
            return .whole(try accounts.enter(now, with: hasFactor ? "device" : "password", request, visitor, db), device: nil)
        }
    }

    func signInPage(
        _ request: Request, _ visitor: Visitor, name: String, next: String, hasChosen: Bool = false, error: String? = nil,
        isOfFields: Bool = true, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let demo = try await accounts.database.read { db in try DemoHint.all(db) }
        let words = accounts.pages.words(for: visitor)
        let hints = demo.map { ["name": $0.name, "role": $0.role.map { words.optional("roles.\($0)") ?? $0 } ?? ""] }
        let values: Values = [
            "hasPasskeys": RelyingParty(publicURL: accounts.settings.publicURL, authority: request.head.authority) != nil,
            "title": words("accounts.sign-in.title"), "error": error ?? false, "isWrong": error != nil && isOfFields, "name": name,
            "next": SafePath.local(next) ?? "",
            "unsent": next == Sessions.unsentAddress, "chosen": hasChosen ? words("accounts.sign-in.chosen", ["name": name]) : false,
            "demoAccounts": hints.isEmpty ? false : hints,
        ]
        var page = try accounts.pages.page("accounts/sign-in/index", values, for: visitor, request: request, status: status)
        page.headers[.cacheControl] = "no-store"
        return page
    }
}

struct DemoHint: FetchableRecord, Decodable, Sendable {
    let name: String
    let role: String?

    static func all(_ db: Database) throws -> [DemoHint] {
        try fetchAll(
            db,
            sql: """
                SELECT key AS name, (SELECT min(role) FROM roleAssignment WHERE accountID = account.id) AS role
                FROM account WHERE isDemo AND isActive AND \(Account.notTrashed) ORDER BY id
                """)
    }
}

extension Form.Limits {
    static let small: Form.Limits = {
        var limits = Form.Limits()
        limits.bytes = 32 << 10
        limits.textBytes = 32 << 10
        limits.fields = 50
        limits.files = 0
        return limits
    }()
}
