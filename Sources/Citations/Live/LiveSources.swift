import Admin
import Foundation
import GRDB
import Web

/// Reads documents from public catalogues and single pages. Off until an administrator enables it and names the sites. Calls to a site run
/// one at a time with a pause, follow `robots.txt`, are limited in time and size, and never reach private addresses.
public struct LiveSources: Sendable {
    /// The owner's limit; nil allows any site.
    let permitted: HostList?
    private let origins: [Source: String]
    let outgoing: Outgoing
    let throttle = PerHostThrottle()

    /// Calls per author; each returns up to 200 works.
    static let mostCalls = 10

    /// Administrators may enable only `permitted` sites; nil allows any. `neighbours` are private hosts that may be called.
    public init(permitted: HostList?, neighbours: Set<String>) {
        self.init(permitted: permitted, neighbours: neighbours, origins: [:])
    }

    init(permitted: HostList? = nil, neighbours: Set<String>, origins: [Source: String]) {
        (self.permitted, self.origins) = (permitted, origins)
        outgoing = Outgoing(allowsPrivate: false, neighbours: neighbours)
    }

    func mayAsk(_ host: String, _ settings: CitationSettings) -> Bool {
        settings.asksSites && (try? HostList(settings.hosts))?.includes(host) == true && permitted?.includes(host) != false
    }

    private func origin(_ source: Source) -> String { origins[source] ?? source.origin }

    func offered(_ settings: CitationSettings) -> [Source] {
        Source.allCases.filter { source in Outgoing.url(origin(source))?.host.map { mayAsk($0, settings) } ?? false }
    }

    func homeSite(of author: Author?, _ settings: CitationSettings) -> String? {
        author.flatMap { Outgoing.url($0.homepage)?.host }.flatMap { mayAsk($0, settings) ? $0 : nil }
    }

    func works(
        from source: Source, of orcid: ORCID, _ settings: CitationSettings, step: () async throws -> Void
    ) async throws -> [ListedWork] {
        try await works(from: source, asked: .orcid(orcid), settings, step: step)
    }

    func works(
        from source: Source, asked question: CatalogueQuestion, _ settings: CitationSettings, step: () async throws -> Void
    ) async throws -> [ListedWork] {
        var fetcher = PoliteFetcher(self, settings, accepts: "application/json, text/plain;q=0.5")
        var (works, cursor): ([ListedWork], String?) = ([], Source.firstCursor)
        for _ in 0..<Self.mostCalls {
            guard let asked = cursor, works.count < ListReading.mostWorks else { break }
            try await step()
            guard let path = source.path(question, cursor: asked) else {
                throw JobFailure("citations.live.errors.unsupported", ["source": source.name], mayRetry: false)
            }
            let answer = try await fetcher.read(origin(source) + path)
            guard let read = source.read(answer.text) else {
                throw JobFailure("citations.live.errors.answer", ["host": source.host], mayRetry: false)
            }
            works += read.works
            cursor = read.next
        }
        guard !works.isEmpty else { throw JobFailure("citations.live.errors.empty", ["host": source.host], mayRetry: false) }
        return works
    }

    /// Reads an address, with or without `https://`, as a document like an uploaded one. Throws `JobFailure` with a message for the person.
    func document(at address: String, as role: DocumentRole, _ settings: CitationSettings) async throws -> RunDocument {
        var fetcher = PoliteFetcher(self, settings, accepts: "text/html, application/xhtml+xml, text/plain, application/json, */*;q=0.1")
        let typed = address.trimmingSpaces()
        let whole = typed.contains("://") ? typed : "https://" + typed
        guard Outgoing.url(String(whole.prefix { $0 != "#" })) != nil else {
            throw JobFailure("citations.live.errors.address", ["address": typed], mayRetry: false)
        }
        let answer = try await fetcher.read(whole)
        @Sendable func failure(_ error: String, _ values: [String: String] = [:]) -> JobFailure {
            let host = Outgoing.url(answer.address)?.host ?? typed
            return JobFailure("citations.live.errors.\(error)", ["host": host].merging(values) { $1 }, mayRetry: false)
        }
        let type = answer.header("content-type")
        let said = type.map { String($0.prefix { $0 != ";" }.prefix(60)).trimmingSpaces().lowercased() }
        if let said, !Self.isText(said) { throw failure("type", ["type": said]) }
        return try await ComputeThreadPool.run {
            guard let text = DocumentText.read(answer.bytes, sentAs: type), !text.trimmingSpaces().isEmpty else { throw failure("text") }
            if ScholarPages.isBlocked(text) { throw failure("captcha") }
            guard text.unicodeScalars.count <= RunDocument.mostCharacters else { throw failure("size") }
            return RunDocument(Self.name(Self.short(answer.address), at: .now), role, text)
        }
    }

    private static func isText(_ type: String) -> Bool {
        let others = ["xhtml+xml", "xml", "json", "csv", "x-bibtex", "x-research-info-systems", "x-tex"]
        return type.hasPrefix("text/") || others.contains { type == "application/" + $0 }
    }

    private static func short(_ address: String) -> String {
        let short = String(address.drop { $0 != ":" }.dropFirst(3))
        return short.count > 100 ? short.prefix(99) + "…" : short
    }

    private static let mark = " · "

    static func name(_ origin: String, at now: Date) -> String { origin + mark + now.formatted(.iso8601.year().month().day()) }

    static func areAlike(_ a: String, _ b: String) -> Bool {
        func origin(_ name: String) -> Substring? { name.range(of: mark, options: .backwards).map { name[..<$0.lowerBound] } }
        return origin(a).map { $0 == origin(b) } ?? false
    }
}
