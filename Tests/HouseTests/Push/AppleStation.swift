import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdHTTP2
import Logging
import NIOSSL
import Synchronization
import TestSupport

/// Apple's push service, on this machine: HTTP/2 with TLS, as the real one.
final class AppleStation: Sendable {
    struct Call: Sendable {
        let path: String
        let headers: HTTPFields
        let body: String
        /// What carried it; a stream of HTTP/2 says so by its type.
        let channel: String

        subscript(name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
    }

    private struct Context: RequestContext {
        var coreContext: CoreRequestContextStorage
        let channel: String

        init(source: ApplicationRequestContextSource) {
            coreContext = .init(source: source)
            channel = String(describing: type(of: source.channel))
        }
    }

    private let kept = Mutex<[Call]>([])
    private let answers: Mutex<[(Int, String)]>

    /// - Parameter answers: status and body of the first ones; every later one is 200.
    init(_ answers: (Int, String)...) { self.answers = Mutex(answers) }

    var calls: [Call] { kept.withLock { $0 } }

    /// Listens while the test runs, which gets its host and a file with the certificate to trust.
    func listen(_ test: @escaping @Sendable (_ host: String, _ certificates: String) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/certificate.pem"
        try Self.certificate.write(toFile: file, atomically: true, encoding: .utf8)
        let router = Router(context: Context.self)
        router.post("3/device/{token}") { [self] request, context in
            let body = String(buffer: try await request.body.collect(upTo: 1 << 16))
            kept.withLock { $0.append(Call(path: request.uri.path, headers: request.headers, body: body, channel: context.channel)) }
            let (status, text) = answers.withLock { $0.isEmpty ? (200, "") : $0.removeFirst() }
            return Response(status: .init(code: status), body: .init(byteBuffer: .init(string: text)))
        }
        let tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: Array(Self.certificate.utf8), format: .pem))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(Self.key.utf8), format: .pem)))
        var logger = Logger(label: "station")
        logger.logLevel = .critical
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router, server: try .http2Upgrade(tlsConfiguration: tls),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { found.yield($0.localAddress?.port ?? 0) }, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.runService(gracefulShutdownSignals: []) }
            for await port in ports {
                try await test("localhost:\(port)", file)
                break
            }
            group.cancelAll()
        }
    }

    /// Made for these tests and worth nothing elsewhere; good from 2020 to 2120 for `localhost`.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBQTCB6KADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
        dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
        bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEpM4myEc9hlrDZrx1
        FWzIbLPQdD5FujG7K3qkpT/y6RCbP/6ASByukI+7ZU/YostXQwv/EczRiRD/7szQ
        5N7QmKMpMCcwFAYDVR0RBA0wC4IJbG9jYWxob3N0MA8GA1UdEwEB/wQFMAMBAf8w
        CgYIKoZIzj0EAwIDSAAwRQIgSGN6WneWogSNXTtPLXbGlDFCfek8YfWnPISd4GGU
        AJUCIQDsf1yrEX3IaroCrSW9LDbh3WZw5TL/XMKh1Bo5sKRDvA==
        -----END CERTIFICATE-----
        """

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgE3GrAtE/IXN28BHK
        wHm1stkdZGC1rF25sy6XAJ3Z3SGhRANCAASkzibIRz2GWsNmvHUVbMhss9B0PkW6
        MbsreqSlP/LpEJs//oBIHK6Qj7tlT9iiy1dDC/8RzNGJEP/uzNDk3tCY
        -----END PRIVATE KEY-----
        """
}
