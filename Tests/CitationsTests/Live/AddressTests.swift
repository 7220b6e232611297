import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Citations

/// Pages and lists that are brought by their address.
@Suite struct AddressTests {
    private static let documents = "/admin/citations/documents"
    private static let newRun = "/admin/citations/new-run"
    private static let choices = [
        ("newAuthor", "Mario Rossi"), ("preset", "improved"), ("titleThreshold", "80"), ("authorThreshold", "68"),
    ]

    /// A portal that may ask another site.
    private static func portal() async throws -> TestSite {
        let site = try await TestSite("house", "registry", "campus", "citations", neighbours: [OtherSite.host])
        try await OtherSite.allow(site)
        return site
    }

    @Test func aRunIsMadeFromTheAddressesOfAListAndOfAPage() async throws {
        let other = OtherSite(pages: ["/results": Fixtures.scholar, "/~rossi/": Examples.pageA])
        try await other.listen { origin in
            let site = try await Self.portal()
            try await site.browse(as: "admin") { browsers in
                let typed = Self.choices + [("listAddress", origin + "/results"), ("pageAddress", origin + "/~rossi/#top")]
                expect(try await browsers[0].post(Self.newRun, typed).status == 303)
                try await RunSite.work(site)
                let page = try await browsers[0].get("/admin/citations/runs/1/results")
                #expect(page.contains("/results · 20"))
                #expect(page.contains("/~rossi/ · 20"))
                expect(try await site.value("SELECT count(*) > 0 FROM citationPageWork", as: Bool.self) == true)
            }
        }
        #expect(other.paths == ["/robots.txt", "/results", "/robots.txt", "/~rossi/"])
        #expect(other.agents == ["Portico"])
    }

    /// One for each line: pages of results that belong together. One that fails is named, and nothing is kept of the others.
    @Test func severalAddressesAreReadOneAfterTheOther() async throws {
        let other = OtherSite(pages: ["/1": Fixtures.scholar, "/2": Fixtures.today])
        try await other.listen { origin in
            let site = try await Self.portal()
            try await site.browse(as: "admin") { browsers in
                let wrong = [("role", "list"), ("address", origin + "/1\r\n\r\n" + origin + "/3")]
                let refused = try await browsers[0].post(Self.documents, wrong)
                #expect(refused.status == 422)
                #expect(refused.contains("«\(origin)/3»: "))
                #expect(refused.contains("errore 404"))
                #expect(refused.contains("\(origin)/3</textarea>"))
                let many = Array(repeating: origin + "/1", count: 6).joined(separator: "\n")
                expect(try await browsers[0].post(Self.documents, [("role", "list"), ("address", many)]).contains("al massimo 5"))
                expect(try await site.value("SELECT count(*) FROM citationUpload", as: Int.self) == 0)
                let both = [("listAddress", origin + "/1\n" + origin + "/2")]
                expect(try await browsers[0].post(Self.newRun, Self.choices + both).status == 303)
                expect(try await site.value("SELECT count(*) FROM citationDocument", as: Int.self) == 2)
            }
        }
    }

    /// The letters of a page are those that its server says, else those that the page says of itself.
    @Test(arguments: [
        ("text/html; charset=ISO-8859-1", [0xE0] as [UInt8]), ("text/html;charset=\"utf-8\"", [0xC3, 0xA0]), ("text/html", [0xE0]),
        ("text/plain; charset=windows-1251", [0xF0]),
    ])
    func lettersStayWhatTheyAre(_ type: String, letter: [UInt8]) async throws {
        let page = Array("<html><p>Citt".utf8) + letter + Array("</p></html>".utf8)
        let other = OtherSite(["/": .init(type: type, bytes: page)])
        try await other.listen { origin in
            let live = LiveSources(permitted: nil, neighbours: [OtherSite.host])
            let document = try await live.document(at: origin, as: .page, OtherSite.settings)
            #expect(document.text.contains(type.contains("1251") ? "Cittр" : "Città"))
        }
    }

    @Test(arguments: [
        ("/", ["/": OtherSite.Answer.text("x", type: "application/pdf")], "application/pdf"),
        ("/", ["/": .init(bytes: [0, 1, 2, 3])], "non è un testo"), ("/", ["/": .text("<form id='gs_captcha_f'>")], "captcha"),
        ("/scholar?q=rossi", ["/robots.txt": .text("User-agent: *\nDisallow: /scholar")], "robots.txt"),
        ("/", ["/": .elsewhere("https://consent.example.org/?q=1")], "consent.example.org non è fra i siti"),
        ("/", ["/": .refusal(.forbidden)], "errore 403"), ("/gone", [:], "errore 404"),
    ])
    func whatCannotBeReadIsSaidAtItsField(_ path: String, _ answers: [String: OtherSite.Answer], _ words: String) async throws {
        try await OtherSite(answers).listen { origin in
            let site = try await Self.portal()
            try await site.browse(as: "admin") { browsers in
                let form = try await browsers[0].post(Self.newRun, Self.choices + [("listAddress", origin + path)])
                #expect(form.status == 422)
                #expect(form.contains("id=\"listAddress-error\""))
                #expect(form.contains(words))
                #expect(form.contains("aria-describedby=\"listAddress-help listAddress-error\""))
                #expect(form.contains(origin))
                // It is not asked for a list beside it.
                #expect(!form.contains("id=\"list-error\""))
                let kept = try await browsers[0].post(Self.documents, [("role", "page"), ("address", origin + path)])
                #expect(kept.status == 422)
                #expect(kept.contains("id=\"address-error\""))
                #expect(kept.contains(words))
            }
        }
    }

    @Test(arguments: [
        ("ftp://127.0.0.1/", "non è un indirizzo"), ("http://utente@127.0.0.1/", "non è un indirizzo"),
        ("localhost:8080", "localhost non è fra i siti"), ("http://192.168.0.1/", "192.168.0.1 non è fra i siti"),
    ])
    func whatIsNoAddressOfASiteThatIsAllowedIsNotCalled(_ address: String, _ words: String) async throws {
        let site = try await Self.portal()
        try await site.browse(as: "admin") { browsers in
            let form = try await browsers[0].post(Self.documents, [("role", "list"), ("address", address)])
            #expect(form.status == 422)
            #expect(form.contains(words))
        }
    }

    /// An administrator's word does not open the own network.
    @Test func anAddressOfTheOwnNetworkIsNotCalled() async throws {
        let other = OtherSite(pages: ["/": Fixtures.scholar])
        try await other.listen { origin in
            let site = try await TestSite("citations")
            try await OtherSite.allow(site)
            try await site.browse(as: "admin") { browsers in
                let form = try await browsers[0].post(Self.documents, [("role", "list"), ("address", origin)])
                #expect(form.status == 422)
                #expect(form.contains("rete interna"))
            }
        }
        #expect(other.paths.isEmpty)
    }

    /// Neither the form nor a program has another site asked where nobody allowed it, nor for who keeps no runs.
    @Test func nothingIsAskedUnlessItIsAllowed() async throws {
        let other = OtherSite(pages: ["/": Fixtures.scholar])
        try await other.listen { origin in
            let site = try await Self.portal()
            try await site.browse(as: "educator", "admin") { browsers in
                expect(try await browsers[0].post(Self.documents, [("role", "list"), ("address", origin)]).status == 404)
                expect(try await browsers[0].post(Self.newRun, Self.choices + [("listAddress", origin)]).status == 404)
                expect(try await browsers[1].get(Self.newRun).contains("name=\"pageAddress\""))
                try await site.database.write { try $0.execute(sql: "UPDATE citationSettings SET asksSites = 0") }
                for page in [Self.documents, Self.newRun] { expect(try await !browsers[1].get(page).contains("ddress\"")) }
                expect(try await browsers[1].post(Self.newRun, Self.choices + [("listAddress", origin)]).status == 422)
            }
        }
        #expect(other.paths.isEmpty)
    }

    @Test func programsBringWhatStandsAtAnAddress() async throws {
        let other = OtherSite(pages: ["/results": Fixtures.scholar])
        try await other.listen { origin in
            let site = try await Self.portal()
            try await site.browse(as: "admin") { browsers in
                let address = "/api/v1/citations/documents/addresses"
                let kept = try await browsers[0].ask(.post, address, "{\"role\": \"list\", \"address\": \"\(origin)/results\"}")
                #expect(kept.status == 201)
                #expect(kept.json["format"] == .text("scholar"))
                let refused = try await browsers[0].ask(.post, address, "{\"role\": \"list\", \"address\": \"\(origin)/gone\"}")
                #expect(refused.status == 422)
                #expect(refused.json["errors"]?.list?.first?["pointer"] == .text("/address"))
                #expect(refused.text.contains("404"))
            }
        }
    }

    private static let settings = [
        ("version", "1"), ("preset", "improved"), ("spelling", "usual"), ("titleThreshold", "80"), ("authorThreshold", "68"),
        ("mostDocuments", "20"), ("mostMegabytes", "5"), ("mostWorks", "5000"), ("mostMinutes", "10"), ("mostAtOnce", "2"), ("pause", "3"),
        ("patience", "7"), ("answerMegabytes", "2"),
    ]

    /// What administrators decide holds from the next request on.
    @Test func administratorsDecideWhichSitesAreAsked() async throws {
        let site = try await TestSite("citations")
        try await site.browse(as: "admin") { browsers in
            let (browser, page) = (browsers[0], "/admin/citations/settings")
            #expect(try await site.database.read { try CitationSettings.current($0) } == CitationSettings())
            for (hosts, agent, field) in [
                ("www.example.org\nhttps://a.org", "Portico", "hosts"), ("", "Portico", "hosts"), ("a.org", "Portico\u{E9}", "agent"),
                ("a.org", "", "agent"),
            ] {
                let refused = try await browser.post(page, Self.settings + [("asksSites", "yes"), ("hosts", hosts), ("agent", agent)])
                #expect(refused.status == 422)
                #expect(refused.contains("id=\"\(field)-error\""))
                #expect(refused.contains("href=\"#\(field)\""))
                #expect(refused.contains("name=\"asksSites\" value=\"yes\" checked"))
            }
            expect(try await !browser.get(Self.newRun).contains("name=\"pageAddress\""))
            let typed = [("asksSites", "yes"), ("hosts", "WWW.example.org, *.unive.it"), ("agent", "Portico (biblioteca@example.org)")]
            expect(try await browser.post(page, Self.settings + typed).location == page)
            let shown = try await browser.get(page)
            #expect(shown.contains("www.example.org\n*.unive.it</textarea>"))
            #expect(shown.contains("value=\"Portico (biblioteca@example.org)\""))
            #expect(shown.contains("si può chiedere"))
            #expect(shown.text.contains(#/id="pause"[^>]* value="3"/#))
            expect(try await browser.get(Self.newRun).contains("Si può chiedere a: www.example.org, *.unive.it."))
        }
    }

    /// The owner's word is above that of administrators, who read it.
    @Test(arguments: [("www.unive.it", "permette solo: www.unive.it"), ("none", "non permette di chiedere ad altri siti")])
    func theOwnerHasTheLastWord(_ permitted: String, _ words: String) async throws {
        let site = try await TestSite("citations", environment: ["PORTICO_CITATION_HOSTS": permitted])
        try await site.database.write { db in
            try db.execute(sql: "UPDATE citationSettings SET asksSites = 1, hosts = 'www.example.org www.unive.it'")
        }
        try await site.browse(as: "admin") { browsers in
            let shown = try await browsers[0].get("/admin/citations/settings")
            #expect(shown.contains(words))
            #expect(shown.contains("vietato dal proprietario"))
            let form = try await browsers[0].get(Self.newRun)
            #expect(form.contains("Si può chiedere a: www.unive.it.") == (permitted != "none"))
            let refused = try await browsers[0].post(Self.documents, [("role", "list"), ("address", "https://www.example.org/")])
            #expect(refused.status == 422)
            #expect(refused.contains("www.example.org non è fra i siti"))
        }
    }
}
