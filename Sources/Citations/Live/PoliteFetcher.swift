import Admin
import Foundation

/// A series of calls for one person or job. Each call and redirect must be permitted by owner, administrators and the site's `robots.txt`.
struct PoliteFetcher: Sendable {
    private let live: LiveSources
    private let settings: CitationSettings
    private let accepts: String
    private var rules: [String: RobotRules] = [:]

    private static let mostRedirects = 5

    init(_ live: LiveSources, _ settings: CitationSettings, accepts: String) {
        (self.live, self.settings, self.accepts) = (live, settings, accepts)
    }

    mutating func read(_ address: String) async throws -> Outgoing.Document {
        let (document, host) = try await follow(address, keepsRules: true)
        if let error = document.error { throw Self.failure(error, document.status, host) }
        return document
    }

    private mutating func follow(_ start: String, keepsRules: Bool) async throws -> (document: Outgoing.Document, host: String) {
        guard settings.asksSites else { throw JobFailure("citations.live.errors.off", mayRetry: false) }
        var (address, host) = (start, "")
        for _ in 0...Self.mostRedirects {
            guard let url = Outgoing.url(String(address.prefix { $0 != "#" })), let named = url.host else {
                throw JobFailure("citations.live.errors.address", ["address": address], mayRetry: false)
            }
            host = named
            guard live.mayAsk(host, settings) else { throw JobFailure("citations.live.errors.host", ["host": host], mayRetry: false) }
            if keepsRules, !(try await rules(of: url, host)).allows(url.asked) {
                throw JobFailure("citations.live.errors.robots", ["host": host], mayRetry: false)
            }
            let document = try await call(url.absoluteString, host)
            guard let status = document.status, [301, 302, 303, 307, 308].contains(status), let location = document.header("location"),
                let next = URL(string: location, relativeTo: url)?.absoluteString
            else { return (document, host) }
            address = next
        }
        throw JobFailure("citations.live.errors.redirects", ["host": host], mayRetry: false)
    }

    private func call(_ address: String, _ host: String) async throws -> Outgoing.Document {
        let headers = [("User-Agent", settings.agent), ("Accept", accepts)]
        let (outgoing, settings) = (live.outgoing, settings)
        let document = await live.throttle.take(host, pause: .seconds(settings.pause)) {
            await outgoing.read(
                address, asking: headers, limit: settings.answerMegabytes << 20, patience: .seconds(settings.patience), follows: false)
        }
        guard let document else { throw JobFailure("citations.live.errors.busy", ["host": host]) }
        return document
    }

    /// A missing file means no rules (RFC 9309); a site that cannot answer is not asked.
    private mutating func rules(of url: URL, _ host: String) async throws -> RobotRules {
        let origin = url.origin
        if let known = rules[origin] { return known }
        let (document, last) = try await follow(origin + "/robots.txt", keepsRules: false)
        let isMissing = document.status.map { (400..<500).contains($0) && $0 != 429 } ?? false
        if let error = document.error, !isMissing { throw Self.failure(error, document.status, last) }
        let found = RobotRules(isMissing ? "" : document.text, agent: settings.agent.lowercased())
        rules[origin] = found
        return found
    }

    private static func failure(_ error: String, _ status: Int?, _ host: String) -> JobFailure {
        // Repeating the request would not help.
        let isLasting = ["private", "size"].contains(error) || status.map { (300..<500).contains($0) && $0 != 429 } ?? false
        let isUnwelcome = [401, 403, 429].contains(status)
        return JobFailure(
            "citations.live.errors.\(isUnwelcome ? "unwelcome" : error)", ["host": host, "status": status.map(String.init) ?? "–"],
            mayRetry: !isLasting)
    }
}

extension URL {
    fileprivate var origin: String { "\(scheme ?? "")://\(host ?? "")" + (port.map { ":\($0)" } ?? "") }

    fileprivate var asked: String {
        let rest = absoluteString.dropFirst(origin.count)
        return rest.hasPrefix("/") ? String(rest) : "/" + rest
    }
}
