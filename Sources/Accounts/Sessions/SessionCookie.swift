import Hummingbird

/// The session's cookie. It has no age, so that shared computers forget it when the browser closes.
struct SessionCookie {
    let name: String
    let isSecure: Bool

    init(_ settings: AccountSettings) {
        isSecure = settings.secureCookie
        name = settings.secureCookie ? "__Host-portico" : "portico"
    }

    func token(in request: Request) -> Token? {
        request.cookie(name).flatMap(Token.init(sent:))
    }

    func set(_ token: Token, in response: inout Response) {
        response.setCookie(.ofSite(name, token.text, isSecure: isSecure))
    }

    func clear(in response: inout Response) {
        response.setCookie(.ofSite(name, "", age: 0, isSecure: isSecure))
    }
}

extension Request {
    /// Whether the browser has a back-office session, valid or expired.
    public func bringsSession(_ settings: AccountSettings) -> Bool { SessionCookie(settings).token(in: self) != nil }
}
