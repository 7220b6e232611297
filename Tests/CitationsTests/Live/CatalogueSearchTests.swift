import Foundation
import TestSupport
import Testing

@testable import Admin
@testable import Citations

@Suite struct CatalogueSearchTests {
    @Test(arguments: [
        ("https://orcid.org/0000-0002-1825-0097", "0000-0002-1825-0097"), ("doi:10.1000/ABC", "10.1000/abc"),
        (" Mario Rossi ", "Mario Rossi"),
        (" ", nil), ("12", nil),
    ])
    func whatIsTypedIsAnIdentifierOrAName(_ text: String, asked: String?) { #expect(CatalogueQuestion(text)?.text == asked) }

    private static let crossref = """
        {"message":{"next-cursor":"x","items":[{"title":["Dry <i>rivers</i>"],"author":[{"family":"Rossi","given":"Mario"}],
        "issued":{"date-parts":[[2001,3]]},"is-referenced-by-count":7,"DOI":"10.1000/1","container-title":["Hydrology"]}]}}
        """
    private static let dblp = """
        {"result":{"hits":{"hit":[{"info":{"authors":{"author":{"text":"Mario Rossi 0001"}},"title":"Dry rivers.","year":"2001"}}]}}}
        """

    @Test func cataloguesAreSearchedByNameAndDOI() async throws {
        let site = OtherSite(["/works#*": .text(Self.crossref), "/search/publ/api": .text(Self.dblp)])
        try await site.listen { origin in
            let sources = LiveSources(neighbours: [OtherSite.host], origins: [.crossref: origin, .dblp: origin, .openalex: origin])
            let name = try #require(CatalogueQuestion("Mario Rossi"))
            let works = try await sources.works(from: .crossref, asked: name, OtherSite.settings) {}
            #expect(works.map(\.citations) == [7])
            #expect(works.map(\.authors) == ["Mario Rossi"])
            let others = try await sources.works(from: .dblp, asked: name, OtherSite.settings) {}
            #expect(others.map(\.title) == ["Dry rivers"])
            #expect(others.map(\.authors) == ["Mario Rossi"])
            let doi = try #require(CatalogueQuestion("10.1000/1"))
            expect(try await sources.works(from: .crossref, asked: doi, OtherSite.settings) {}.count == 1)
        }
        #expect(site.paths.contains { $0.contains("query.author=Mario") })
        #expect(site.paths.contains { $0.contains("filter=doi") })
    }

    @Test func aCatalogueThatCannotBeAskedSoSaysIt() async throws {
        let (site, run) = try await RunSite.make()
        try await site.database.write {
            try $0.execute(sql: "UPDATE citationSettings SET asksSites = 1, hosts = 'pub.orcid.org dblp.org api.crossref.org'")
        }
        try await site.browse(as: "admin") { browsers in
            let (browser, page) = (browsers[0], "/admin/citations/runs/\(run)")
            expect(try await browser.post(page + "/sources", [("source", "orcid"), ("what", "Mario Rossi")]).status == 303)
            expect(try await browser.get(page + "/results").contains("ORCID non si può chiedere così"))
            expect(try await site.value("SELECT count(*) FROM job WHERE kind = 'citation-source'", as: Int.self) == 0)
            expect(try await browser.post(page + "/sources", [("source", "dblp"), ("what", "Mario Rossi")]).status == 303)
            expect(
                try await site.value("SELECT payload ->> 'what' FROM job WHERE kind = 'citation-source'", as: String.self) == "Mario Rossi")
        }
    }
}
