import Hummingbird
import Logging
import NIOCore
import Synchronization

/// The sender of a request, and the program's only request context. Stricter types (`SignedIn`) are made from it.
public struct Visitor: RequestContext {
    public var coreContext: CoreRequestContextStorage

    /// The peer, or the address that the trusted proxy reports.
    public var client: ClientAddress

    /// The other end of the connection, which may be a proxy.
    public let peer: ClientAddress

    public var language: Language = .english

    public var isEasy = false

    /// The language that the address names; then cookies do not count.
    public internal(set) var address: LanguageAddress?

    var links: LanguageLinks?

    public var person: (any VisitorIdentity)? {
        didSet {
            notes.person = person
            if person?.isProved ?? false { budget.prove() }
        }
    }

    public let budget = RequestBudget()

    public internal(set) var isForwarded = false

    let notes = RequestNotes()

    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = ClientAddress(source.channel.remoteAddress?.ipAddress ?? "")
        client = peer
    }

    /// Guards only Hummingbird's decoding, which is not used; forms have their own limits.
    public var maxUploadSize: Int { 64 * 1024 }
}

/// Passes values outwards: contexts are copied inwards, but all copies share this object, so the log learns who is signed in.
final class RequestNotes: Sendable {
    private let stored = Mutex<(any VisitorIdentity)?>(nil)

    var person: (any VisitorIdentity)? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

public protocol VisitorIdentity: Sendable {
    var displayName: String { get }
    var language: Language? { get }
    /// The role whose pages are shown instead of the person's own.
    var viewing: String? { get }
    /// Whether logs must omit the time of day.
    var keepsDaysOnly: Bool { get }
    var isProved: Bool { get }
}

extension VisitorIdentity {
    public var viewing: String? { nil }
    public var keepsDaysOnly: Bool { false }
    public var isProved: Bool { true }
}

/// A client address. Attempts count by whole IPv4 address, and for IPv6 by /64 and larger networks.
public struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    public init(_ text: String) { self.text = text }

    public var description: String { text }

    public struct Network: Hashable, Sendable {
        public let name: String
        /// The allowance of this network as a multiple of one /64.
        public let weight: Int
    }

    /// For IPv6 the /64 of one network, the /56 of a home and the /48 of a company.
    public var networks: [Network] {
        let network = network
        guard network.hasSuffix("/64") else { return [Network(name: network, weight: 1)] }
        let bytes = network.dropLast(3).split(separator: "-")
        return [
            Network(name: network, weight: 1), Network(name: bytes.prefix(7).joined(separator: "-") + "/56", weight: 2),
            Network(name: bytes.prefix(6).joined(separator: "-") + "/48", weight: 8),
        ]
    }

    public var network: String {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
        guard let address = try? SocketAddress(ipAddress: text, port: 0), case .v6(let v6) = address else { return text }
        return withUnsafeBytes(of: v6.address.sin6_addr) { bytes in
            if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
                return bytes.suffix(4).map(String.init).joined(separator: ".")
            }
            return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: "-") + "/64"
        }
    }
}
