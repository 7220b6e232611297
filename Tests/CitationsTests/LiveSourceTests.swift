import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import TestSupport
import Testing

@testable import Admin
@testable import Citations

@Suite struct LiveSourceTests {
    private static let orcid = ORCID("https://orcid.org/0000-0002-1825-0097")!

    /// A catalogue on this machine: answers by path, and what it was asked.
    private final class Catalogue: Sendable {
        let answers: [String: String]
        private let asked = Mutex<[String]>([])
        init(_ answers: [String: String]) { self.answers = answers }
        var paths: [String] { asked.withLock { $0 } }

        func listen(_ test: @escaping @Sendable (_ origin: String) async throws -> Void) async throws {
            let router = Router()
            router.get("**") { [self] request, _ -> Response in
                asked.withLock { $0.append(request.uri.description) }
                let cursor = request.uri.queryParameters["cursor"].map { "#\($0)" } ?? ""
                guard let answer = answers[request.uri.path + cursor] else { return Response(status: .notFound) }
                if answer == "elsewhere" { return .redirect(to: "/secret", type: .temporary) }
                return Response(status: .ok, body: .init(byteBuffer: .init(string: answer)))
            }
            var logger = Logger(label: "catalogue")
            logger.logLevel = .critical
            let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: logger)
            try await application.test(.live) { client in try await test("http://127.0.0.1:\(client.port ?? 0)") }
        }
    }

    private static func page(_ title: String, next: String?) -> String {
        """
        {"meta":{"next_cursor":\(next.map { "\"\($0)\"" } ?? "null")},"results":[{"display_name":"\(title)","publication_year":2004,"cited_by_count":7,
        "authorships":[{"author":{"display_name":"Mario Rossi"}}]}]}
        """
    }

    private static func sources(_ origin: String, hosts: [String] = ["127.0.0.1"], allowsPrivate: Bool = true) -> LiveSources {
        LiveSources(hosts: hosts, origins: [.openalex: origin, .orcid: origin], allowsPrivate: allowsPrivate, pause: .zero)
    }

    private static func failure(_ sources: LiveSources, _ source: Source = .openalex) async -> String? {
        do {
            _ = try await sources.works(from: source, of: orcid) {}
            return nil
        } catch { return (error as? JobFailure)?.saying.key }
    }

    @Test func allPagesOfAnAnswerAreReadAfterTheRules() async throws {
        let catalogue = Catalogue(["/works#*": Self.page("First", next: "n2"), "/works#n2": Self.page("Second", next: nil)])
        try await catalogue.listen { origin in
            let works = try await Self.sources(origin).works(from: .openalex, of: Self.orcid) {}
            #expect(works.map(\.title) == ["First", "Second"] && works.map(\.citations) == [7, 7] && works[0].authors == "Mario Rossi")
        }
        #expect(catalogue.paths.first == "/robots.txt" && catalogue.paths.count == 3)
    }

    @Test func anORCIDRecordIsAListOfWorksWithoutCitations() async throws {
        let record = """
            {"group":[{"work-summary":[{"title":{"title":{"value":"Notes on stones"}},"publication-date":{"year":{"value":"2005"}},
            "journal-title":{"value":"Stones"}}]},{"work-summary":[]}]}
            """
        let catalogue = Catalogue(["/v3.0/0000-0002-1825-0097/works": record])
        try await catalogue.listen { origin in
            let works = try await Self.sources(origin).works(from: .orcid, of: Self.orcid) {}
            #expect(works == [ListedWork(title: "Notes on stones", venue: "Stones", year: 2005)])
        }
    }

    @Test func nobodyIsAskedWhoIsNotOnTheListOrInTheOwnNetwork() async throws {
        let catalogue = Catalogue(["/works#*": Self.page("First", next: nil)])
        try await catalogue.listen { origin in
            #expect(Self.sources(origin, hosts: []).offered.isEmpty)
            #expect(LiveSources(hosts: []).offered.isEmpty)
            #expect(LiveSources(hosts: ["pub.orcid.org"]).offered == [.orcid])
            let (off, own) = (
                await Self.failure(Self.sources(origin, hosts: ["api.openalex.org"])),
                await Self.failure(Self.sources(origin, allowsPrivate: false))
            )
            #expect(off == "citations.live.errors.off")
            #expect(own == "citations.live.errors.private")
        }
        #expect(catalogue.paths.isEmpty)
    }

    @Test(arguments: [
        (["/robots.txt": "User-agent: *\nDisallow: /works"], "citations.live.errors.robots"),
        (["/works#*": "<html>"], "citations.live.errors.answer"),
        (["/works#*": "{\"results\":[]}"], "citations.live.errors.empty"), ([:], "citations.live.errors.status"),
        (["/works#*": "elsewhere", "/secret": "x"], "citations.live.errors.status"),
        (["/works#*": String(repeating: "x", count: LiveSources.mostBytes + 1)], "citations.live.errors.size"),
    ])
    func whatGoesWrongIsSaid(_ answers: [String: String], key: String) async throws {
        let catalogue = Catalogue(answers)
        try await catalogue.listen { origin in
            let said = await Self.failure(Self.sources(origin))
            #expect(said == key)
        }
        #expect(!catalogue.paths.contains("/secret"))
    }

    @Test(arguments: [
        ("", "/works", true), ("User-agent: *\nDisallow: /", "/works", false), ("User-agent: *\nDisallow:", "/works", true),
        ("User-agent: *\nDisallow: /\n\nUser-agent: Portico\nAllow: /", "/works", true),
        ("User-agent: portico\nUser-agent: other\nDisallow: /works", "/works?x", false),
        ("User-agent: *\nDisallow: /w\nAllow: /works # all of it", "/works", true),
        ("User-agent: *\nDisallow: /*cursor", "/works?cursor=1", false),
        ("User-agent: *\nDisallow: /works$", "/works?x", true), ("User-agent: other\nDisallow: /", "/works", true),
    ])
    func rulesForProgramsAreKept(_ text: String, path: String, isAllowed: Bool) {
        #expect(RobotRules(text, agent: "portico").allows(path) == isAllowed)
    }

    @Test(arguments: [
        ("0000-0002-1694-233X", true), ("0000-0002-1825-0098", false), ("0000000218250097", false), ("", false),
        ("https://orcid.org/", false),
    ])
    func anORCIDIsKnownByItsLastDigit(_ text: String, isOne: Bool) { #expect((ORCID(text) != nil) == isOne) }

    @Test func whatASourceSaysBecomesADocumentFromWhichTheRunIsWorkedOutAgain() async throws {
        let (site, run) = try await RunSite.make(page: nil) { _, author in author.orcid = "https://orcid.org/0000-0002-1825-0097" }
        let catalogue = Catalogue(["/works#*": Self.page("Notes on stones", next: nil)])
        try await catalogue.listen { origin in
            var logger = Logger(label: "jobs")
            logger.logLevel = .critical
            let runner = JobRunner(desk: site.portal.desk, own: [Self.sources(origin).kind], logger: logger)
            for _ in 1...2 {
                try await site.database.write { db in
                    _ = try Jobs.enqueue(db, LiveSources.job, payload: ["run": String(run), "source": "openalex"], by: RunSite.actor)
                }
                try await runner.runDue(now: .now + 1)
            }
        }
        let names = try await site.database.read { try String.fetchAll($0, sql: "SELECT name FROM citationDocument ORDER BY position") }
        #expect(names.count == 2 && names[1].hasPrefix("OpenAlex · "))
        expect(try await site.value("SELECT citations FROM citationWork WHERE title = 'Notes on stones'", as: Int.self) == 7)
    }

    @Test func pagesOfferNoSourceUnlessTheOwnerNamedOne() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            expect(!(try await browsers[0].get("/admin/citations/runs/\(run)/results").contains("/sources")))
            expect(try await browsers[0].post("/admin/citations/runs/\(run)/sources", [("source", "openalex")]).status == 404)
        }
    }
}
