import HTTPTypes
import Hummingbird
import NIOCore

/// Finds the client's address behind trusted proxies. `X-Forwarded-For` from other peers is ignored, because anyone can send it.
public struct ClientAddresses: RouterMiddleware {
    public typealias Context = Visitor

    private let trusted: Set<String>

    public init(trustedProxies: [String] = []) {
        trusted = Set(trustedProxies.map { Self.plain($0) ?? $0 })
    }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var context = context
        let peer = context.client
        context.client = client(of: request, peer: peer)
        context.isForwarded = trusted.contains(Self.plain(peer.text) ?? peer.text)
        return try await next(request, context)
    }

    func client(of request: Request, peer: ClientAddress) -> ClientAddress {
        let peerAddress = Self.plain(peer.text) ?? peer.text
        guard trusted.contains(peerAddress), let field = HTTPField.Name("X-Forwarded-For") else { return ClientAddress(peerAddress) }
        // From the right: each proxy appends the peer that it saw. Entries further left come from the client.
        var client = peerAddress
        for hop in request.headers[values: field].joined(separator: ",").split(separator: ",").reversed() {
            guard let address = Self.plain(hop.trimmingSpaces()) else { break }
            client = address
            guard trusted.contains(address) else { break }
        }
        return ClientAddress(client)
    }

    /// Returns the canonical spelling, with mapped IPv4 addresses as IPv4; nil when the text is not an address.
    private static func plain(_ text: String) -> String? {
        guard let address = try? SocketAddress(ipAddress: text, port: 0) else { return nil }
        let network = ClientAddress(text).network
        return network.hasSuffix("/64") ? address.ipAddress : network
    }
}
