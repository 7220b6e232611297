import Foundation
import GRDB
import Hummingbird
import Web

/// Sign-in with a passkey, without a name or as the second step. The device verifies its owner, so it counts as both factors.
struct PasskeySignInPages: Sendable {
    let accounts: AccountContext

    func addRoutes(to routes: RouterGroup<Visitor>) {
        routes.post("sign-in/passkey", use: signInWithPasskey)
        // Each challenge is a row for up to five minutes, and the visitor is unknown.
        routes.group("sign-in/passkey/challenges").add(middleware: RateLimit(limit: 60, per: .seconds(300))).post("", use: challenge)
    }

    struct RequestOptions: Encodable {
        let challenge: String
        let rpId: String
        let timeout = Int(cutting: Challenge.lifetime) * 1000
        let userVerification = "required"
    }

    func challenge(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let party = RelyingParty(publicURL: accounts.settings.publicURL, authority: request.head.authority) else {
            throw HTTPError(.notFound)
        }
        let value = try await accounts.database.write { db in try Challenge.make(.signIn, at: accounts.settings.now(), db) }
        return try Self.json(RequestOptions(challenge: value.base64URL, rpId: party.id))
    }

    static func json(_ value: some Encodable) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: try encoder.encode(value))))
    }

    private enum Outcome {
        case entered(NewSession)
        case refused(PasskeyProblem?)
        case wait(Int)
    }

    func signInWithPasskey(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request, limits: .small)
        let party = RelyingParty(publicURL: accounts.settings.publicURL, authority: request.head.authority)
        let half = PendingSecondFactorCookie(accounts.settings).token(in: request)
        let (outcome, waiter) = try await accounts.database.write { db -> (Outcome, Account?) in
            let waiter = try half.flatMap { try PendingSecondFactor.account($0, at: accounts.settings.now(), db) }
            return (try tryPasskey(Assertion(form), party, waiter, half, request, visitor, db), waiter)
        }
        let reader = visitor.speaking(waiter?.language)
        let words = accounts.pages.words(for: reader)
        let (error, status): (String, HTTPResponse.Status)
        switch outcome {
        case .entered(let begun): return accounts.response(to: .whole(begun, device: nil), next: form["next"])
        case .refused: (error, status) = (words("factors.passkeys.refused"), .unprocessableContent)
        case .wait(let seconds): (error, status) = (accounts.waiting(seconds, reader), .tooManyRequests)
        }
        var page =
            if let waiter {
                try await SecondStepPages(accounts: accounts).secondStepPage(
                    request, visitor, waiter, next: form["next"], error: error, status: status)
            } else {
                try await SignInPages(accounts: accounts).signInPage(
                    request, visitor, name: "", next: form["next"], error: error, isOfFields: false, status: status)
            }
        if case .wait(let seconds) = outcome { page.headers[.retryAfter] = String(seconds) }
        return page
    }

    private func tryPasskey(
        _ assertion: Assertion?, _ party: RelyingParty?, _ waiter: Account?, _ half: Token?, _ request: Request, _ visitor: Visitor,
        _ db: Database
    ) throws -> Outcome {
        let now = accounts.settings.now()
        guard let assertion, let party else { return .refused(nil) }
        // Counted by passkey and network, because the name is unknown.
        let name = "passkey " + assertion.credentialID.base64URL
        switch try Attempts.begin(name, from: visitor.client.network, at: now, db) {
        case .wait(let seconds, let isNews):
            if isNews { try accounts.audit("sign-in.limited", nil, visitor, db) }
            return .wait(seconds)
        case .allowed(let attempt):
            do {
                let passkey = try Passkey.verify(assertion, for: party, at: now, db)
                guard let account = try Account.fetchOne(db, key: passkey.accountID), account.mayComeIn else {
                    throw PasskeyProblem.unknown
                }
                // In the second step another person's passkey must not open their account.
                guard waiter == nil || waiter?.id == account.id else { throw PasskeyProblem.unknown }
                if try accounts.settings.keepsDaysOnly(account.id, db) {
                    try Passkey.filter(key: passkey.id).updateAll(db, Column("usedAt").set(to: accounts.settings.day(of: now).start))
                }
                try Attempts.withdraw(attempt, db)
                if let half { try PendingSecondFactor.end(half, db) }
                return .entered(try accounts.enter(account, with: "passkey", request, visitor, db))
            } catch let problem as PasskeyProblem {
                visitor.logFailedSignIn("passkey")
                try accounts.audit("sign-in.factor-failed", waiter, visitor, db, detail: ["factor": "passkey", "reason": problem.rawValue])
                return .refused(problem)
            }
        }
    }
}

extension Assertion {
    init?(_ form: Form) {
        guard let id = Data(base64URL: form["id"]), !id.isEmpty, let client = Data(base64URL: form["client"]),
            let authenticator = Data(base64URL: form["authenticator"]), let signature = Data(base64URL: form["signature"]),
            let handle = Data(base64URL: form["user"])
        else { return nil }
        self.init(credentialID: id, client: client, authenticator: authenticator, signature: signature, handle: handle)
    }
}
