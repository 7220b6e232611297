import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Requests to addresses given by people: never to the private network, without redirects, limited in time and size.
public struct Outgoing: Sendable {
    public struct Answer: Sendable {
        public var status: Int?
        public var headers = HTTPHeaders()
        public var text = ""
        /// Nil for success; else `name`, `private`, `connection`, `time`, or `status` for anything but 2xx.
        public var error: String?
    }

    /// Allows private network addresses, for programs on the same network.
    let allowsPrivate: Bool

    static let patience = Duration.seconds(10)
    private static let readBytes = 64 << 10
    private static let keptBytes = 1 << 10

    private let neighbours: Set<String>

    public init(allowsPrivate: Bool, neighbours: Set<String> = []) {
        (self.allowsPrivate, self.neighbours) = (allowsPrivate, neighbours)
    }

    /// Resolves and checks an address; returns nil with the reason if it must not be called.
    public func target(of address: String) async -> (host: String, target: NetworkAddress?, error: String?) {
        guard let url = Self.url(address), let host = url.host, !host.isEmpty else { return ("", nil, "name") }
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let all = await NetworkAddress.all(of: name)
        guard let first = all.first else { return (host, nil, "name") }
        // One private address is enough to refuse: the next lookup could choose it.
        guard allowsPrivate || neighbours.contains(name) || all.allSatisfy(\.isPublic) else { return (host, nil, "private") }
        return (host, first, nil)
    }

    /// Parses an allowed address with an ASCII host: the name looked up here must equal, byte by byte, the one of the connection.
    public static func url(_ address: String) -> URL? {
        guard var parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            parts.user == nil, parts.password == nil, parts.fragment == nil, let host = parts.host?.lowercased(), !host.isEmpty,
            host.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || ".-:[]".utf8.contains($0) })
        else { return nil }
        // An invalid port would crash the program, not only fail the request.
        let namesPort = parts.rangeOfPort.map { !$0.isEmpty } ?? false
        guard !namesPort || parts.port.map({ (1...65_535).contains($0) }) == true else { return nil }
        (parts.scheme, parts.host) = (scheme, host)
        guard let url = parts.url, url.host.map({ $0 == host || "[\($0)]" == host }) == true else { return nil }
        return url
    }

    public func post(_ body: ByteBuffer, _ headers: HTTPHeaders, to address: String) async -> Answer {
        await send(.POST, body, headers, to: address)
    }

    public func send(_ method: HTTPMethod, _ body: ByteBuffer, _ headers: HTTPHeaders, to address: String) async -> Answer {
        let (client, error) = await client(for: address, many: false)
        guard let client, let url = Self.url(address) else { return Answer(error: error) }
        var request = Self.request(body, headers, to: url)
        request.method = method
        let answer = await Self.send(request, client)
        try? await client.shutdown()
        return answer
    }

    /// Sends a request without a body; `method` is that of HTTP.
    public func call(_ method: String, _ headers: [(String, String)], to address: String) async -> Answer {
        await send(HTTPMethod(rawValue: method), ByteBuffer(), HTTPHeaders(headers), to: address)
    }

    static func request(_ body: ByteBuffer, _ headers: HTTPHeaders, to url: URL) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = .POST
        request.headers = headers
        request.body = .bytes(body)
        return request
    }

    /// The address is checked; the caller shuts the client down. `many` is for many concurrent requests.
    func client(for address: String, many: Bool) async -> (client: HTTPClient?, error: String?) {
        let (host, target, error) = await target(of: address)
        guard let target else { return (nil, error) }
        return (Self.client(for: host, at: target, many: many), nil)
    }

    /// Connects to the checked IP address even if the name changes; the certificate is checked for the name. `patience` limits a stall.
    static func client(
        for host: String, at target: NetworkAddress, many: Bool = false, patience: Duration = Self.patience
    ) -> HTTPClient {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        configuration.timeout = .init(connect: .seconds(5), read: TimeAmount(patience))
        configuration.httpVersion = many ? .automatic : .http1Only
        if many { configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64 }
        if NetworkAddress(host) == nil { configuration.dnsOverride = [host: target.text] }
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Sends a request with a client that follows no redirects.
    public static func send(_ request: HTTPClientRequest, _ client: HTTPClient) async -> Answer {
        await withTaskGroup(of: Answer.self) { group in
            group.addTask {
                do {
                    let response = try await client.execute(request, timeout: .seconds(10))
                    var bytes: [UInt8] = []
                    for try await chunk in response.body {
                        bytes += chunk.readableBytesView
                        if bytes.count >= Self.readBytes { break }
                    }
                    let text = String(decoding: bytes.prefix(Self.keptBytes), as: UTF8.self)
                    let isGood = (200..<300).contains(response.status.code)
                    return Answer(
                        status: Int(response.status.code), headers: response.headers, text: text, error: isGood ? nil : "status")
                } catch let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout || error == .connectTimeout {
                    return Answer(error: "time")
                } catch {
                    return Answer(error: "connection")
                }
            }
            group.addTask {
                try? await Task.sleep(for: Self.patience)
                return Answer(error: "time")
            }
            let first = await group.next() ?? Answer(error: "time")
            group.cancelAll()
            return first
        }
    }
}
