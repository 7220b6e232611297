import Hummingbird

/// Compresses text answers with gzip. BREACH needs a secret beside text of the attacker; our pages hold none: CSRF checks use headers, and
/// the session is in a same-site cookie. Answers with a one-time link or recovery codes call `markSecret` and are not compressed.
public struct Compression: RouterMiddleware {
    public typealias Context = Visitor

    private let minimumBytes: Int
    private let maximumBytes = 4 << 20

    /// Shorter answers fit in one packet anyway.
    public init(minimumBytes: Int = 1_000) { self.minimumBytes = minimumBytes }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var response = try await next(request, context)
        guard let type = response.headers[.contentType], Gzip.isWorthPacking(type), response.headers[.contentEncoding] == nil,
            response.status != .partialContent, response.headers[.cacheControl]?.contains("no-transform") != true
        else { return response }
        // Also without compression: a cache must know that a compressed answer exists.
        response.headers.addVary("Accept-Encoding")
        guard Gzip.isAccepted(request.headers[.acceptEncoding]), response.body.contentLength ?? 0 >= minimumBytes,
            let bytes = try await response.body.bytes(upTo: maximumBytes)
        else { return response }
        guard let packed = Gzip.pack(bytes, level: Gzip.quick) else {
            response.body = ResponseBody(byteBuffer: bytes)
            return response
        }
        response.headers[.contentEncoding] = "gzip"
        // A strong tag names exact bytes, and compression changes them.
        if let tag = response.headers[.eTag], !tag.hasPrefix("W/") { response.headers[.eTag] = "W/" + tag }
        response.body = ResponseBody(byteBuffer: packed)
        return response
    }
}

extension Response {
    /// Marks an answer with a secret: not stored and not compressed.
    public mutating func markSecret() { headers[.cacheControl] = "no-store, no-transform" }
}
