import Admin
import GRDB
import Hummingbird
import NIOCore
import Web

/// Shows every visitor that the site is being set up, while it is.
struct SetupGate: Sendable {
    let progress: SetupProgress
    let database: any DatabaseWriter
    let pages: Pages

    /// The wizard, what it needs, and what looks whether the program runs.
    private static let passing: Set<Substring> = ["setup", "language", "health", "metrics", "doctor"]

    @Sendable func answer(_ request: Request, _ visitor: Visitor) async throws -> Response? {
        guard progress.isOpen else { return nil }
        let first = request.uri.path.split(separator: "/").first ?? ""
        guard !Self.passing.contains(first) else { return nil }
        if try await database.read(SetupState.hasSite) {
            // A command has made it.
            progress.close()
            return nil
        }
        let words = pages.words(for: visitor)
        let heading = words("setup.closed.heading")
        guard first != "api" else { return problem(heading, words("setup.closed.lead")) }
        var page = try pages.page(
            "portal/setup/notice",
            [
                "title": heading, "heading": heading, "lead": words("setup.closed.lead"), "text": words("setup.closed.text"),
                "command": "sudo journalctl -u portico", "here": false, "signIn": false, "path": "/",
            ], for: visitor, request: request, status: .serviceUnavailable)
        page.headers[.cacheControl] = "no-store"
        page.headers[.retryAfter] = "60"
        return page
    }

    private func problem(_ title: String, _ detail: String) -> Response {
        let problem: JSON = .values([
            "type": .text("about:blank"), "title": .text(title), "status": .number(503), "detail": .text(detail),
        ])
        return Response(
            status: .serviceUnavailable,
            headers: [.contentType: "application/problem+json", .cacheControl: "no-store", .retryAfter: "60"],
            body: .init(byteBuffer: ByteBuffer(string: problem.compact)))
    }
}
