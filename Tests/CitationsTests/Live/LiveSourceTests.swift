import Foundation
import GRDB
import Logging
import Synchronization
import TestSupport
import Testing

@testable import Admin
@testable import Citations

@Suite struct LiveSourceTests {
    private static let orcid = ORCID("https://orcid.org/0000-0002-1825-0097")!

    private static func page(_ title: String, next: String?) -> String {
        """
        {"meta":{"next_cursor":\(next.map { "\"\($0)\"" } ?? "null")},"results":[{"display_name":"\(title)","publication_year":2004,"cited_by_count":7,
        "authorships":[{"author":{"display_name":"Mario Rossi"}}]}]}
        """
    }

    private static func sources(_ origin: String, neighbours: Set<String> = [OtherSite.host], permitted: String? = nil) -> LiveSources {
        LiveSources(
            permitted: permitted.flatMap { try? HostList($0) }, neighbours: neighbours, origins: [.openalex: origin, .orcid: origin])
    }

    private static func failure(_ sources: LiveSources, _ settings: CitationSettings = OtherSite.settings) async -> String? {
        do {
            _ = try await sources.works(from: .openalex, of: orcid, settings) {}
            return nil
        } catch { return (error as? JobFailure)?.saying.key.replacing("citations.live.errors.", with: "") }
    }

    @Test func allPagesOfAnAnswerAreReadAfterTheRules() async throws {
        let catalogue = OtherSite(pages: ["/works#*": Self.page("First", next: "n2"), "/works#n2": Self.page("Second", next: nil)])
        try await catalogue.listen { origin in
            let works = try await Self.sources(origin).works(from: .openalex, of: Self.orcid, OtherSite.settings) {}
            try #require(works.map(\.title) == ["First", "Second"])
            try #require(works.map(\.citations) == [7, 7])
            #expect(works[0].authors == "Mario Rossi")
        }
        #expect(catalogue.paths.first == "/robots.txt")
        #expect(catalogue.paths.count == 3)
    }

    @Test func anORCIDRecordIsAListOfWorksWithoutCitations() async throws {
        let record = """
            {"group":[{"work-summary":[{"title":{"title":{"value":"Notes on stones"}},"publication-date":{"year":{"value":"2005"}},
            "journal-title":{"value":"Stones"}}]},{"work-summary":[]}]}
            """
        let catalogue = OtherSite(pages: ["/v3.0/0000-0002-1825-0097/works": record])
        try await catalogue.listen { origin in
            let works = try await Self.sources(origin).works(from: .orcid, of: Self.orcid, OtherSite.settings) {}
            #expect(works == [ListedWork(title: "Notes on stones", venue: "Stones", year: 2005)])
        }
    }

    /// The switch, the administrators' list and the owner's are asked each time; so is where a name leads.
    @Test func nobodyIsAskedWhoIsNotAllowedOrInTheOwnNetwork() async throws {
        let catalogue = OtherSite(pages: ["/works#*": Self.page("First", next: nil)])
        try await catalogue.listen { origin in
            let sources = Self.sources(origin)
            var (off, others) = (OtherSite.settings, OtherSite.settings)
            (off.asksSites, others.hosts) = (false, "api.openalex.org")
            #expect(sources.offered(off).isEmpty)
            #expect(sources.offered(others).isEmpty)
            #expect(sources.offered(OtherSite.settings).count == 2)
            #expect(Self.sources(origin, permitted: "pub.orcid.org").offered(OtherSite.settings).isEmpty)
            #expect(Self.sources(origin, permitted: "").offered(OtherSite.settings).isEmpty)
            let said = await [
                Self.failure(sources, off), Self.failure(sources, others), Self.failure(Self.sources(origin, permitted: "")),
                Self.failure(Self.sources(origin, neighbours: [])),
            ]
            #expect(said == ["off", "host", "host", "private"])
        }
        #expect(catalogue.paths.isEmpty)
    }

    @Test(arguments: [
        (["/robots.txt": OtherSite.Answer.text("User-agent: *\nDisallow: /works")], "robots"), (["/works#*": .text("<html>")], "answer"),
        (["/works#*": .text("{\"results\":[]}")], "empty"), ([:], "status"), (["/robots.txt": .refusal(.internalServerError)], "status"),
        (["/works#*": .refusal(.tooManyRequests)], "unwelcome"),
        // Where it leads is asked under the same conditions.
        (["/works#*": .elsewhere("http://other.example.org/secret")], "host"), (["/works#*": .elsewhere("/works?cursor=*")], "redirects"),
        (["/works#*": .elsewhere("/secret"), "/robots.txt": .text("User-agent: *\nDisallow: /secret")], "robots"),
        (["/works#*": .text(String(repeating: "x", count: (5 << 20) + 1))], "size"),
    ])
    func whatGoesWrongIsSaid(_ answers: [String: OtherSite.Answer], key: String) async throws {
        let catalogue = OtherSite(answers)
        try await catalogue.listen { origin in
            let said = await Self.failure(Self.sources(origin))
            #expect(said == key)
        }
        #expect(!catalogue.paths.contains("/secret"))
    }

    @Test(arguments: [
        ("", [], nil), ("Www.Example.org, *.unive.it\n\nwww.example.org", ["www.example.org", "*.unive.it"], nil),
        ("https://a.org", [], "https://a.org"), ("*", [], "*"), ("*.", [], "*."), ("localhost", [], "localhost"),
        ("a.org b..org", [], "b..org"),
    ])
    func aListOfSitesHoldsNames(_ text: String, names: [String], wrong: String?) {
        do {
            let list = try HostList(text)
            #expect(list.names == names)
            #expect(wrong == nil)
        } catch { #expect(error.text == wrong) }
    }

    @Test(arguments: [
        ("www.example.org", true), ("example.org", false), ("a.www.example.org", false), ("dsi.unive.it", true), ("unive.it", false),
        ("notunive.it", false),
    ])
    func aSiteIsAllowedByItsName(_ host: String, isAllowed: Bool) throws {
        #expect(try HostList("www.example.org *.unive.it").includes(host) == isAllowed)
    }

    /// How many calls were at work side by side.
    private final class Meter: Sendable {
        private let counts = Mutex((now: 0, most: 0))
        var most: Int { counts.withLock { $0.most } }

        func call() async -> Bool {
            counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            for _ in 0..<100 { await Task.yield() }
            counts.withLock { $0.now -= 1 }
            return true
        }
    }

    /// One call of a site ends before the next begins; who would wait too long is told so.
    @Test func aSiteIsAskedOneThingAtATime() async throws {
        let (turns, meter) = (PerHostThrottle(), Meter())
        let answers = await withTaskGroup(of: Bool?.self) { group in
            for _ in 0..<9 { group.addTask { await turns.take("www.example.org", pause: .zero) { await meter.call() } } }
            return await group.reduce(into: [Bool?]()) { $0.append($1) }
        }
        #expect(meter.most == 1)
        #expect(answers.count == 9)
        #expect(answers.contains(true))
        let later = await turns.take("www.example.org", pause: .zero) { true }
        #expect(later == true)
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
        let catalogue = OtherSite(pages: ["/works#*": Self.page("Notes on stones", next: nil), "/~rossi": Examples.pageA])
        try await catalogue.listen { origin in
            let (site, run) = try await RunSite.make(page: nil) { _, author in
                (author.orcid, author.homepage) = ("https://orcid.org/0000-0002-1825-0097", origin + "/~rossi")
            }
            try await OtherSite.allow(site)
            var logger = Logger(label: "jobs")
            logger.logLevel = .critical
            let runner = JobRunner(admin: site.portal.admin, own: [Self.sources(origin).kind], logger: logger)
            for source in ["openalex", "homepage", "openalex", "homepage"] {
                try await site.database.write { db in
                    _ = try Jobs.enqueue(db, LiveSources.job, payload: ["run": String(run), "source": source], by: RunSite.actor)
                }
                try await runner.runDue(now: .now + 1)
            }
            let names = try await site.database.read { try String.fetchAll($0, sql: "SELECT name FROM citationDocument ORDER BY position") }
            try #require(names.count == 3)
            #expect(names[1].hasPrefix("OpenAlex · "))
            #expect(names[2].contains("/~rossi · "))
            expect(try await site.value("SELECT citations FROM citationWork WHERE title = 'Notes on stones'", as: Int.self) == 7)
            expect(try await site.value("SELECT isFiltered FROM citationOutcome", as: Bool.self) == true)
        }
    }

    @Test func pagesOfferNoSourceUnlessAnAdministratorAllowsIt() async throws {
        let (site, run) = try await RunSite.make { _, author in author.homepage = "https://www.example.org/~rossi" }
        try await site.browse(as: "admin") { browsers in
            let (browser, page) = (browsers[0], "/admin/citations/runs/\(run)")
            expect(!(try await browser.get(page + "/results").contains("/sources")))
            for source in ["openalex", "homepage", "other"] {
                expect(try await browser.post(page + "/sources", [("source", source)]).status == 404)
            }
            try await site.database.write {
                try $0.execute(sql: "UPDATE citationSettings SET asksSites = 1, hosts = 'pub.orcid.org *.example.org'")
            }
            let offered = try await browser.get(page + "/results")
            #expect(offered.contains("La pagina dell’autore, da www.example.org"))
            #expect(offered.contains("Scrivi l’ORCID"))
            expect(try await browser.post(page + "/sources", [("source", "openalex")]).status == 404)
            expect(try await browser.post(page + "/sources", [("source", "homepage")]).status == 303)
            expect(try await site.value("SELECT count(*) FROM job WHERE kind = 'citation-source'", as: Int.self) == 1)
        }
    }
}
