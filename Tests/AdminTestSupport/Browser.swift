import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Web

/// What a person has in hand: keeps cookies, follows nothing. Unchecked, because a test uses each of its browsers in one task.
public final class Browser: @unchecked Sendable {
    private let client: any TestClientProtocol
    public var cookies: [String: String] = [:]
    /// How it names itself.
    public var device = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"
    /// Where it says that it stands, for sites that believe its header `X-Test-Address`; requests in memory come from nowhere.
    public var address: String?
    /// Whom the proxy before the site names, for sites that believe it (`TestSite.demonstration`).
    public var forwardedFor: String?

    public init(_ client: any TestClientProtocol) { self.client = client }

    /// Another browser of the same kind on the same site, without cookies.
    public func other() -> Browser {
        let other = Browser(client)
        other.device = device
        return other
    }

    @discardableResult
    public func get(_ path: String, headers: HTTPFields = [:]) async throws -> Answer { try await send(.get, path, nil, nil, headers) }

    /// Sends a form as browsers do; names may repeat.
    @discardableResult
    public func post(_ path: String, _ fields: [(String, String)] = []) async throws -> Answer {
        let body = fields.map { "\($0.queryEscaped)=\($1.queryEscaped)" }.joined(separator: "&")
        return try await send(.post, path, "application/x-www-form-urlencoded", ByteBuffer(string: body))
    }

    /// The same for a form in which no name repeats.
    @discardableResult
    public func post(_ path: String, _ fields: [String: String]) async throws -> Answer {
        try await post(path, fields.map { ($0.key, $0.value) })
    }

    /// Sends a form with files, as `multipart/form-data`.
    @discardableResult
    public func post(_ path: String, _ fields: [(String, String)], files: [(name: String, fileName: String, bytes: Data)]) async throws
        -> Answer
    {
        var body = ByteBuffer()
        for (name, value) in fields {
            body.writeString("--border\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n")
        }
        for file in files {
            body.writeString(
                "--border\r\nContent-Disposition: form-data; name=\"\(file.name)\"; filename=\"\(file.fileName)\"\r\nContent-Type: image/png\r\n\r\n"
            )
            body.writeBytes(file.bytes)
            body.writeString("\r\n")
        }
        body.writeString("--border--\r\n")
        return try await send(.post, path, "multipart/form-data; boundary=border", body)
    }

    /// Sends what a program sends: none of a browser's headers, and no cookie unless asked for.
    @discardableResult
    public func call(
        _ method: HTTPRequest.Method, _ path: String, _ json: String? = nil, headers: HTTPFields = [:], cookies withCookies: Bool = false
    ) async throws -> Answer {
        var headers = headers
        if json != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        if let forwardedFor { headers[.init("X-Forwarded-For")!] = forwardedFor }
        if withCookies { headers[.cookie] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ") }
        let response = try await client.executeRequest(
            uri: path, method: method, headers: headers, body: json.map { ByteBuffer(string: $0) })
        return Answer(
            status: response.status.code, text: String(buffer: response.body), bytes: Data(response.body.readableBytesView),
            location: response.headers[.location], headers: response.headers)
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ type: String?, _ body: ByteBuffer?, _ more: HTTPFields = [:]
    ) async throws -> Answer {
        var headers: HTTPFields = [.userAgent: device, .init("Sec-Fetch-Site")!: "same-origin"]
        if let address { headers[.init("X-Test-Address")!] = address }
        if let forwardedFor { headers[.init("X-Forwarded-For")!] = forwardedFor }
        headers[.contentType] = type
        if method == .post { headers[.accept] = "text/html" }
        if !cookies.isEmpty { headers[.cookie] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ") }
        headers.append(contentsOf: more)
        let response = try await client.executeRequest(uri: path, method: method, headers: headers, body: body)
        for line in response.headers[values: .setCookie] {
            let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            cookies[String(pair[0])] = line.contains("Max-Age=0") ? nil : String(pair[1])
        }
        return Answer(
            status: response.status.code, text: String(buffer: response.body), bytes: Data(response.body.readableBytesView),
            location: response.headers[.location], headers: response.headers)
    }
}

/// What came back.
public struct Answer: Sendable {
    public let status: Int
    public let text: String
    /// What came back if it is no text.
    public let bytes: Data
    public let location: String?
    public let headers: HTTPFields

    public func contains(_ text: String) -> Bool { self.text.contains(text) }
}
