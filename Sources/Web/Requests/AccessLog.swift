import Hummingbird
import Logging

public struct AccessLog: RouterMiddleware {
    public typealias Context = Visitor

    private let logger: Logger
    private let confidential: [String]

    /// For `confidential` path prefixes the log omits visitor, address, size and secrets, so that anonymous forms stay anonymous.
    public init(logger: Logger, confidential: [String] = []) { (self.logger, self.confidential) = (logger, confidential) }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let start = ContinuousClock.now
        do {
            var response = try await next(request, context)
            if let length = request.method == .head ? 0 : response.body.contentLength {
                write(request, context, status: response.status.code, bytes: length, since: start)
            } else {
                let body = response.body
                let status = response.status.code
                response.body = ResponseBody { writer in
                    let counting = CountingWriter(inner: writer)
                    defer { write(request, context, status: status, bytes: counting.count.value, since: start) }
                    try await body.write(counting)
                }
            }
            return response
        } catch {
            write(request, context, status: (error as? any HTTPResponseError)?.status.code ?? 500, bytes: 0, since: start)
            throw error
        }
    }

    private func write(_ request: Request, _ visitor: Visitor, status: Int, bytes: Int, since start: ContinuousClock.Instant) {
        let microseconds = start.duration(to: .now) / .microseconds(1)
        // The path without the query, which may hold search terms.
        let path = (visitor.address?.prefix ?? "") + request.uri.path
        let person = visitor.notes.person
        let isConfidential = confidential.contains(where: path.hasPrefix)
        let isNameless = isConfidential || person?.keepsDaysOnly ?? false
        let shown = isConfidential ? Self.beforeSecret(path) : Self.withoutSecrets(path)
        var escaped = shown.escapedForLog(limit: 300)
        // The mask of a secret stays readable.
        if shown != path { escaped = escaped.replacing("\\xE2\\x80\\xA6", with: "…") }
        var line = "\(request.method.rawValue) \(escaped) \(status) "
        line += "\(Double((microseconds / 10).rounded()) / 100)ms "
        line += isNameless ? "- -" : "\(bytes)B \(visitor.client.text.isEmpty ? "-" : visitor.client.text)"
        if !isNameless, let person { line += " account=\"\(person.displayName.escapedForLog(limit: 80))\"" }
        logger.info("\(line) request=\(visitor.id)")
    }

    /// Masks path parts as long as a one-time token: readers of the log must not be able to use them.
    private static func withoutSecrets(_ path: String) -> String {
        guard path.utf8.count >= secretBytes else { return path }
        return path.split(separator: "/", omittingEmptySubsequences: false).map { isSecret($0) ? "…" : $0 }.joined(separator: "/")
    }

    private static func beforeSecret(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).prefix { !isSecret($0) }.joined(separator: "/") + "/…"
    }

    private static func isSecret(_ part: Substring) -> Bool { part.utf8.count >= secretBytes }

    private static let secretBytes = 40
}

extension String {
    /// Escapes line ends, terminal controls and quotation marks as `\xNN` for one log line. It works on bytes.
    func escapedForLog(limit: Int) -> String {
        var result: [UInt8] = []
        for byte in utf8.prefix(limit) {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "\""), 0..<0x20, 0x7F...:
                let hex = String(byte, radix: 16, uppercase: true)
                result += Array("\\x\(hex.count == 1 ? "0" : "")\(hex)".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self) + (utf8.count > limit ? "…" : "")
    }
}
