import HTTPTypes
import Hummingbird

/// Adds security headers to every answer, also errors and redirects. Headers already set stay, as for uploaded files.
public struct SecurityHeaders: RouterMiddleware {
    public typealias Context = Visitor

    private let fields: [(HTTPField.Name, String)]

    /// `https` enables HSTS for two years, for this host alone: its subdomains may be other people's. `imageSources` lists other hosts of pictures, such as a tile server.
    public init(https: Bool, imageSources: [String] = []) {
        var all = [
            ("Content-Security-Policy", Self.policy(images: imageSources)),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "same-origin"),
            ("Permissions-Policy", "geolocation=(self), camera=(), microphone=(), payment=(), usb=(), interest-cohort=()"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            // Tile servers do not send the header for require-corp; credentialless loads their pictures without cookies.
            ("Cross-Origin-Embedder-Policy", imageSources.isEmpty ? "require-corp" : "credentialless"),
        ]
        if https { all.append(("Strict-Transport-Security", "max-age=63072000")) }
        fields = all.compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
    }

    /// The names and values that every answer carries.
    public var all: [(name: String, value: String)] { fields.map { ($0.canonicalName, $1) } }

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
            // Inner layers draw error pages; this error was thrown outside them.
            response = (try? error.response(from: request, context: context)) ?? Response(status: error.status)
        } catch {
            context.logger.error("\(request.method.rawValue) \(request.uri.path.escapedForLog(limit: 300)): \(error)")
            response = Response(status: .internalServerError)
        }
        for (name, value) in fields where response.headers[name] == nil { response.headers[name] = value }
        if response.headers[.cacheControl] == nil {
            // Pages may be stored but must be revalidated; see `ConditionalRequests`. Errors are not stored.
            response.headers[.cacheControl] = response.status.code < 400 ? "private, no-cache" : "no-store"
        }
        return request.method == .head ? response.withoutBody : response
    }
}

extension Response {
    fileprivate var withoutBody: Response { Response(status: status, headers: headers) }
}
