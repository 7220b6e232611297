import Foundation
import HTTPTypes
import Hummingbird

/// An API error (RFC 9457). Thrown like any other; `ErrorPages` draws it under `/api`.
public struct Problem: HTTPResponseError {
    public let status: HTTPResponse.Status
    /// Selects the texts `api.problems.<kind>.title` and `.text`, and ends the `type`; nil when the status says enough.
    public let kind: String?
    public let values: [String: String]
    public var headers: HTTPFields
    /// Additional members; the values are JSON.
    public let members: [(name: String, json: String)]

    public init(
        _ status: HTTPResponse.Status, _ kind: String? = nil, _ values: [String: String] = [:], headers: HTTPFields = [:],
        members: [(name: String, json: String)] = []
    ) {
        (self.status, self.kind, self.values, self.headers, self.members) = (status, kind, values, headers, members)
    }

    public func response(from request: Request, context: some RequestContext) -> Response { Response(status: status, headers: headers) }

    /// `foreign` has its own texts, those of `fallback`.
    func response(_ words: Words, fallback: String, _ foreign: ForeignAddress? = nil, requestID: String) -> Response {
        let texts = foreign?.texts ?? kind.map { "api.problems.\($0)" } ?? "api.status.\(status.code)"
        let title = words.optional(texts + ".title") ?? words(fallback + ".heading")
        let text = words.optional(texts + ".text") == nil ? words(fallback + ".text") : words(texts + ".text", foreign?.values ?? values)
        let type = kind.map { "/api#problem-\($0)" } ?? "about:blank"
        var pairs: [(name: String, json: String)] = [
            ("type", Self.quoted(type)), ("title", Self.quoted(title)), ("status", String(status.code)), ("detail", Self.quoted(text)),
            ("request", Self.quoted(requestID)),
            // For clients that expect only a code and a sentence.
            ("error", "{\"code\":\(Self.quoted(kind ?? Self.code(of: status))),\"message\":\(Self.quoted(text))}"),
        ]
        pairs += members
        let json = "{" + pairs.map { "\(Self.quoted($0.name)):\($0.json)" }.joined(separator: ",") + "}"
        let headers: HTTPFields = [.contentType: "application/problem+json", .contentLanguage: words.language.rawValue]
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: json)))
    }

    private static func code(of status: HTTPResponse.Status) -> String {
        let words = status.reasonPhrase.lowercased().split(separator: " ")
        let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return words.isEmpty ? String(status.code) : ([String(words[0])] + rest).joined()
    }

    public static func quoted(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
