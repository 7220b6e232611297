import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

/// On a real socket: what keeps the server waiting is ended.
@Suite(.serialized) struct ServerLimitsTests {
    private static let page = String(repeating: "x", count: 60_000)

    private var limits: ServerLimits {
        var limits = ServerLimits()
        (limits.idle, limits.patience, limits.tick, limits.connectionsPerAddress) = (
            .milliseconds(300), .milliseconds(100), .milliseconds(25), 8
        )
        limits.bytesPerSecond = 100_000
        return limits
    }

    /// Without hurry, for what has nothing to do with time: a busy machine may pause a test for seconds.
    private var patient: ServerLimits {
        var limits = limits
        (limits.idle, limits.patience) = (.seconds(30), .seconds(30))
        return limits
    }

    private func withServer(_ limits: ServerLimits? = nil, _ use: @escaping @Sendable (Int) async throws -> Void) async throws {
        let limits = limits ?? self.limits
        let site = try Site()
        let routes = RouteTable { router in
            router.get("page") { _, _ in Response.html("page") }
            router.post("form") { request, _ in Response.html("read \(try await Form.read(request).all("a").count)") }
            router.post("unread") { _, _ in Response.html("unread") }
            router.get("flood") { _, _ in
                Response(
                    status: .ok,
                    body: .init { writer in
                        for _ in 0..<400 { try await writer.write(ByteBuffer(string: Self.page)) }
                        try await writer.finish(nil)
                    })
            }
        }
        let router = WebRouter.make(pages: site.pages, assets: site.assets, logger: site.log.logger, routes)
        let configuration = limits.configuration(host: "localhost", port: 0, logger: site.log.logger)
        let app = Application(router: router, server: limits.server(), configuration: configuration, logger: site.log.logger)
        try await app.test(.live) { client in try await use(try #require(client.port)) }
    }

    private func get(_ path: String, _ more: String = "", host: String = "Host: localhost\r\n") -> String {
        "GET \(path) HTTP/1.1\r\n\(host)\(more)\r\n"
    }

    @Test func checksHostsAndSizesOnTheWire() async throws {
        try await withServer(patient) { port in
            func status(_ request: String) async throws -> String {
                try await RawClient.run(port) { client in
                    client.send(request)
                    return String(decoding: client.read(until: "\r\n\r\n"), as: UTF8.self)
                }.split(separator: " ").dropFirst().first.map(String.init) ?? "closed"
            }
            let wanted = [
                (get("/page"), "200"), (get("/page", host: ""), "400"),
                (get("/page", host: "Host: localhost\r\nHost: localhost\r\n"), "400"),
                (get("/page", "X: \(String(repeating: "x", count: 17_000))\r\n"), "400"),
                (get("/page", (0..<120).map { "X\($0): 1\r\n" }.joined()), "400"),
                (get("/page", (0..<90).map { "X\($0): 1\r\n" }.joined()), "200"),
                (get("/\(String(repeating: "x", count: 17_000))"), "400"),
            ]
            for (request, wanted) in wanted {
                let found = try await status(request)
                #expect(found == wanted, "\(request.prefix(60))")
            }
        }
    }

    @Test func aTargetThatNamesAHostNamesThatOfItsField() async throws {
        var limits = patient
        limits.connectionsPerAddress = 50
        try await withServer(limits) { port in
            func status(_ target: String, _ host: String) async throws -> String {
                let request = get(target, host: host)
                return try await RawClient.run(port) { client in
                    client.send(request)
                    return String(decoding: client.read(until: "\r\n\r\n"), as: UTF8.self)
                }.split(separator: " ").dropFirst().first.map(String.init) ?? "closed"
            }
            let wanted = [
                ("http://localhost/page", "localhost", "200"), ("http://LOCALHOST:80/page", "localhost", "200"),
                ("https://localhost/page", "localhost:443", "200"), ("http://127.0.0.1:8080/page?a=://b", "127.0.0.1:8080", "200"),
                ("/page?next=http://evil.example/", "localhost", "200"),
                ("http://evil.example/page", "localhost", "400"), ("http://localhost:81/page", "localhost", "400"),
                ("http://localhost/page", "evil.example", "400"), ("http://evil.example?/page", "localhost", "400"),
                ("http://localhost@evil.example/page", "localhost", "400"), ("ftp://localhost/page", "localhost", "400"),
                ("http://evil.example/page", "evil.example", "421"),
            ]
            for (target, host, wanted) in wanted {
                let found = try await status(target, "Host: \(host)\r\n")
                #expect(found == wanted, "\(target) \(host)")
            }
            let unnamed = try await status("http://localhost/page", "")
            #expect(unnamed == "400")
        }
    }

    @Test func aRefusedBodyIsNotWaitedFor() async throws {
        try await withServer(patient) { port in
            let (answer, time) = try await RawClient.run(port) { client in
                client.send(
                    "POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 9999999999\r\n\r\nx"
                )
                let start = ContinuousClock.now
                return (String(decoding: client.readAll(), as: UTF8.self), start.duration(to: .now))
            }
            #expect(answer.contains(" 413 "))
            #expect(answer.contains("Heading 413"))
            #expect(time < .seconds(15), "the server says that it sends no more")
        }
    }

    @Test func whoAsksFirstIsToldToSendUnlessItIsRefused() async throws {
        try await withServer(patient) { port in
            @Sendable func head(_ length: Int) -> String {
                "POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: \(length)\r\nExpect: 100-continue\r\n\r\n"
            }
            let (word, answer) = try await RawClient.run(port) { client in
                client.send(head(3))
                let word = String(decoding: client.read(until: "\r\n\r\n"), as: UTF8.self)
                client.send("a=b")
                return (word, String(decoding: client.read(until: "read 1"), as: UTF8.self))
            }
            #expect(word == "HTTP/1.1 100 Continue\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            let refused = try await RawClient.run(port) { client in
                client.send(head(9_999_999_999))
                return String(decoding: client.readAll(), as: UTF8.self)
            }
            #expect(refused.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test func aClientOfTheFirstVersionGetsNoChunksAndTheEnd() async throws {
        try await withServer(patient) { port in
            for head in ["HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive", "HTTP/1.1\r\nHost: localhost\r\nConnection: Close, x"] {
                let answer = try await RawClient.run(port) { client in
                    client.send("GET /flood \(head)\r\n\r\n")
                    return client.readAll()
                }
                let start = String(decoding: answer.prefix(1_000), as: UTF8.self).lowercased()
                let isOld = head.hasPrefix("HTTP/1.0")
                #expect(start.hasPrefix(isOld ? "http/1.0 200 " : "http/1.1 200 "))
                #expect(start.contains("transfer-encoding: chunked") != isOld)
                #expect(isOld == (Array(answer.suffix(4)) == Array("xxxx".utf8)))
            }
        }
    }

    @Test func aBodyThatDripsInIsEnded() async throws {
        try await withServer { port in
            for path in ["/form", "/unread"] {
                let ended = try await RawClient.run(port) { client in
                    client.send(
                        "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 90000\r\n\r\n"
                    )
                    return client.isClosedWhileSending("a", every: 0.02, atMost: 1.5)
                }
                #expect(ended, "\(path)")
            }
        }
    }

    @Test func silenceIsEnded() async throws {
        try await withServer { port in
            for request in ["", "GET / HTT", "POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n"] {
                let time = try await RawClient.run(port) { client in
                    client.send(request)
                    let start = ContinuousClock.now
                    _ = client.readAll()
                    return start.duration(to: .now)
                }
                #expect(time < .seconds(1.5), "\(request)")
            }
        }
    }

    @Test func anAnswerThatIsNotReadIsEnded() async throws {
        try await withServer { port in
            let received = try await RawClient.run(port) { client in
                client.send(get("/flood"))
                Thread.sleep(forTimeInterval: 0.4)
                return client.readAll().count
            }
            #expect(received < 20_000_000)
            let all = try await RawClient.run(port) { client in
                client.send(get("/flood", "Connection: close\r\n"))
                return client.readAll().count
            }
            #expect(all > 24_000_000)
        }
    }

    @Test(arguments: ["GET /page", "POST /unread", "POST /nowhere"]) func nobodyWaitsForABodyThatIsNotRead(request: String) async throws {
        try await withServer(patient) { port in
            let answer = try await RawClient.run(port) { client in
                client.send("\(request) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\nx")
                return String(decoding: client.readAll(), as: UTF8.self)
            }
            #expect(answer.lowercased().contains("connection: close"), "\(answer.prefix(200))")
            // A short one is worth keeping the connection for.
            let both = try await RawClient.run(port) { client in
                client.send("\(request) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nab" + get("/page", "Connection: close\r\n"))
                return String(decoding: client.readAll(), as: UTF8.self)
            }
            #expect(both.components(separatedBy: "HTTP/1.1 ").count == 3)
        }
    }

    @Test func anIdleConnectionGivesItsPlaceUp() async throws {
        var limits = patient
        (limits.connections, limits.connectionsPerAddress) = (3, 50)
        try await withServer(limits) { port in
            let idle = try (0..<4).map { _ in try RawClient(port) }
            let answer = try await RawClient.run(port) { client in
                client.send(get("/page", "Connection: close\r\n"))
                return String(decoding: client.readAll(), as: UTF8.self)
            }
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            _ = idle
        }
    }

    @Test func oneAddressGetsItsShare() async throws {
        try await withServer(patient) { port in
            let open = try (0..<12).map { _ in try RawClient(port) }
            let served = try await RawClient.run(open[0]) { _ in
                for client in open { client.send(get("/page")) }
                return open.count { $0.read(until: "\r\n\r\n").count > 0 }
            }
            // The client that waited for the server may still hold one of the eight.
            #expect((7...8).contains(served))
        }
    }
}
