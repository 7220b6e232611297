import Hummingbird

/// The cookie that holds a session's token. It has no age: a browser that is closed on a shared computer forgets it.
struct SessionCookie {
    let name: String
    let isSecure: Bool

    init(_ settings: AccountSettings) {
        isSecure = settings.secureCookie
        name = settings.secureCookie ? "__Host-portico" : "portico"
    }

    /// The token a request brings, from the cookie only.
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
    /// Whether it comes from a browser that is, or was, signed in at the back office.
    public func bringsSession(_ settings: AccountSettings) -> Bool { SessionCookie(settings).token(in: self) != nil }
}
