import Hummingbird

/// The first parts of addresses whose pages are the same for everybody who has no cookie of their own.
public struct SharedPaths: Sendable {
    private let first: Set<String>

    /// The empty part is the start page.
    public init(_ first: Set<String>) { self.first = first }

    func contains(_ address: some StringProtocol) -> Bool { contains(address.utf8) }

    func contains(_ address: some Collection<UInt8>) -> Bool {
        guard address.first == UInt8(ascii: "/") else { return false }
        let part = address.dropFirst().prefix { !Self.ends.contains($0) }
        return first.contains(String(decoding: part, as: UTF8.self))
    }

    private static let ends = Array("/?.#\"".utf8)

    /// Whether only address, language, easy reading and compression shape the answer.
    func isShared(_ request: Request) -> Bool {
        (request.method == .get || request.method == .head) && request.headers[.authorization] == nil && request.headers[.range] == nil
            && request.headers[.secondHost] == nil && contains(request.uri.description) && request.hasOnlyChoices
    }
}

extension Request {
    /// Whether no cookie but those of language and easy reading was sent.
    fileprivate var hasOnlyChoices: Bool {
        headers[values: .cookie].allSatisfy { header in
            header.utf8.split(separator: UInt8(ascii: ";")).allSatisfy { pair in
                let name = pair.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.prefix { $0 != UInt8(ascii: "=") }
                return name.isEmpty || Languages.choices.contains { name.elementsEqual($0.utf8) }
            }
        }
    }
}

extension Response {
    /// Keeps a page about its reader out of shared caches, also when the reader is not known yet.
    public mutating func markPersonal() {
        if headers[.cacheControl] == nil { headers[.cacheControl] = "private, no-cache" }
    }

    /// Lets shared caches keep a redirect that is the same for everybody.
    public mutating func markShared() { headers[.cacheControl] = "no-cache" }

    /// Whether everybody gets it. Answers for one person set a cookie, or say `private` or `no-store`.
    var isForAll: Bool {
        guard headers[.setCookie] == nil else { return false }
        let control = headers[.cacheControl] ?? ""
        return switch status.code {
        case 200, 304: !control.contains("no-store") && !control.contains("private")
        // They replace the copy of a page that was withdrawn. Pages with secrets say more than `no-store`.
        case 404, 410: control.isEmpty || control == "no-store"
        // Most redirects depend on who asks; the others say that they may be kept.
        case 301, 302, 303, 307, 308: control == "no-cache"
        default: false
        }
    }
}
