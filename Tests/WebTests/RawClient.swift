import Foundation
import Testing

/// A client that does what no proper one would.
final class RawClient: @unchecked Sendable {
    private let socket: Int32

    /// Runs blocking work beside the tasks of the test.
    static func run<Result: Sendable>(_ port: Int, _ work: @escaping @Sendable (RawClient) -> Result) async throws -> Result {
        try await run(RawClient(port), work)
    }

    static func run<Result: Sendable>(_ client: RawClient, _ work: @escaping @Sendable (RawClient) -> Result) async throws -> Result {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work(client)) }
        }
    }

    init(_ port: Int) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: 3, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        try #require(result == 0)
    }

    deinit { close(socket) }

    @discardableResult func send(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } == text.utf8.count
    }

    private func readSome() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 18)
        let count = recv(socket, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(count, 0)))
    }

    func read(until end: String) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let some = readSome()
            all += some
            if some.isEmpty || all.contains(Array(end.utf8)) { return all }
        }
    }

    func readAll() -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let some = readSome()
            if some.isEmpty { return all }
            all += some
        }
    }

    func isClosedWhileSending(_ text: String, every seconds: Double, atMost most: Double) -> Bool {
        for _ in 0..<Int(most / seconds) {
            if !send(text) { return true }
            var byte: UInt8 = 0
            if recv(socket, &byte, 1, Int32(MSG_DONTWAIT)) == 0 { return true }
            Thread.sleep(forTimeInterval: seconds)
        }
        return false
    }
}
