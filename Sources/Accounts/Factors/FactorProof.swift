import Foundation
import GRDB
import Hummingbird
import Web

/// Sends whoever has not typed his password for a while to do so: a device left unlocked must not be enough to change the factors.
struct RecentProof: RouterMiddleware {
    typealias Context = SignedIn

    let settings: AccountSettings

    func handle(_ request: Request, context: SignedIn, next: (Request, SignedIn) async throws -> Response) async throws -> Response {
        guard context.session.isProved(at: settings.now()) else { return .redirect(to: FactorPages.address + "/proof") }
        return try await next(request, context)
    }
}

extension FactorPages {
    @Sendable func askProof(_ request: Request, _ person: SignedIn) async throws -> Response {
        if person.session.isProved(at: accounts.settings.now()) { return .redirect(to: Self.address) }
        return try await proofPage(request, person)
    }

    /// A right password opens the pages for a quarter of an hour, and gives the session a new token.
    @Sendable func takeProof(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, limits: .small)
        switch try await accounts.beginAttempt(person) {
        case .wait(let seconds, _):
            let sentence = accounts.waiting(seconds, person.visitor)
            var page = try await proofPage(request, person, error: sentence, status: .tooManyRequests)
            page.headers[.retryAfter] = String(seconds)
            return page
        case .allowed(let attempt):
            guard try await accounts.isRight(form.exact("password"), of: person.account, attempt: attempt) else {
                try await accounts.database.write { db in try audit("password.refused", person, db) }
                let sentence = accounts.pages.words(for: person.visitor)("accounts.password.wrong")
                return try await proofPage(request, person, error: sentence, status: .unprocessableContent)
            }
            let token = try await accounts.database.write { [settings = accounts.settings] db in
                try Attempts.succeed(person.account.key, from: person.visitor.client.network, at: settings.now(), db)
                try Session.filter(key: person.session.id).updateAll(db, Session.Columns.provedAt.set(to: settings.now()))
                return try person.session.rotate(db)
            }
            var response = Response.redirect(to: Self.address)
            SessionCookie(accounts.settings).set(token, in: &response)
            return response
        }
    }

    private func proofPage(
        _ request: Request, _ person: SignedIn, error: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let words = accounts.pages.words(for: person.visitor)
        return try await page("factors/proof", request, person, status: status) { values in
            values["title"] = words("factors.proof.heading")
            values["name"] = person.account.key
            values["error"] = error ?? false
        }
    }
}
