import Foundation
import GRDB
import Hummingbird
import Web

struct FactorProofPages: Sendable {
    let factors: FactorPages

    func addRoutes(to routes: RouterGroup<SignedIn>) {
        routes.get("", use: askProof)
        routes.post("", use: takeProof)
    }

    @Sendable func askProof(_ request: Request, _ person: SignedIn) async throws -> Response {
        let next = SafePath.local(Form(query: request.uri.query ?? "")["next"]) ?? FactorPages.address
        if person.session.isProved(at: factors.accounts.settings.now()) { return .redirect(to: next) }
        return try await proofPage(request, person, next: next)
    }

    /// A right password opens the pages for 15 minutes and renews the session's token.
    @Sendable func takeProof(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, limits: .small)
        let next = SafePath.local(form["next"]) ?? FactorPages.address
        switch try await factors.accounts.prove(form.exact("password"), person) {
        case .right: return try await factors.accounts.withNewToken(.redirect(to: next), person)
        case .wrong:
            let sentence = factors.accounts.pages.words(for: person.visitor)("accounts.password.wrong")
            return try await proofPage(request, person, next: next, error: sentence, status: .unprocessableContent)
        case .wait(let seconds):
            let sentence = factors.accounts.waiting(seconds, person.visitor)
            var page = try await proofPage(request, person, next: next, error: sentence, status: .tooManyRequests)
            page.headers[.retryAfter] = String(seconds)
            return page
        }
    }

    private func proofPage(
        _ request: Request, _ person: SignedIn, next: String, error: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let why = next == FactorPages.address ? "factors.proof.text" : "backups.proof"
        return try await proofPage(
            request, person, action: FactorPages.address + "/proof", field: "password", held: [["name": "next", "value": next]], why: why,
            error: error, status: status)
    }

    /// `action` receives the password with the held fields; `why` is the key of the reason shown.
    func proofPage(
        _ request: Request, _ person: SignedIn, action: String, field: String, held: [Values], why: String = "factors.proof.held",
        error: String? = nil, status: HTTPResponse.Status
    ) async throws -> Response {
        let words = factors.accounts.pages.words(for: person.visitor)
        return try await factors.page("accounts/factors/proof", request, person, status: status) { values in
            values["title"] = words("factors.proof.heading")
            values["name"] = person.account.key
            values["action"] = action
            values["field"] = field
            values["held"] = held
            values["why"] = words(why)
            values["error"] = error ?? false
        }
    }
}

extension AccountContext {
    enum Proof: Sendable {
        case right, wrong
        /// Seconds.
        case wait(Int)
    }

    /// Checks the password of a signed-in person; failures count as sign-in attempts.
    func prove(_ password: String, _ person: SignedIn) async throws -> Proof {
        let attempt: Int64
        switch try await beginAttempt(person) {
        case .wait(let seconds, _): return .wait(seconds)
        case .allowed(let id): attempt = id
        }
        guard try await isRight(password, of: person.account, attempt: attempt) else {
            try await database.write { db in try audit("password.refused", person.account, person.visitor, db, isActor: true) }
            return .wrong
        }
        try await database.write { [settings] db in
            try Attempts.succeed(person.account.key, from: person.visitor.client.network, at: settings.now(), db)
            if try settings.keepsDaysOnly(person.accountID, db) {
                ProvedTimes.note(person.session.tokenHash, at: settings.now())
            } else {
                try Session.filter(key: person.session.id).updateAll(db, Session.Columns.provedAt.set(to: settings.now()))
            }
        }
        return .right
    }

    func withNewToken(_ response: Response, _ person: SignedIn) async throws -> Response {
        let token = try await database.write { db -> Token? in
            try Session.filter(key: person.session.id).isEmpty(db) ? nil : person.session.rotate(db)
        }
        var response = response
        if let token { SessionCookie(settings).set(token, in: &response) }
        return response
    }
}
