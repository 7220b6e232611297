import Foundation
import GRDB
import Hummingbird
import Web

struct SecondStepPages: Sendable {
    let accounts: AccountContext

    func addRoutes(to routes: RouterGroup<Visitor>) {
        routes.get("sign-in/factor", use: showSecondStep)
        routes.post("sign-in/factor", use: takeSecondStep)
    }

    private enum Outcome {
        case entered(NewSession, device: (token: Token, account: Int64)?)
        case refused(String)
        case wait(Int)
        case over
    }

    func showSecondStep(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let account = try await half(request) else { return .redirect(to: "/sign-in") }
        return try await secondStepPage(request, visitor, account, next: Form(query: request.uri.query ?? "")["next"])
    }

    func takeSecondStep(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let token = PendingSecondFactorCookie(accounts.settings).token(in: request) else { return .redirect(to: "/sign-in") }
        let form = try await Form.read(request, limits: .small)
        // One transaction for counter and session, so that parallel guesses cannot exceed the limit.
        let (outcome, account) = try await accounts.database.write { db -> (Outcome, Account?) in
            guard let account = try PendingSecondFactor.account(token, at: accounts.settings.now(), db) else { return (.over, nil) }
            return (try tryFactor(form, token, account, request, visitor.speaking(account.language), db), account)
        }
        let reader = visitor.speaking(account?.language)
        let words = accounts.pages.words(for: reader)
        switch outcome {
        case .entered(let begun, let device): return accounts.response(to: .whole(begun, device: device), next: form["next"])
        case .over: return .redirect(to: "/sign-in")
        case .refused(let key):
            return try await secondStepPage(
                request, visitor, account!, next: form["next"], error: words(key), refused: form, status: .unprocessableContent)
        case .wait(let seconds):
            var page = try await secondStepPage(
                request, visitor, account!, next: form["next"], error: accounts.waiting(seconds, reader), status: .tooManyRequests)
            page.headers[.retryAfter] = String(seconds)
            return page
        }
    }

    private func tryFactor(
        _ form: Form, _ token: Token, _ account: Account, _ request: Request, _ visitor: Visitor, _ db: Database
    ) throws -> Outcome {
        let (now, id) = (accounts.settings.now(), account.id!)
        let (code, recovery) = (form["code"], form["recovery"])
        if code.isEmpty, recovery.isEmpty { return .refused("factors.step.blank") }
        let name = account.key + Factors.secondStep
        switch try Attempts.begin(name, from: visitor.client.network, at: now, db) {
        case .wait(let seconds, let isNews):
            if isNews { try accounts.audit("sign-in.limited", account, visitor, db) }
            return .wait(seconds)
        case .allowed(let attempt):
            do {
                let isRight =
                    try code.isEmpty
                    ? RecoveryCode.use(recovery, of: id, at: accounts.settings.noted(now, of: id, db), db)
                    : AuthenticatorApp.accept(code, of: id, accounts.settings.factorKey, at: now, db)
                guard isRight else {
                    visitor.logFailedSignIn("second-step")
                    try accounts.audit("sign-in.factor-failed", account, visitor, db, detail: ["factor": code.isEmpty ? "recovery" : "app"])
                    return .refused(code.isEmpty ? "factors.step.wrongRecovery" : "factors.step.wrong")
                }
            } catch is FactorKey.Lost {
                try Attempts.withdraw(attempt, db)
                return .refused("factors.keyLost")
            }
            try Attempts.succeed(name, from: visitor.client.network, at: accounts.settings.noted(now, of: id, db), db)
            try PendingSecondFactor.end(token, db)
            let begun = try accounts.enter(account, with: code.isEmpty ? "recovery" : "app", request, visitor, db)
            if code.isEmpty { try notifyOfRemainingCodes(begun.session, id, visitor, db) }
            guard form["trust"] == "yes" else { return .entered(begun, device: nil) }
            let device = try TrustedDevice.trust(
                Device.words(userAgent: request.headers[.userAgent]), of: id, at: accounts.settings.noted(now, of: id, db), db)
            try accounts.audit("device.trust", account, visitor, db, isActor: true)
            return .entered(begun, device: (device, id))
        }
    }

    private func notifyOfRemainingCodes(_ session: Token, _ account: Int64, _ visitor: Visitor, _ db: Database) throws {
        let text = accounts.pages.words(for: visitor)("factors.codes.left", count: try RecoveryCode.left(account, db))
        try Session.filter(Session.Columns.tokenHash == session.hash).fetchOne(db)?.setFlash(db, Flash(text, kind: .warn))
    }

    private func half(_ request: Request) async throws -> Account? {
        guard let token = PendingSecondFactorCookie(accounts.settings).token(in: request) else { return nil }
        return try await accounts.database.read { db in try PendingSecondFactor.account(token, at: accounts.settings.now(), db) }
    }

    func secondStepPage(
        _ request: Request, _ visitor: Visitor, _ account: Account, next: String, error: String? = nil, refused: Form? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let visitor = visitor.speaking(account.language)
        let summary = try await accounts.database.read { db in try Factors.summary(account.id!, db) }
        let party = RelyingParty(publicURL: accounts.settings.publicURL, authority: request.head.authority)
        let (hasApp, hasPasskey) = (summary.appSince != nil, !summary.passkeys.isEmpty && party != nil)
        // Recovery codes are long, so the typed one is shown for correction.
        let recovery = refused?["recovery"] ?? ""
        let values: Values = [
            "title": accounts.pages.words(for: visitor)("factors.step.heading"), "error": error ?? false,
            "next": SafePath.local(next) ?? "",
            "displayName": account.name, "hasApp": hasApp, "hasCodes": summary.codesLeft > 0, "hasPasskey": hasPasskey,
            "isWrongCode": refused != nil && recovery.isEmpty, "isWrongRecovery": !recovery.isEmpty, "recovery": recovery,
            "opensRecovery": !recovery.isEmpty || !(hasApp || hasPasskey), "trusts": refused?["trust"] == "yes",
        ]
        var page = try accounts.pages.page("accounts/sign-in/second-step", values, for: visitor, request: request, status: status)
        page.headers[.cacheControl] = "no-store"
        return page
    }
}

extension Visitor {
    func speaking(_ language: Language?) -> Visitor {
        var visitor = self
        visitor.language = language ?? visitor.language
        return visitor
    }
}
