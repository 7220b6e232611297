import Hummingbird

/// Chooses the language to answer in: the one chosen by hand, else the browser's, else English for whoever asks only for languages that we
/// do not have, and the site's own for whoever asks for none. An account's own choice comes later, where the account is known.
public struct Languages: RouterMiddleware {
    public typealias Context = Visitor

    private let fallback: @Sendable () -> Language

    /// - Parameter fallback: the site's own language, asked anew for each request.
    public init(fallback: @escaping @Sendable () -> Language = { .english }) { self.fallback = fallback }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var context = context
        let chosen = request.cookie(Self.cookie).flatMap(Language.init(rawValue:))
        context.language = chosen ?? Self.asked(request.headers[.acceptLanguage]) ?? fallback()
        context.isEasy = request.cookie(Self.easyCookie) == "yes" || Self.isEasyAsked(request.headers[.acceptLanguage])
        var response = try await next(request, context)
        if response.headers[.contentLanguage] != nil { response.headers.addVary("Accept-Language", "Cookie") }
        return response
    }

    /// nil where any will do.
    private static func asked(_ header: String?) -> Language? {
        guard let header, !header.trimmingSpaces().isEmpty else { return nil }
        return Language(acceptLanguage: header) ?? (header.contains("*") ? nil : .english)
    }

    /// `it-simple`, as a page that was read easily calls its language: whoever copies it without cookies gets the same.
    private static func isEasyAsked(_ header: String?) -> Bool {
        header?.split(separator: ",").first?.split(separator: ";").first?.trimmingSpaces().lowercased().hasSuffix("-simple") ?? false
    }

    /// The name of the cookie that keeps a choice.
    public static let cookie = "language"

    /// The same for whoever wants texts easy to read.
    private static let easyCookie = "easy-to-read"

    /// The cookie that keeps a visitor's choice for a year. Not secret, and read by the server only.
    public static func choice(of language: Language, https: Bool) -> Cookie { kept(cookie, language.rawValue, https) }

    /// As `choice`; one that says no takes the cookie away.
    public static func choice(isEasy: Bool, https: Bool) -> Cookie { kept(easyCookie, isEasy ? "yes" : "", https) }

    private static func kept(_ name: String, _ value: String, _ https: Bool) -> Cookie {
        let age = value.isEmpty ? 0 : 365 * 24 * 3600
        return Cookie(name: name, value: value, maxAge: age, path: "/", secure: https, httpOnly: true, sameSite: .lax)
    }
}

extension HTTPFields {
    /// Says that the answer depends on these request fields.
    mutating func addVary(_ names: String...) {
        var known = (self[.vary] ?? "").split(separator: ",").map { $0.trimmingSpaces() }
        for name in names where !known.contains(where: { $0.lowercased() == name.lowercased() }) { known.append(name) }
        self[.vary] = known.joined(separator: ", ")
    }
}
