import HTTPTypes
import Hummingbird

/// Puts the headers that protect visitors on every answer. It stands outside of everything, so that errors and redirects carry them too.
///
/// A header that an answer already has is left alone: an uploaded file is sent with a stricter policy of its own.
public struct SecurityHeaders: RouterMiddleware {
    public typealias Context = Visitor

    private let fields: [(HTTPField.Name, String)]

    /// - Parameters:
    ///   - https: the site is reached by HTTPS, and browsers shall remember that for two years.
    ///   - imageSources: other hosts that pictures may come from, such as a server of map tiles.
    public init(https: Bool, imageSources: [String] = []) {
        var all = [
            ("Content-Security-Policy", Self.policy(images: imageSources)),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "same-origin"),
            ("Permissions-Policy", "geolocation=(self), camera=(), microphone=(), payment=(), usb=(), interest-cohort=()"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            // Tile servers do not send the header that require-corp asks for; credentialless loads their pictures without cookies.
            ("Cross-Origin-Embedder-Policy", imageSources.isEmpty ? "require-corp" : "credentialless"),
        ]
        if https { all.append(("Strict-Transport-Security", "max-age=63072000; includeSubDomains")) }
        fields = all.compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
    }

    /// What a page may load, from here and from these hosts.
    public static func policy(images: [String] = [], media: [String] = []) -> String {
        [
            "default-src 'none'", "script-src 'self'", "style-src 'self'",
            "img-src \((["'self'", "data:"] + images).joined(separator: " "))",
            "font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "media-src \((["'self'"] + media).joined(separator: " "))",
            "worker-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
        ].joined(separator: "; ")
    }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            // Error pages are drawn further inside. What still comes here was thrown outside of them.
            response = (try? error.response(from: request, context: context)) ?? Response(status: error.status)
        } catch {
            context.logger.error("\(request.method.rawValue) \(request.uri.path.escapedForLog(limit: 300)): \(error)")
            response = Response(status: .internalServerError)
        }
        for (name, value) in fields where response.headers[name] == nil { response.headers[name] = value }
        if response.headers[.cacheControl] == nil {
            // Pages may be kept, but must be asked about each time: see Conditional. Errors are not kept.
            response.headers[.cacheControl] = response.status.code < 400 ? "private, no-cache" : "no-store"
        }
        return request.method == .head ? response.withoutBody : response
    }
}

extension Response {
    /// The answer to HEAD: all that GET says, without the body.
    fileprivate var withoutBody: Response { Response(status: status, headers: headers) }
}
