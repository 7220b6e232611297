import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// Asks one origin, follows nothing, and waits no longer than its timeout.
struct DoctorClient: Sendable {
    struct Answer: Sendable {
        var status: Int?
        var headers = HTTPHeaders()
        var body: [UInt8] = []
        /// Nil for an answer; else `time`, `refused` or `connection`.
        var failure: String?

        var text: String { String(decoding: body, as: UTF8.self) }
        var observation: ServerObservation? {
            status == 200 ? try? JSONDecoder().decode(ServerObservation.self, from: Data(body)) : nil
        }
    }

    /// `https://host[:port]`.
    let origin: String
    let timeout: Duration
    var certificates: String?
    /// Whether the certificate is checked; without that nothing secret may be sent.
    var isVerified = true

    private static let mostBytes = 1 << 20

    func send(
        _ method: HTTPMethod = .GET, _ path: String, _ headers: [(String, String)] = [], body: ByteBuffer? = nil
    ) async -> Answer {
        await withTimeout(timeout) { await execute(method, path, headers, body) { try await Self.read($0) } } ?? Answer(failure: "time")
    }

    /// Returns with the first bytes of an answer that goes on; nil when none come in time.
    func first(_ path: String, _ headers: [(String, String)], within timeout: Duration) async -> Answer? {
        await withTimeout(timeout) {
            await execute(.GET, path, headers, nil) { body in
                for try await part in body where part.readableBytes > 0 { return Array(part.readableBytesView) }
                return []
            }
        }
    }

    private func execute(
        _ method: HTTPMethod, _ path: String, _ headers: [(String, String)], _ body: ByteBuffer?,
        _ read: @Sendable (HTTPClientResponse.Body) async throws -> [UInt8]
    ) async -> Answer {
        var request = HTTPClientRequest(url: origin + path)
        (request.method, request.headers) = (method, HTTPHeaders(headers))
        request.headers.replaceOrAdd(name: "User-Agent", value: "Portico-Doctor/\(ProgramVersion.text)")
        if let body { request.body = .bytes(body) }
        let client = client
        var answer = Answer()
        do {
            let response = try await client.execute(request, timeout: .seconds(60))
            (answer.status, answer.headers) = (Int(response.status.code), response.headers)
            // A refusal may end the connection while it is read; its status is enough.
            do { answer.body = try await read(response.body) } catch  where answer.status != 200 {}
        } catch let error as HTTPClientError where [.deadlineExceeded, .connectTimeout, .readTimeout].contains(error) {
            answer.failure = "time"
        } catch {
            answer.failure = "\(error)".contains("refused") ? "refused" : "connection"
        }
        try? await client.shutdown()
        return answer
    }

    private var client: HTTPClient {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        configuration.timeout = .init(connect: TimeAmount(timeout), read: TimeAmount(timeout))
        configuration.httpVersion = .http1Only
        // A closed port is told at once, not after the whole time limit.
        configuration.connectionPool.retryConnectionEstablishment = false
        var tls = TLSConfiguration.makeClientConfiguration()
        if let certificates { tls.trustRoots = .file(certificates) }
        if !isVerified { tls.certificateVerification = .none }
        configuration.tlsConfiguration = tls
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    private static func read(_ body: HTTPClientResponse.Body) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await part in body {
            bytes += part.readableBytesView
            if bytes.count >= mostBytes { break }
        }
        return bytes
    }
}
