import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

/// What a person has in hand: keeps cookies, follows nothing. Unchecked, because a test uses each of its browsers in one task.
final class Browser: @unchecked Sendable {
    private let client: any TestClientProtocol
    var cookies: [String: String] = [:]
    var address = "192.0.2.1"
    var device = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0"

    init(client: any TestClientProtocol) { self.client = client }

    /// Another browser on the same site, without cookies.
    func other() -> Browser { Browser(client: client) }

    func get(_ path: String) async throws -> TestResponse { try await send(.get, path, nil) }

    func post(_ path: String, _ fields: [String: String] = [:]) async throws -> TestResponse {
        let body = fields.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }.joined(separator: "&")
        return try await send(.post, path, body)
    }

    @discardableResult
    func signIn(_ name: String = "anna", _ password: String = Site.password, next: String = "") async throws -> TestResponse {
        try await post("/sign-in", ["name": name, "password": password, "next": next])
    }

    private func send(_ method: HTTPRequest.Method, _ path: String, _ body: String?) async throws -> TestResponse {
        var headers: HTTPFields = [.userAgent: device, .init("X-Test-Address")!: address]
        if body != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
        if !cookies.isEmpty { headers[.cookie] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ") }
        let buffer = body.map { ByteBuffer(string: $0) }
        let response = try await client.executeRequest(uri: path, method: method, headers: headers, body: buffer)
        for line in response.headers[values: .setCookie] {
            let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            cookies[String(pair[0])] = line.contains("Max-Age=0") ? nil : String(pair[1])
        }
        return response
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }
    var location: String? { headers[.location] }
    var code: Int { status.code }
}
