import Crypto
import Hummingbird
import NIOCore

/// Answers 304 when the browser has the same page. The tag is weak, because a page may be sent compressed or not.
public struct ConditionalRequests: RouterMiddleware {
    public typealias Context = Visitor

    private let maximumBytes = 1 << 20

    public init() {}

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var response = try await next(request, context)
        guard request.method == .get || request.method == .head, response.status == .ok, response.headers[.setCookie] == nil,
            response.headers[.cacheControl]?.contains("no-store") != true
        else { return response }
        if response.headers[.eTag] == nil, let bytes = try await response.body.bytes(upTo: maximumBytes) {
            response.body = ResponseBody(byteBuffer: bytes)
            response.headers[.eTag] = EntityTag.of(bytes)
        }
        guard let tag = response.headers[.eTag], let known = request.headers[.ifNoneMatch], EntityTag.isListed(tag, in: known) else {
            return response
        }
        return EntityTag.notModified(response.headers)
    }
}

enum EntityTag {
    static func of(_ bytes: ByteBuffer) -> String {
        let digest = bytes.withUnsafeReadableBytes { SHA256.hash(data: $0) }
        return "W/\"" + digest.prefix(12).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "\""
    }

    /// Weak comparison (RFC 9110, 13.1.2).
    static func isListed(_ tag: String, in header: String) -> Bool {
        let strong: (String) -> Substring = { $0.hasPrefix("W/") ? $0.dropFirst(2) : $0[...] }
        return header.split(separator: ",").map { $0.trimmingSpaces() }.contains { $0 == "*" || strong($0) == strong(tag) }
    }

    static func notModified(_ headers: HTTPFields) -> Response {
        var response = Response(status: .notModified, headers: headers)
        let describing: [HTTPFields.Element.Name] = [.contentLength, .contentType, .contentLanguage, .contentEncoding]
        for name in describing { response.headers[name] = nil }
        return response
    }
}
