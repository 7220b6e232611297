import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTLS
import Logging
import NIOCore
import Synchronization
import TestSupport
import Testing
import Web

@testable import Portal

/// A site on this machine behind a proxy with TLS that makes one mistake, and beside it the service itself and port 80.
final class ProxiedSite: Sendable {
    /// What the proxy does wrong.
    enum Mistake: Sendable, Equatable {
        case none, saysNothingOfVisitors, believesVisitors, asksForAnotherHost, refusesLargeForms, holdsStreams
        case removes(String), doubles(String, String), joins(String, String), changes(String, String)
        case unpacks, replacesErrors, isWithoutService, leadsElsewhere, removesKeys, misdirects, changesCookies(String, String)
    }

    /// What port 80 does.
    enum Plain: Sendable { case redirects, answers, leadsElsewhere }

    private typealias Answer = @Sendable (Request, Visitor) async throws -> Response

    private let mistake: Mistake
    private let plain: Plain
    private let site = Mutex<Answer?>(nil)
    private let origin = Mutex("")

    private init(_ mistake: Mistake, _ plain: Plain) { (self.mistake, self.plain) = (mistake, plain) }

    /// Examines such a site from outside. `url` and `environment` are given to the service, which is by default set up rightly.
    static func examine(
        _ mistake: Mistake = .none, _ plain: Plain = .redirects, certificate: TestCertificate = .good, isTrusted: Bool = true,
        environment: [String: String] = [:], url: (@Sendable (String) -> String)? = nil,
        adjust: @escaping @Sendable (inout Doctor) -> Void = { _ in }
    ) async throws -> [DoctorResult] {
        let proxied = ProxiedSite(mistake, plain)
        return try await proxied.serve(certificate) { (secure: Int, plain: Int) async throws -> [DoctorResult] in
            let origin = "https://localhost:\(secure)"
            proxied.origin.withLock { $0 = origin }
            let usual = ["PORTICO_URL": url?(origin) ?? origin, "PORTICO_TRUSTED_PROXIES": "127.0.0.1", "PORTICO_PORT": "\(plain)"]
            let site = try await TestSite("house", environment: usual.merging(environment) { $1 })
            let responder = site.portal.router().buildResponder()
            proxied.site.withLock { kept in kept = { request, visitor in try await responder.respond(to: request, context: visitor) } }
            let authority = try TemporaryFolder(["authority.pem": TestCertificate.authority])
            var doctor = try #require(Doctor(site.portal.configuration, url: origin))
            doctor.certificates = isTrusted ? authority.path + "/authority.pem" : nil
            // A busy machine is no fault of the site.
            (doctor.isInside, doctor.plainPort, doctor.timeout) = (false, plain, .seconds(30))
            if mistake == .holdsStreams { doctor.streamTimeout = .milliseconds(300) }
            adjust(&doctor)
            // The name leads to ::1 too where the machine has it; nothing listens there.
            return await doctor.examine().filter { $0.check != "connection" || $0.values["address"] != "::1" }
        }
    }

    private func serve(
        _ certificate: TestCertificate, _ test: @escaping @Sendable (_ secure: Int, _ plain: Int) async throws -> [DoctorResult]
    ) async throws -> [DoctorResult] {
        var logger = Logger(label: "proxy")
        logger.logLevel = .critical
        let here = ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0))
        let (ports, found) = AsyncStream.makeStream(of: (isSecure: Bool, port: Int).self)
        let proxy = Application(
            responder: CallbackResponder<Visitor> { [self] in try await pass($0, $1) },
            server: try .tls(.http1(), tlsConfiguration: try certificate.server), configuration: here,
            onServerRunning: { found.yield((true, $0.localAddress?.port ?? 0)) }, logger: logger)
        let direct = Application(
            responder: CallbackResponder<Visitor> { [self] in try await answerPlainly($0, $1) }, configuration: here,
            onServerRunning: { found.yield((false, $0.localAddress?.port ?? 0)) }, logger: logger)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await proxy.runService(gracefulShutdownSignals: []) }
            group.addTask { try await direct.runService(gracefulShutdownSignals: []) }
            var known: [Bool: Int] = [:]
            for await port in ports {
                known[port.isSecure] = port.port
                if known.count == 2 { break }
            }
            let results = try await test(known[true] ?? 0, known[false] ?? 0)
            group.cancelAll()
            return results
        }
    }

    private func ask(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let answer = site.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
        return try await answer(request, visitor)
    }

    private func answerPlainly(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard request.uri.path == "/sign-in" else { return try await ask(request, visitor) }
        switch plain {
        case .redirects: return .redirect(to: origin.withLock { $0 } + "/sign-in", type: .permanent)
        case .leadsElsewhere: return .redirect(to: "https://www.example.org/", type: .permanent)
        case .answers: return try await ask(request, visitor)
        }
    }

    /// What the proxy does with a request and its answer.
    private func pass(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let forwarded = HTTPField.Name("X-Forwarded-For")!
        var head = request.head
        if mistake != .believesVisitors { head.headerFields[forwarded] = "203.0.113.9" }
        switch mistake {
        case .saysNothingOfVisitors: head.headerFields[forwarded] = nil
        case .believesVisitors where head.headerFields[forwarded] == nil: head.headerFields[forwarded] = "203.0.113.9"
        case .asksForAnotherHost: head.authority = "127.0.0.1:8080"
        case .unpacks: head.headerFields[.acceptEncoding] = nil
        case .removesKeys: head.headerFields[.authorization] = nil
        case .misdirects: return Response(status: .misdirectedRequest)
        case .isWithoutService: return Response(status: .badGateway)
        case .leadsElsewhere: return .redirect(to: "https://www.example.org" + request.uri.path, type: .permanent)
        case .refusesLargeForms:
            guard head.headerFields[.contentLength].flatMap(Int.init) ?? 0 > 1 << 20 else { break }
            // As nginx does, it reads the rest and keeps nothing.
            for try await _ in request.body {}
            return Response(status: .contentTooLarge)
        default: break
        }
        let response = try await ask(Request(head: head, body: request.body), visitor)
        return try await change(response, request)
    }

    private func change(_ given: Response, _ request: Request) async throws -> Response {
        var response = given
        func name(_ text: String) -> HTTPField.Name { HTTPField.Name(text)! }
        switch mistake {
        case .removes(let field): response.headers[name(field)] = nil
        case .doubles(let field, let value): response.headers.append(HTTPField(name: name(field), value: value))
        case .joins(let field, let value): response.headers[name(field)] = "\(value), \(value)"
        case .changes(let field, let value): response.headers[name(field)] = value
        case .replacesErrors where response.status.code >= 400 && !request.uri.path.hasPrefix("/sign"):
            response = Response(status: response.status, headers: [.contentType: "text/html"])
        case .changesCookies(let part, let other):
            let cookies = response.headers[values: .setCookie].map { $0.replacing(part, with: other) }
            response.headers[values: .setCookie] = cookies
        case .holdsStreams where response.headers[.contentType] == "text/event-stream":
            let body = response.body
            response.body = ResponseBody { writer in
                // Keeps everything until the service has ended.
                let kept = KeptBytes()
                try await body.write(kept)
                for part in kept.parts.withLock({ $0 }) { try await writer.write(part) }
                try await writer.finish(nil)
            }
        default: break
        }
        return response
    }
}

private final class KeptBytes: ResponseBodyWriter, Sendable {
    let parts = Mutex<[ByteBuffer]>([])

    func write(_ buffer: ByteBuffer) async throws { parts.withLock { $0.append(buffer) } }
    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
