import Admin
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization
import Web

/// Collects the tables that have changed and that shared pages are made of, and tells the caches in front of the site.
final class CachePurge: Sendable {
    private struct State {
        /// What shared pages have read, also before a restart: caches may still hold those pages.
        var known: Set<String>
        var waiting: Set<String> = []
    }

    struct Failure: Sendable, Equatable {
        let host: String
        let reason: String
    }

    static let kind = "cache-purge"
    /// The message of `portico doctor`; no page has this tag.
    static let trial: Set<String> = ["portico-doctor"]

    let changes: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation
    private let endpoints: [CacheEndpoint]
    private let token: String?
    private let file: String
    private let state: Mutex<State>

    /// Returns nil where the settings name no cache.
    init?(_ configuration: Configuration) {
        guard !configuration.purge.isEmpty else { return nil }
        (endpoints, token) = (configuration.purge, configuration.purgeToken)
        file = configuration.data + "/cache/shared-tables"
        let kept = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        state = Mutex(State(known: Set(kept.split(separator: " ").map(String.init))))
        (changes, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func learn(_ tables: Set<String>) {
        let grown = state.withLock { state -> Set<String>? in
            guard !tables.isSubset(of: state.known) else { return nil }
            state.known.formUnion(tables)
            return state.known
        }
        guard let grown else { return }
        let folder = (file as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? Data(grown.sorted().joined(separator: " ").utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    }

    /// Notes a change without waiting for anything: it runs within the write.
    func note(_ tables: Set<String>) {
        let isShared = state.withLock { state in
            let shared = tables.intersection(state.known)
            state.waiting.formUnion(shared)
            return !shared.isEmpty
        }
        if isShared { bell.yield() }
    }

    func takeWaiting() -> Set<String> {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Tells all caches at the same time, and returns those that did not take the message.
    func send(_ tags: Set<String>) async -> [Failure] {
        await withTaskGroup(of: Failure?.self) { group in
            for endpoint in endpoints { group.addTask { await self.send(endpoint, tags.sorted()) } }
            return await group.reduce(into: []) { failures, failure in failures += failure.map { [$0] } ?? [] }
        }
    }

    private func send(_ endpoint: CacheEndpoint, _ tags: [String]) async -> Failure? {
        var headers = HTTPHeaders([
            ("User-Agent", "Portico"), ("Cache-Tag", tags.joined(separator: ",")), ("Surrogate-Key", tags.joined(separator: " ")),
        ])
        if let token { headers.add(name: "Authorization", value: "Bearer \(token)") }
        var body = ByteBuffer()
        if endpoint.method == "POST" {
            headers.add(name: "Content-Type", value: "application/json")
            body.writeString(JSON.object([("tags", .list(tags.map { .text($0) }))]).compact)
        }
        let answer = await Outgoing(allowsPrivate: true).send(HTTPMethod(rawValue: endpoint.method), body, headers, to: endpoint.address)
        guard let error = answer.error else { return nil }
        return Failure(host: endpoint.host, reason: answer.status.map { "HTTP \($0)" } ?? error)
    }

    /// Clears all shared pages of caches that could not be told at once.
    var job: JobKind {
        JobKind(name: Self.kind, lane: .delivery, reachesOut: true) { [self] _ in
            let known = state.withLock { $0.known }
            if let failure = await send(known).first {
                throw JobFailure("caches.errors.untold", ["host": failure.host, "reason": failure.reason])
            }
            return [:]
        }
    }
}
