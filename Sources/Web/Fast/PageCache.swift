import Hummingbird
import NIOCore
import Synchronization

/// Keeps shared pages until their sources change. A page is shared when only address, language, easy reading and compression shape it.
/// Pages expire within seconds, because time shapes them too. Only one request makes a page; others wait for it, or get the expired one.
/// Without it: leave `WebRouter.Settings.cache` empty, and every page is drawn.
public final class PageCache: RouterMiddleware {
    public typealias Context = Visitor

    private static let maximumPageBytes = 256 << 10
    private static let maximumAddressBytes = 500
    /// A page that changes all the time, or is not shared, is made by each request.
    private static let mostWaits = 2

    private let paths: SharedPaths
    private let sources: any PageSources
    private let lifetime: Duration
    private let isTagged: Bool
    private let shelf: Mutex<Shelf>

    /// `isTagged` names the sources in the answer, for caches that clear by tag.
    public init(
        paths: Set<String>, sources: any PageSources, lifetime: Duration = .seconds(5), capacity: Int = 8 << 20, isTagged: Bool = false
    ) {
        (self.paths, self.isTagged) = (SharedPaths(paths), isTagged)
        self.sources = sources
        self.lifetime = lifetime
        shelf = Mutex(Shelf(capacity: capacity))
    }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        guard let key = key(of: request, for: context) else { return try await next(request, context) }
        var waits = 0
        while true {
            let page = shelf.withLock { $0[key] }
            if let page, isCurrent(page) { return page.answer(to: request) }
            if shelf.withLock({ $0.begin(key) }) {
                defer { end(key) }
                return try await render(key, request, context, next)
            }
            if let page, isUnchanged(page), page.until + lifetime > .now { return page.answer(to: request) }
            guard waits < Self.mostWaits else { return try await render(key, request, context, next) }
            waits += 1
            await wait(for: key)
        }
    }

    private func render(
        _ key: String, _ request: Request, _ context: Visitor, _ next: (Request, Visitor) async throws -> Response
    ) async throws -> Response {
        let (moment, reads) = (sources.moment, PageReads())
        // The whole page is kept, also when this request already has it.
        var head = request.head
        head.headerFields[.ifNoneMatch] = nil
        let whole = Request(head: head, body: request.body)
        var response = try await PageReads.$current.withValue(reads) { try await next(whole, context) }
        guard response.isForAll, isTagged || response.status == .ok else { return response.shortened(for: request) }
        let names = try await sources.names(in: reads.statements)
        if isTagged {
            response.headers[.cacheTag] = names.sorted().joined(separator: ",")
            response.headers[.surrogateKey] = names.sorted().joined(separator: " ")
        }
        guard response.status == .ok, let bytes = try await response.body.bytes(upTo: Self.maximumPageBytes) else {
            return response.shortened(for: request)
        }
        let page = SharedPage(headers: response.headers, bytes: bytes, names: names, moment: moment, until: .now + lifetime)
        shelf.withLock { $0[key] = page }
        return page.answer(to: request)
    }

    private func end(_ key: String) {
        for waiting in shelf.withLock({ $0.end(key) }) { waiting.resume() }
    }

    private func wait(for key: String) async {
        await withCheckedContinuation { continuation in
            let isUnderway = shelf.withLock { $0.join(key, continuation) }
            if !isUnderway { continuation.resume() }
        }
    }

    private func isCurrent(_ page: SharedPage) -> Bool { page.until > .now && isUnchanged(page) }

    private func isUnchanged(_ page: SharedPage) -> Bool {
        page.moment == sources.moment || !sources.haveChanged(page.names, since: page.moment)
    }

    private func key(of request: Request, for visitor: Visitor) -> String? {
        guard request.method == .get, paths.isShared(request) else { return nil }
        let address = request.uri.description
        guard address.utf8.count <= Self.maximumAddressBytes else { return nil }
        let packing = Gzip.isAccepted(request.headers[.acceptEncoding]) ? "gzip" : "plain"
        let linking = visitor.links == nil ? "plain" : "linked"
        // Pages contain links with the host.
        return "\(visitor.language.rawValue) \(visitor.isEasy) \(packing) \(linking) \(request.head.authority ?? "") \(address)"
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
        Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes)).shortened(for: request)
    }
}

extension Response {
    fileprivate func shortened(for request: Request) -> Response {
        guard status == .ok, let known = request.headers[.ifNoneMatch], let tag = headers[.eTag], EntityTag.isListed(tag, in: known) else {
            return self
        }
        return EntityTag.notModified(headers)
    }
}

private struct Shelf {
    let capacity: Int
    private var pages: [String: SharedPage] = [:]
    private var bytes = 0
    private var underway: [String: [CheckedContinuation<Void, Never>]] = [:]

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

    mutating func begin(_ key: String) -> Bool {
        guard underway[key] == nil else { return false }
        underway[key] = []
        return true
    }

    /// Returns false when the page is made already.
    mutating func join(_ key: String, _ continuation: CheckedContinuation<Void, Never>) -> Bool {
        guard underway[key] != nil else { return false }
        underway[key]?.append(continuation)
        return true
    }

    mutating func end(_ key: String) -> [CheckedContinuation<Void, Never>] { underway.removeValue(forKey: key) ?? [] }
}
