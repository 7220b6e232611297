import GRDB
import Hummingbird
import Web

enum SignInStage {
    case whole(Token, device: (token: Token, account: Int64)?)
    case half(Token)
}

extension AccountContext {
    /// Begins the session after all factors. `factor` is logged: `password`, `device`, `app`, `recovery` or `passkey`.
    func enter(_ account: Account, with factor: String, _ request: Request, _ visitor: Visitor, _ db: Database) throws -> Token {
        try Attempts.succeed(account.key, from: visitor.client.network, at: settings.noted(settings.now(), of: account.id, db), db)
        // Invalidate the browser's earlier token, whatever its origin.
        if let old = SessionCookie(settings).token(in: request) {
            try Session.filter(Session.Columns.tokenHash == old.hash).deleteAll(db)
        }
        try audit("sign-in.good", account, visitor, db, isActor: true, detail: ["factor": factor])
        let device = Device.words(userAgent: request.headers[.userAgent])
        return try Session.begin(for: account.id!, by: visitor, device: device, settings, db)
    }

    func response(to entrance: SignInStage, next: String) -> Response {
        switch entrance {
        case .half(let token):
            let address = SafePath.local(next).map { "/sign-in/factor?next=" + $0.encodedForQuery } ?? "/sign-in/factor"
            var response = Response.redirect(to: address)
            PendingSecondFactorCookie(settings).set(token, in: &response)
            return response
        case .whole(let token, let device):
            var response = Response.redirect(to: destination(next))
            SessionCookie(settings).set(token, in: &response)
            PendingSecondFactorCookie(settings).clear(in: &response)
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
