import Foundation
import Hummingbird
import NIOCore
import Synchronization

/// Serves styles, scripts and images from memory. The address changes with the files, so browsers keep them for a year.
public final class Assets: RouterMiddleware {
    public typealias Context = Visitor

    public var sheets: Set<String> { loaded.withLock { $0.sheets } }

    public var prefix: String { "/assets/" + (reloads ? "development" : loaded.withLock { $0.hash }) }

    public let folder: String
    private let mounts: [String: String]
    private let reloads: Bool
    private let loaded: Mutex<AssetFiles>
    private let checked = Mutex(Date.distantPast)

    /// Throws `StartProblems`. Missing `mounts` are left out; `reloads` follows changed files, for development.
    public init(folder: String = "Public", mounts: [String: String] = [:], reloads: Bool = false) throws {
        self.folder = folder
        self.mounts = mounts
        self.reloads = reloads
        loaded = Mutex(try AssetFiles(folder: folder, mounts: mounts))
    }

    public func has(_ path: String) -> Bool { loaded.withLock { $0.files[path] != nil } }

    public var paths: [String] { loaded.withLock { $0.files.keys.sorted() } }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let path = request.uri.path
        guard path.hasPrefix("/assets/") || path == "/favicon.ico" || path == "/robots.txt" else { return try await next(request, context) }
        guard request.method == .get || request.method == .head else { throw HTTPError(.methodNotAllowed, headers: [.allow: "GET, HEAD"]) }
        if reloads { reloadIfChanged() }
        let files = loaded.withLock { $0 }
        switch path {
        case "/favicon.ico":
            // Browsers request it on their own where no page names an icon.
            guard let icon = files.files["images/favicon.svg"] ?? files.files["favicon.ico"] else {
                return Response(status: .noContent, headers: [.cacheControl: Self.aDay])
            }
            return answer(try content(of: icon), icon.type, request, caching: Self.aDay)
        case "/robots.txt":
            guard let robots = files.files["robots.txt"] else { return self.robots(Self.robots, for: request) }
            return answer(try content(of: robots), robots.type, request, caching: Self.aDay)
        default:
            let parts = path.split(separator: "/", maxSplits: 2)
            guard parts.count == 3, let name = String(parts[2]).removingPercentEncoding, let asset = files.files[name] else {
                throw HTTPError(.notFound)
            }
            // Pages from before an update use the old address, and files may change: both get the current content, but not for a year.
            let content = try content(of: asset)
            let isCurrent = parts[1] == files.hash && content.isAsListed && !reloads
            return answer(content, asset.type, request, caching: isCurrent ? "public, max-age=31536000, immutable" : "no-cache")
        }
    }

    private static let aDay = "public, max-age=86400"

    static let robots = "User-agent: *\nDisallow: /admin\nDisallow: /api\nDisallow: /sign-in\n"

    func robots(_ text: String, for request: Request) -> Response {
        let bytes = ByteBuffer(string: text)
        let content = Asset.Content(bytes: bytes, packed: nil, tag: EntityTag.of(bytes), isAsListed: true)
        return answer(content, "text/plain; charset=utf-8", request, caching: Self.aDay)
    }

    private func content(of asset: Asset) throws -> Asset.Content {
        do { return try asset.content() } catch { throw HTTPError(.notFound) }
    }

    private func answer(_ content: Asset.Content, _ type: String, _ request: Request, caching: String) -> Response {
        var headers: HTTPFields = [.contentType: type, .cacheControl: caching, .eTag: content.tag]
        var bytes = content.bytes
        if let packed = content.packed {
            headers.addVary("Accept-Encoding")
            if Gzip.isAccepted(request.headers[.acceptEncoding]) {
                headers[.contentEncoding] = "gzip"
                bytes = packed
            }
        }
        if let known = request.headers[.ifNoneMatch], EntityTag.isListed(content.tag, in: known) { return EntityTag.notModified(headers) }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }

    private func reloadIfChanged() {
        let isTime = checked.withLock { last in
            guard Date.now.timeIntervalSince(last) > 0.5 else { return false }
            last = .now
            return true
        }
        guard isTime, AssetFiles.newest(in: folder) > loaded.withLock({ $0.newest }) else { return }
        // A file may be in the middle of a save: keep the old files and try again at the next request.
        guard let fresh = try? AssetFiles(folder: folder, mounts: mounts) else { return }
        loaded.withLock { $0 = fresh }
    }
}
