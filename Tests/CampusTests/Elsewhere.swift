import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization

@testable import Campus

/// A site elsewhere, on a real port of this machine, with good and bad feeds.
final class Elsewhere: Sendable {
    private let pages = Mutex<[String: (text: String, etag: String)]>([:])
    private let questions = Mutex<[(path: String, etag: String)]>([])
    private let port = Mutex(0)

    /// Runs a test beside it, with a newsroom that is allowed to call it.
    static func serve(_ test: @escaping @Sendable (Elsewhere, NewsFixture) async throws -> Void) async throws {
        let (away, room) = (Elsewhere(), try await NewsFixture(neighbours: ["127.0.0.1"]))
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let application = Application(
            router: away.router(), configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: logger)
        try await application.test(.live) { client in
            away.port.withLock { $0 = client.port ?? 0 }
            try await test(away, room)
        }
    }

    func address(_ path: String, host: String = "127.0.0.1") -> String { "http://\(host):\(port.withLock { $0 })\(path)" }

    func set(_ path: String, _ text: String, etag: String = "") { pages.withLock { $0[path] = (text, etag) } }

    /// What was asked for with `If-None-Match`, in turn.
    func asked(_ path: String) -> [String] { questions.withLock { all in all.filter { $0.path == path }.map(\.etag) } }

    /// A feed of articles by identity, title and, where it matters, date.
    static func rss(_ items: [(String, String)]) -> String { rss(items.map { ($0.0, $0.1, "") }) }

    static func rss(_ items: [(String, String, String)]) -> String {
        let inner = items.map { id, title, date in
            "<item><guid isPermaLink=\"false\">\(id)</guid><title>\(title)</title><link>https://example.org/\(id)</link><pubDate>\(date)</pubDate></item>"
        }
        return "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Blog</title>\(inner.joined())</channel></rss>"
    }

    private func router() -> Router<BasicRequestContext> {
        let router = Router()
        // Fifty megabytes, a piece at a time.
        router.get("large") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    let piece = ByteBuffer(repeating: 0x20, count: 1 << 20)
                    for _ in 0..<50 { try await writer.write(piece) }
                    try await writer.finish(nil)
                })
        }
        router.get("slow") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    for _ in 0..<60 {
                        try await writer.write(ByteBuffer(string: " "))
                        try await Task.sleep(for: .milliseconds(500))
                    }
                    try await writer.finish(nil)
                })
        }
        router.get("image") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "image/png"],
                body: .init(byteBuffer: ByteBuffer(bytes: [0x89, 0x50, 0x4E, 0x47, 0, 1])))
        }
        router.get("round") { _, _ in Response.redirect(to: "/round", type: .found) }
        router.get("moved") { _, _ in Response.redirect(to: "/feed#top", type: .permanent) }
        router.get("inside") { [self] _, _ in Response.redirect(to: address("/feed", host: "localhost"), type: .found) }
        router.get("{name}") { [self] request, _ in
            let path = request.uri.path
            questions.withLock { $0.append((path, request.headers[.ifNoneMatch] ?? "")) }
            guard let page = pages.withLock({ $0[path] }) else { return Response(status: .notFound) }
            if !page.etag.isEmpty, request.headers[.ifNoneMatch] == page.etag { return Response(status: .notModified) }
            let headers: HTTPFields = page.etag.isEmpty ? [:] : [.eTag: page.etag]
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: page.text)))
        }
        return router
    }
}
