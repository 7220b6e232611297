import GRDB
import Hummingbird
import Web

/// How far somebody has come in.
enum SignInStage {
    case whole(Token, device: (token: Token, account: Int64)?)
    /// The second factor is owed.
    case half(Token)
}

extension AccountPages {
    /// Begins the session of somebody who has shown everything that is asked for.
    /// - Parameter factor: what was shown last, for the log: `password`, `device`, `app`, `recovery`, `passkey`.
    func enter(_ account: Account, with factor: String, _ request: Request, _ visitor: Visitor, _ db: Database) throws -> Token {
        try Attempts.succeed(account.key, from: visitor.client.network, at: settings.noted(settings.now(), of: account.id, db), db)
        // The token that the browser had before is worth nothing any more, whoever gave it to the browser.
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
    /// As the audit log names this person.
    func actor(_ visitor: Visitor) -> Actor {
        Actor(accountID: account.id, name: account.name, address: visitor.client.text, requestID: visitor.id)
    }
}
