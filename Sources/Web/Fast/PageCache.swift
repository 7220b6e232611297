import Hummingbird
import NIOCore
import Synchronization

/// Keeps shared pages until their sources change. A page is shared when only address, language and compression shape it; requests with
/// another cookie or a token are not cached. Pages expire within seconds, because time shapes them too.
/// Without it: leave `WebRouter.Settings.cache` empty, and every page is drawn.
public final class PageCache: RouterMiddleware {
    public typealias Context = Visitor

    private static let maximumPageBytes = 256 << 10
    private static let maximumAddressBytes = 500

    private let paths: Set<String>
    private let sources: any PageSources
    private let lifetime: Duration
    private let shelf: Mutex<Shelf>

    public init(paths: Set<String>, sources: any PageSources, lifetime: Duration = .seconds(5), capacity: Int = 8 << 20) {
        self.paths = paths
        self.sources = sources
        self.lifetime = lifetime
        shelf = Mutex(Shelf(capacity: capacity))
    }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        guard let key = key(of: request, for: context) else { return try await next(request, context) }
        if let page = shelf.withLock({ $0[key] }), isCurrent(page) { return page.answer(to: request) }
        let (moment, reads) = (sources.moment, PageReads())
        let response = try await PageReads.$current.withValue(reads) { try await next(request, context) }
        guard let bytes = try await response.bytesToShare(upTo: Self.maximumPageBytes) else { return response }
        let names = try await sources.names(in: reads.statements)
        let page = SharedPage(headers: response.headers, bytes: bytes, names: names, moment: moment, until: .now + lifetime)
        shelf.withLock { $0[key] = page }
        return page.answer(to: request)
    }

    private func isCurrent(_ page: SharedPage) -> Bool {
        page.until > .now && (page.moment == sources.moment || !sources.haveChanged(page.names, since: page.moment))
    }

    private func key(of request: Request, for visitor: Visitor) -> String? {
        guard request.method == .get, request.headers[.authorization] == nil, request.headers[.range] == nil,
            request.headers[.secondHost] == nil,
            request.headers[.cookie].map({ $0 == "\(Languages.cookie)=\(visitor.language.rawValue)" }) ?? true
        else { return nil }
        let address = request.uri.description
        guard address.utf8.count <= Self.maximumAddressBytes else { return nil }
        let first = address.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: ".") }
        guard paths.contains(String(Substring(first))) else { return nil }
        let packing = Gzip.isAccepted(request.headers[.acceptEncoding]) ? "gzip" : "plain"
        // Pages contain links with the host.
        return "\(visitor.language.rawValue) \(visitor.isEasy) \(packing) \(request.head.authority ?? "") \(address)"
    }
}

public protocol PageSources: Sendable {
    var moment: Int { get }

    func names(in statements: Set<String>) async throws -> Set<String>

    func haveChanged(_ names: Set<String>, since moment: Int) -> Bool
}

public final class PageReads: Sendable {
    @TaskLocal public static var current: PageReads?

    private let collected = Mutex<Set<String>>([])

    public var statements: Set<String> { collected.withLock { $0 } }

    public func add(_ statement: String) { collected.withLock { _ = $0.insert(statement) } }
}

private struct SharedPage {
    let headers: HTTPFields
    let bytes: ByteBuffer
    let names: Set<String>
    let moment: Int
    let until: ContinuousClock.Instant

    func answer(to request: Request) -> Response {
        if let known = request.headers[.ifNoneMatch], let tag = headers[.eTag], EntityTag.isListed(tag, in: known) {
            return EntityTag.notModified(headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }
}

private struct Shelf {
    let capacity: Int
    private var pages: [String: SharedPage] = [:]
    private var bytes = 0

    init(capacity: Int) { self.capacity = capacity }

    subscript(key: String) -> SharedPage? {
        get { pages[key] }
        set {
            bytes += (newValue?.bytes.readableBytes ?? 0) - (pages[key]?.bytes.readableBytes ?? 0)
            pages[key] = newValue
            // Pages live for seconds, so a full cache is simply emptied.
            if bytes > capacity { (pages, bytes) = ([:], 0) }
        }
    }
}

extension Response {
    fileprivate func bytesToShare(upTo limit: Int) async throws -> ByteBuffer? {
        let isKept = headers[.cacheControl].map { !$0.contains("no-store") && !$0.contains("private") } ?? true
        guard status == .ok, headers[.setCookie] == nil, isKept else { return nil }
        return try await body.bytes(upTo: limit)
    }
}
