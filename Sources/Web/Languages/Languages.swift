import Hummingbird

/// Chooses the language: address, cookie, browser, English if unsupported, or the site's if none is requested. The account's applies later.
public struct Languages: RouterMiddleware {
    public typealias Context = Visitor

    private let fallback: @Sendable () -> Language

    public init(fallback: @escaping @Sendable () -> Language = { .english }) { self.fallback = fallback }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var context = context
        if let address = context.address {
            (context.language, context.isEasy) = (address.language, address.isEasy)
            return try await next(request, context)
        }
        let chosen = request.cookie(Self.cookie).flatMap(Language.init(rawValue:))
        context.language = chosen ?? Self.preferred(request.headers[.acceptLanguage]) ?? fallback()
        context.isEasy = request.cookie(Self.easyCookie) == "yes" || Self.isEasyAsked(request.headers[.acceptLanguage])
        var response = try await next(request, context)
        if response.headers[.contentLanguage] != nil { response.headers.addVary("Accept-Language", "Cookie") }
        return response
    }

    private static func preferred(_ header: String?) -> Language? {
        guard let header, !header.trimmingSpaces().isEmpty else { return nil }
        return Language(acceptLanguage: header) ?? (header.contains("*") ? nil : .english)
    }

    /// `it-simple` is the tag of easy-to-read pages, so clients without cookies can request them by header.
    private static func isEasyAsked(_ header: String?) -> Bool {
        header?.split(separator: ",").first?.split(separator: ";").first?.trimmingSpaces().lowercased().hasSuffix("-simple") ?? false
    }

    public static let cookie = "language"

    private static let easyCookie = "easy-to-read"

    /// The cookies that only choose the form of a page.
    static let choices = [cookie, easyCookie]

    public static func choice(of language: Language, https: Bool) -> Cookie { makeCookie(cookie, language.rawValue, https) }

    /// The easy-to-read cookie, kept for a year; false deletes it.
    public static func choice(isEasy: Bool, https: Bool) -> Cookie { makeCookie(easyCookie, isEasy ? "yes" : "", https) }

    private static func makeCookie(_ name: String, _ value: String, _ https: Bool) -> Cookie {
        .ofSite(name, value, age: value.isEmpty ? 0 : 365 * 24 * 3600, isSecure: https)
    }
}

extension HTTPFields {
    mutating func addVary(_ names: String...) {
        var known = (self[.vary] ?? "").split(separator: ",").map { $0.trimmingSpaces() }
        for name in names where !known.contains(where: { $0.lowercased() == name.lowercased() }) { known.append(name) }
        self[.vary] = known.joined(separator: ", ")
    }
}
