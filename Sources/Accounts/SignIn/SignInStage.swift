import GRDB
import Hummingbird
import Web

enum SignInStage {
    case whole(NewSession, device: (token: Token, account: Int64)?)
    case half(Token)
}

/// A begun session, and the token by which its browser is known.
public struct NewSession: Sendable {
    let session: Token
    let browser: Token
}

extension AccountContext {
    /// Begins the session after all factors. `factor` is logged: `password`, `device`, `app`, `recovery` or `passkey`.
    func enter(_ account: Account, with factor: String, _ request: Request, _ visitor: Visitor, _ db: Database) throws -> NewSession {
        try Attempts.succeed(account.key, from: visitor.client.network, at: settings.noted(settings.now(), of: account.id, db), db)
        // Invalidate the browser's earlier token, whatever its origin.
        if let old = SessionCookie(settings).token(in: request) {
            try Session.filter(Session.Columns.tokenHash == old.hash).deleteAll(db)
        }
        try audit("sign-in.good", account, visitor, db, isActor: true, detail: ["factor": factor])
        let device = Device.words(userAgent: request.headers[.userAgent])
        let browser = BrowserCookie(settings).token(in: request) ?? Token()
        try notifyOfNewBrowser(browser, device, account, visitor, db)
        return NewSession(session: try Session.begin(for: account.id!, by: visitor, device: device, settings, db), browser: browser)
    }

    /// Tells the owner of a sign-in from a browser that was not known. The first one is theirs: a password was just chosen in it.
    private func notifyOfNewBrowser(_ browser: Token, _ device: String, _ account: Account, _ visitor: Visitor, _ db: Database) throws {
        guard let id = account.id else { return }
        let now = try settings.noted(settings.now(), of: id, db)
        guard try KnownBrowser.note(browser, of: id, at: now, db) == .another else { return }
        let isByDay = try settings.keepsDaysOnly(id, db)
        try post(.newDevice, account, values: ["device": device, "network": isByDay ? "" : visitor.client.text], db)
    }

    func response(to stage: SignInStage, next: String) -> Response {
        switch stage {
        case .half(let token):
            let address = SafePath.local(next).map { "/sign-in/factor?next=" + $0.encodedForQuery } ?? "/sign-in/factor"
            var response = Response.redirect(to: address)
            PendingSecondFactorCookie(settings).set(token, in: &response)
            return response
        case .whole(let begun, let device):
            var response = Response.redirect(to: destination(next))
            SessionCookie(settings).set(begun.session, in: &response)
            PendingSecondFactorCookie(settings).clear(in: &response)
            BrowserCookie(settings).set(begun.browser, in: &response)
            if let device { DeviceCookie(of: device.account, settings).set(device.token, in: &response) }
            return response
        }
    }
}

extension SignedInPerson {
    func actor(_ visitor: Visitor) -> Actor {
        Actor(accountID: account.id, name: account.name, address: visitor.client.text, requestID: visitor.id)
    }
}
