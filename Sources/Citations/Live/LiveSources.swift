import Admin
import Foundation
import GRDB

/// Works from public catalogues, as documents like those that people bring. Off until the site's owner names the hosts that may be
/// asked; asked politely: one call after the other with a pause, as their `robots.txt` allows, bounded in time and size, never into the own
/// network, never on to another address.
public struct LiveSources: Sendable {
    /// Hosts that may be asked.
    private let hosts: Set<String>
    private let origins: [Source: String]
    private let outgoing: Outgoing
    private let pace: Pace

    static let mostBytes = 5 << 20
    /// Calls for one author; of 200 works each.
    static let mostCalls = 10
    static let agent = "Portico"

    /// - Parameter hosts: those that may be asked, `api.openalex.org` and `pub.orcid.org`; without any all of it is off.
    public init(hosts: [String]) { self.init(hosts: hosts, origins: [:], allowsPrivate: false, pause: .seconds(1)) }

    /// - Parameters:
    ///   - origins: instead of the real ones, for tests.
    ///   - allowsPrivate: whether those may be in the own network.
    init(hosts: [String], origins: [Source: String], allowsPrivate: Bool, pause: Duration) {
        (self.hosts, self.origins) = (Set(hosts.map { $0.lowercased() }), origins)
        (outgoing, pace) = (Outgoing(allowsPrivate: allowsPrivate), Pace(pause))
    }

    private func origin(_ source: Source) -> String { origins[source] ?? source.origin }

    /// Those that may be asked.
    var offered: [Source] {
        Source.allCases.filter { source in Outgoing.url(origin(source))?.host.map(hosts.contains) ?? false }
    }

    /// All works of an author that a source knows.
    /// - Throws: `JobFailure`.
    func works(from source: Source, of orcid: ORCID, step: () async throws -> Void) async throws -> [ListedWork] {
        guard offered.contains(source) else { throw JobFailure("citations.live.errors.off", mayRetry: false) }
        let rules = try await robots(source)
        var (works, cursor): ([ListedWork], String?) = ([], Source.firstCursor)
        for _ in 0..<Self.mostCalls {
            guard let asked = cursor, works.count < ListReading.mostWorks else { break }
            try await step()
            let path = source.path(orcid, cursor: asked)
            guard rules.allows(path) else { throw JobFailure("citations.live.errors.robots", mayRetry: false) }
            let answer = await call(origin(source) + path)
            if let error = answer.error { throw Self.failure(error, answer.status) }
            guard let read = source.read(answer.text) else { throw JobFailure("citations.live.errors.answer", mayRetry: false) }
            works += read.works
            cursor = read.next
        }
        guard !works.isEmpty else { throw JobFailure("citations.live.errors.empty", mayRetry: false) }
        return works
    }

    /// No rules where there is no such file (RFC 9309); nothing is asked of a host that cannot even say.
    private func robots(_ source: Source) async throws -> RobotRules {
        let answer = await call(origin(source) + "/robots.txt")
        if answer.error == nil { return RobotRules(answer.text, agent: Self.agent.lowercased()) }
        if let status = answer.status, (400..<500).contains(status), status != 429 { return RobotRules("", agent: "") }
        throw Self.failure(answer.error ?? "connection", answer.status)
    }

    private func call(_ address: String) async -> Outgoing.Document {
        await pace.turn()
        let headers = [("User-Agent", Self.agent), ("Accept", "application/json, text/plain;q=0.5")]
        return await outgoing.read(address, asking: headers, limit: Self.mostBytes, patience: .seconds(10), follows: false)
    }

    private static func failure(_ error: String, _ status: Int?) -> JobFailure {
        // What was refused once for what it is will be refused again.
        let isLasting = ["private", "size"].contains(error) || status.map { (300..<500).contains($0) && $0 != 429 } ?? false
        return JobFailure("citations.live.errors.\(error)", ["status": status.map(String.init) ?? "–"], mayRetry: !isLasting)
    }
}

/// Lets calls begin one after the other, with a pause between two.
actor Pace {
    private let pause: Duration
    private var next = ContinuousClock.now

    init(_ pause: Duration) { self.pause = pause }

    func turn() async {
        let own = max(next, .now)
        next = own + pause
        try? await Task.sleep(until: own, clock: .continuous)
    }
}
