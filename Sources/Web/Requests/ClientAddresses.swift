import HTTPTypes
import Hummingbird
import NIOCore

/// Finds out who asks when a proxy stands before us. Only the named proxies are believed: anybody can write `X-Forwarded-For`.
public struct ClientAddresses: RouterMiddleware {
    public typealias Context = Visitor

    private let trusted: Set<String>

    /// - Parameter trustedProxies: addresses of proxies, as they appear as peers.
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
        // From the right: each proxy adds the peer it saw, what stands further left was sent by the client itself.
        var client = peerAddress
        for hop in request.headers[values: field].joined(separator: ",").split(separator: ",").reversed() {
            guard let address = Self.plain(hop.trimmingSpaces()) else { break }
            client = address
            guard trusted.contains(address) else { break }
        }
        return ClientAddress(client)
    }

    /// The address in its usual spelling, an IPv4 one never as IPv6; nil when it is none.
    private static func plain(_ text: String) -> String? {
        guard let address = try? SocketAddress(ipAddress: text, port: 0) else { return nil }
        let network = ClientAddress(text).network
        return network.hasSuffix("/64") ? address.ipAddress : network
    }
}
