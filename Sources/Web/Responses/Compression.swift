import Hummingbird

/// Packs text answers with gzip.
///
/// Packing can betray a secret that stands in a page together with text that an attacker chooses (BREACH): he asks again and again and
/// watches the length. Our pages hold no such secret: requests are judged by headers, so no form carries a token, and the session's is only
/// in a cookie that is sent `SameSite=Lax`. The few answers that do hold a secret, a one-time link or recovery codes, say so with
/// `markSecret`, and are then left as they are.
public struct Compression: RouterMiddleware {
    public typealias Context = Visitor

    private let minimumBytes: Int
    private let maximumBytes = 4 << 20

    /// - Parameter minimumBytes: shorter answers fit in one packet anyway.
    public init(minimumBytes: Int = 1_000) { self.minimumBytes = minimumBytes }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var response = try await next(request, context)
        guard let type = response.headers[.contentType], Gzip.isWorthPacking(type), response.headers[.contentEncoding] == nil,
            response.status != .partialContent, response.headers[.cacheControl]?.contains("no-transform") != true
        else { return response }
        // Also when this answer is not packed: a cache must know that another could be.
        response.headers.addVary("Accept-Encoding")
        guard Gzip.isAccepted(request.headers[.acceptEncoding]), response.body.contentLength ?? 0 >= minimumBytes,
            let bytes = try await response.body.bytes(upTo: maximumBytes)
        else { return response }
        guard let packed = Gzip.pack(bytes, level: Gzip.quick) else {
            response.body = ResponseBody(byteBuffer: bytes)
            return response
        }
        response.headers[.contentEncoding] = "gzip"
        // A strong tag names exact bytes, and these are others.
        if let tag = response.headers[.eTag], !tag.hasPrefix("W/") { response.headers[.eTag] = "W/" + tag }
        response.body = ResponseBody(byteBuffer: packed)
        return response
    }
}

extension Response {
    /// Marks an answer that holds a secret: kept nowhere, and not packed together with anything that others have chosen.
    public mutating func markSecret() { headers[.cacheControl] = "no-store, no-transform" }
}
