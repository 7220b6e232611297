import Hummingbird
import Logging
import NIOCore
import Synchronization

/// What is known of the sender of a request: the one context type of the program. Stricter types (`SignedIn`) are made from it.
public struct Visitor: RequestContext {
    public var coreContext: CoreRequestContextStorage

    /// Where the request comes from: the peer, or what the trusted proxy says.
    public var client: ClientAddress

    /// The language to answer in; set by `Languages` from account, cookie and header.
    public var language: Language = .english

    /// Whether texts come easy to read where they are there so; set by `Languages` from a cookie.
    public var isEasy = false

    /// Whoever is signed in; put here by the session middleware of `Accounts`, which is also the only one to read it back.
    public var person: (any Person)? {
        didSet {
            notes.person = person
            if person?.isProved ?? false { budget.prove() }
        }
    }

    /// What the request may cost; shared by all copies.
    public let budget = RequestBudget()

    /// Whether a trusted proxy says where it comes from.
    var isForwarded = false

    /// What the inner layers leave for the outer ones.
    let notes = RequestNotes()

    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        client = ClientAddress(source.channel.remoteAddress?.ipAddress ?? "")
    }

    /// Form bodies have their own limits, see `Form`; this one guards only Hummingbird's own decoding, which we do not use.
    public var maxUploadSize: Int { 64 * 1024 }
}

/// A context is copied on its way inwards, so access log and error pages, which stand outside, would never learn who signed in further
/// inside. This one object is shared by all copies.
final class RequestNotes: Sendable {
    private let stored = Mutex<(any Person)?>(nil)

    var person: (any Person)? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

/// Who a visitor is, as far as the toolkit must know.
public protocol Person: Sendable {
    /// The name shown on pages.
    var displayName: String { get }
    /// The language the person chose, nil to follow the browser.
    var language: Language? { get }
    /// The role whose pages are shown instead of the person's own; nil as a rule.
    var viewing: String? { get }
    /// Whether a session or a token shows who it is; others get the budget of strangers.
    var isProved: Bool { get }
}

extension Person {
    public var viewing: String? { nil }
    public var isProved: Bool { true }
}

/// An address that attempts are counted for: IPv4 whole, IPv6 by its /64, and by what one customer of a provider may hold besides.
public struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    public init(_ text: String) { self.text = text }

    public var description: String { text }

    /// A part of the internet to count attempts by.
    public struct Network: Hashable, Sendable {
        public let name: String
        /// How many times as much as from one /64 may come from it.
        public let weight: Int
    }

    /// The parts that it lies in: of IPv6 the /64 of one network, the /56 of a home and the /48 of a firm.
    public var networks: [Network] {
        let network = network
        guard network.hasSuffix("/64") else { return [Network(name: network, weight: 1)] }
        let bytes = network.dropLast(3).split(separator: "-")
        return [
            Network(name: network, weight: 1), Network(name: bytes.prefix(7).joined(separator: "-") + "/56", weight: 2),
            Network(name: bytes.prefix(6).joined(separator: "-") + "/48", weight: 8),
        ]
    }

    /// The part to count attempts by.
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
