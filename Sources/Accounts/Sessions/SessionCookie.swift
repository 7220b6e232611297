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
        response.headers.append(.init(name: .setCookie, value: "\(name)=\(token.text)\(attributes)"))
    }

    func clear(in response: inout Response) {
        response.headers.append(.init(name: .setCookie, value: "\(name)=; Max-Age=0\(attributes)"))
    }

    private var attributes: String { "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }
}

extension Request {
    /// Whether the browser has a back-office session, valid or expired.
    public func bringsSession(_ settings: AccountSettings) -> Bool { SessionCookie(settings).token(in: self) != nil }
}
