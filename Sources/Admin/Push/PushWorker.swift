import HTTPTypes
import Hummingbird
import Web

/// The service worker of a system, which only shows notifications; it loads `Public/js/push-worker.js`.
public struct PushWorker: Sendable {
    let home: String
    let renewal: String

    /// Takes the path prefix of the system's pages, such as `/campus`, and the address that receives a renewed subscription.
    public init(home: String, renewal: String) { (self.home, self.renewal) = (home, renewal) }

    /// The settings that `push-worker.js` expects before it.
    public var preface: String { "self.push = { home: \"\(home)\", renewal: \"\(renewal)\" };" }

    /// - Parameter assets: the assets path, which changes with every asset.
    public func response(assets: String) -> Response {
        let headers: HTTPFields = [
            .contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache", .serviceWorkerAllowed: home,
            .contentSecurityPolicy: Self.policy,
        ]
        let script = "\(preface)\nimportScripts(\"\(assets)/js/push-worker.js\");\n"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: script)))
    }

    /// The worker may load only the site's own scripts.
    public static let policy = "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
}

extension HTTPField.Name {
    public static let serviceWorkerAllowed = Self("Service-Worker-Allowed")!
}
