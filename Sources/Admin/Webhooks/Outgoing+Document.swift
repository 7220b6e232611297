import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Web

extension Outgoing {
    public struct Document: Sendable {
        public var status: Int?
        public var bytes: [UInt8] = []
        /// The final address after redirects.
        public var address: String
        /// Nil for success or 304; else `name`, `private`, `connection`, `time`, `size`, `redirects`, or `status`.
        public var error: String?
        var headers = HTTPHeaders()

        /// The body as UTF-8; invalid bytes are replaced.
        public var text: String { String(decoding: bytes, as: UTF8.self) }

        public func header(_ name: String) -> String? { headers.first(name: name) }
    }

    private static let mostRedirects = 5

    /// Downloads a document of at most `limit` bytes within `patience`. `headers` are additional request headers; `isHead` only checks that
    /// it exists. With `follows`, a few redirects are allowed, and each address is checked like the first.
    public func read(
        _ address: String, asking headers: [(String, String)] = [], limit: Int, patience: Duration = .seconds(20), isHead: Bool = false,
        follows: Bool = true
    ) async -> Document {
        await withTaskGroup(of: Document.self) { group in
            group.addTask {
                let (headers, method) = (HTTPHeaders(headers), isHead ? HTTPMethod.HEAD : .GET)
                return follows
                    ? await follow(address, headers, limit, method, patience) : await fetch(address, headers, limit, method, patience)
            }
            group.addTask {
                try? await Task.sleep(for: patience)
                return Document(address: address, error: "time")
            }
            let first = await group.next() ?? Document(address: address, error: "time")
            group.cancelAll()
            return first
        }
    }

    private func follow(
        _ start: String, _ headers: HTTPHeaders, _ limit: Int, _ method: HTTPMethod, _ patience: Duration
    ) async -> Document {
        var address = start
        for _ in 0...Self.mostRedirects {
            address = String(address.prefix { $0 != "#" })
            let document = await fetch(address, headers, limit, method, patience)
            guard let status = document.status, [301, 302, 303, 307, 308].contains(status), let location = document.header("location"),
                let next = URL(string: location, relativeTo: URL(string: address))?.absoluteString
            else { return document }
            address = next
        }
        return Document(address: address, error: "redirects")
    }

    private func fetch(
        _ address: String, _ headers: HTTPHeaders, _ limit: Int, _ method: HTTPMethod, _ patience: Duration
    ) async -> Document {
        let (host, target, error) = await target(of: address)
        guard let target, let url = Self.url(address) else { return Document(address: address, error: error ?? "name") }
        var request = HTTPClientRequest(url: url.absoluteString)
        (request.method, request.headers) = (method, headers)
        let client = Self.client(for: host, at: target, patience: patience)
        let document = await Self.load(request, client, limit)
        try? await client.shutdown()
        return document
    }

    private static func load(_ request: HTTPClientRequest, _ client: HTTPClient, _ limit: Int) async -> Document {
        var document = Document(address: request.url)
        do {
            let response = try await client.execute(request, timeout: .seconds(60))
            (document.status, document.headers) = (Int(response.status.code), response.headers)
            guard (200..<300).contains(response.status.code) else {
                document.error = response.status.code == 304 ? nil : "status"
                return document
            }
            if request.method == .HEAD { return document }
            let said = document.header("content-length").flatMap { Int($0, in: .whole) } ?? 0
            for try await chunk in response.body {
                document.bytes += chunk.readableBytesView
                if max(said, document.bytes.count) > limit {
                    (document.bytes, document.error) = ([], "size")
                    break
                }
            }
        } catch let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout || error == .connectTimeout {
            (document.bytes, document.error) = ([], "time")
        } catch {
            (document.bytes, document.error) = ([], "connection")
        }
        return document
    }
}
