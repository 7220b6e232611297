import Foundation
import TestSupport
import Testing

@testable import Citations

/// What people may bring without harm.
@Suite struct HostileTests {
    private static let titles = "<ul><li><b>Notes on edge detection</b></li><li><b>Soil acidity in alpine meadows</b></li></ul>"

    /// What is brought, with a name for the log: the texts are very long.
    struct Brought: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String

        init(_ name: String, _ text: String) { (testDescription, self.text) = (name, text) }
    }

    private static let manyAttributes = (0..<200_000).map { "a\($0)=b" }.joined(separator: " ")

    @Test(arguments: [
        Brought("deep elements", String(repeating: "<div>", count: 50_000) + titles),
        Brought("deep letters", String(repeating: "<b><i>", count: 50_000)),
        Brought(
            "entities of entities",
            "<!DOCTYPE html [<!ENTITY a 'aaaaaaaaaa'>"
                + (1...9).map { "<!ENTITY a\($0) '&a\($0 - 1);&a\($0 - 1);&a\($0 - 1);&a\($0 - 1);'>" }.joined()
                + "]><p>&a9;&a9;</p>"),
        Brought(
            "entity of a file", "<!DOCTYPE html SYSTEM 'file:///etc/passwd' [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><p>&x;</p>"),
        Brought("one attribute again and again", "<p " + String(repeating: "a=b ", count: 100_000) + ">x</p>"),
        // Each is compared with those before it.
        Brought("very many attributes", "<p " + manyAttributes + ">x</p>"),
        Brought("very many elements", String(repeating: "<p>x", count: 100_000)),
        Brought("control characters", "<html>\u{0}\u{1}</html>"),
    ])
    func hostilePagesAreSoonDoneWithAndSayNothingOfThisMachine(_ page: Brought) throws {
        let start = ContinuousClock.now
        let found = try Analysis(
            lists: [.init(name: "l", text: Examples.list)], pages: [.init(name: "p", text: page.text)], Method())
        #expect(start.duration(to: .now) < .seconds(20))
        #expect(!found.page.contains { $0.row.title.contains("root:") })
        #expect((try? ListReader.read(page.text))?.works.isEmpty ?? true)
    }

    @Test(arguments: [
        Brought("deep lists", String(repeating: "[", count: 200_000)),
        Brought("deep objects", "{\"works\":" + String(repeating: "{\"a\":", count: 100_000)), Brought("endless number", "[1e999999]"),
    ])
    func hostileListsAreRefused(_ list: Brought) { #expect(throws: ListRefusal.self) { try ListReader.read(list.text) } }

    /// Each name is ten times the one before it, and a hundred works are parts of proceedings with a long title.
    @Test func whatFilesSayAgainAndAgainIsCounted() throws {
        let names = (1...6).map { "@string{a\($0) = " + Array(repeating: "a\($0 - 1)", count: 10).joined(separator: " # ") + "}\n" }
            .joined()
        let parts = (0..<100).map { "@inproceedings{p\($0), title = {Part \($0)}, author = {M Rossi}, crossref = {whole}}\n" }.joined()
        let whole = "@proceedings{whole, booktitle = {\(String(repeating: "long ", count: 20_000))}}\n"
        let start = ContinuousClock.now
        let named = try ListReader.read("@string{a0 = {Ten signs.}}\n" + names + "@article{x, title = {Dry rivers}, journal = a6}\n").works
        #expect(named.map(\.title) == ["Dry rivers"])
        let works = try ListReader.read(parts + whole).works
        try #require(works.count == 100)
        #expect(works[0].venue.utf8.count > 90_000)
        #expect((named + works).reduce(0) { $0 + $1.venue.utf8.count } <= 10_000_000)
        #expect(start.duration(to: .now) < .seconds(20))
    }

    @Test func scriptsAreNotEvenKept() {
        let page = "<html><SCRIPT>alert(1)</script ><body><svg onload=x><script>2</script></svg><p>Dry rivers</p><script>never closed"
        let kept = DocumentText.read(Array(page.utf8)) ?? ""
        #expect(kept.contains("Dry rivers"))
        #expect(!kept.lowercased().contains("script"))
        #expect(!kept.contains("onload"))
    }

    @Test func whatIsTooLargeIsRefusedWithASentenceAndNoRun() async throws {
        let (site, _) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let fields = [("newAuthor", "Ada De Luca"), ("preset", "improved"), ("titleThreshold", "80"), ("authorThreshold", "68")]
            for size in [6 << 20, 51 << 20] {
                let file = (name: "listFiles", fileName: "enorme.html", bytes: Data(repeating: 0x61, count: size))
                let answer = try await browsers[0].post("/admin/citations/new-run", fields, files: [file])
                #expect([413, 422].contains(answer.status))
            }
        }
        expect(try await site.value("SELECT count(*) FROM citationRun", as: Int.self) == 1)
    }

    @Test func titlesThatAreMarkupStayTextOnEveryPage() async throws {
        let (site, run) = try await RunSite.make(list: "9\t<script>alert(1)</script> rivers' \"stones\"\tM Rossi\t2001", page: nil)
        try await site.browse(as: "admin", "") { browsers in
            try await browsers[0].post("/admin/citations/runs/\(run)/publication", [("act", "show"), ("agreed", "yes")])
            for (browser, page) in [
                (0, "/admin/citations/runs/\(run)/results"), (0, "/admin/citations/runs/\(run)/report"), (1, "/citations/authors/1"),
            ] {
                let answer = try await browsers[browser].get(page)
                #expect(answer.status == 200)
                #expect(answer.contains("&lt;script&gt;"))
                #expect(!answer.contains("<script>alert"))
            }
        }
    }

    @Test func selfCitationsAreKnownByTheAuthorsOfWhoCites() throws {
        let list = """
            [{"title":"A","authors":["Mario Rossi"],"citations":2,"citing_works":[{"authors":["Rossi, M"]},{"authors":["Lia Verdi"]}]},
             {"title":"B","authors":["M Rossi"],"citations":2,"self_citations":1}]
            """
        let works = try ListReader.read(list).works
        #expect(works.map(\.selfCitations) == [1, 1])
        let counted = works.map { Counted(citations: $0.citations ?? 0, selfCitations: $0.selfCitations) }
        #expect(Indexes(counted, in: 2026).h == 2)
        #expect(Indexes(counted, in: 2026).hOthers == 1)
        #expect(Indexes([Counted(citations: 3)], in: 2026).hOthers == nil)
    }
}
