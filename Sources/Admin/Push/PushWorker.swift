import HTTPTypes
import Hummingbird
import Web

/// The few lines of a system's worker that only shows what is pushed; what they load is `Public/js/push-worker.js`.
public struct PushWorker: Sendable {
    let home: String
    let renewal: String

    /// - Parameters:
    ///   - home: what the paths of the system's pages begin with, `/campus`.
    ///   - renewal: where the browser sends the new address that its push service gave it.
    public init(home: String, renewal: String) { (self.home, self.renewal) = (home, renewal) }

    /// What `push-worker.js` asks for, to stand before it.
    public var preface: String { "self.push = { home: \"\(home)\", renewal: \"\(renewal)\" };" }

    /// - Parameter assets: where the assets lie, which changes with any of them.
    public func response(assets: String) -> Response {
        let headers: HTTPFields = [
            .contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache", .serviceWorkerAllowed: home,
            .contentSecurityPolicy: Self.policy,
        ]
        let script = "\(preface)\nimportScripts(\"\(assets)/js/push-worker.js\");\n"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: script)))
    }

    /// A worker has no pages to protect, but may load only what is ours.
    public static let policy = "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
}

extension HTTPField.Name {
    public static let serviceWorkerAllowed = Self("Service-Worker-Allowed")!
}
