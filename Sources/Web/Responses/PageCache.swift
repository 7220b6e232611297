import Hummingbird
import NIOCore
import Synchronization

/// Keeps the pages that all visitors share as they were sent, until something that they were made of changes.
///
/// A page is shared when nothing but its address, the language and the packing can have shaped it: whoever sends a cookie beside that of
/// the language, or a token, gets a page of his own. It is kept for seconds only, because time shapes pages too: what begins at noon must
/// be there soon after noon.
public final class PageCache: RouterMiddleware {
    public typealias Context = Visitor

    private static let maximumPageBytes = 256 << 10
    private static let maximumAddressBytes = 500

    private let paths: Set<String>
    private let sources: any PageSources
    private let lifetime: Duration
    private let shelf: Mutex<Shelf>

    /// - Parameters:
    ///   - paths: the first parts of the addresses whose pages may be shared.
    ///   - sources: what they are made of.
    ///   - lifetime: how long a page may lag behind the clock.
    ///   - capacity: bytes of all pages together.
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

    /// Everything that shapes a shared page; nil for a request whose page is not shared.
    private func key(of request: Request, for visitor: Visitor) -> String? {
        // A second Host is refused further inside, whether the page is kept or not.
        guard request.method == .get, request.headers[.authorization] == nil, request.headers[.range] == nil,
            request.headers[.secondHost] == nil,
            request.headers[.cookie].map({ $0 == "\(Languages.cookie)=\(visitor.language.rawValue)" }) ?? true
        else { return nil }
        let address = request.uri.description
        guard address.utf8.count <= Self.maximumAddressBytes else { return nil }
        let first = address.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: ".") }
        guard paths.contains(String(Substring(first))) else { return nil }
        let packing = Gzip.isAccepted(request.headers[.acceptEncoding]) ? "gzip" : "plain"
        // The host is part of the links that a page gives to be used elsewhere.
        return "\(visitor.language.rawValue) \(visitor.isEasy) \(packing) \(request.head.authority ?? "") \(address)"
    }
}

/// What pages are made of, and when that changed.
public protocol PageSources: Sendable {
    /// Counts the changes.
    var moment: Int { get }

    /// The names of what statements read.
    func names(in statements: Set<String>) async throws -> Set<String>

    /// Whether one of them has changed after a moment.
    func haveChanged(_ names: Set<String>, since moment: Int) -> Bool
}

/// The statements that a page asks the database, collected while the page is made.
public final class PageReads: Sendable {
    @TaskLocal public static var current: PageReads?

    private let collected = Mutex<Set<String>>([])

    public var statements: Set<String> { collected.withLock { $0 } }

    public func add(_ statement: String) { collected.withLock { _ = $0.insert(statement) } }
}

/// A page as it was sent.
private struct SharedPage {
    let headers: HTTPFields
    let bytes: ByteBuffer
    /// What it was made of.
    let names: Set<String>
    /// The moment before anything was read for it.
    let moment: Int
    let until: ContinuousClock.Instant

    func answer(to request: Request) -> Response {
        if let known = request.headers[.ifNoneMatch], let tag = headers[.eTag], EntityTag.isListed(tag, in: known) {
            return EntityTag.notModified(headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }
}

/// Pages by what shaped them, no more than fit.
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
            // Pages live for seconds: what is asked for is soon there again.
            if bytes > capacity { (pages, bytes) = ([:], 0) }
        }
    }
}

extension Response {
    /// The bytes of a page that others may get too; nil when it was made for one visitor, or is none.
    fileprivate func bytesToShare(upTo limit: Int) async throws -> ByteBuffer? {
        let isKept = headers[.cacheControl].map { !$0.contains("no-store") && !$0.contains("private") } ?? true
        guard status == .ok, headers[.setCookie] == nil, isKept else { return nil }
        return try await body.bytes(upTo: limit)
    }
}
