import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Citations

/// What administrators and researchers decide once for many runs.
@Suite struct SettingsTests {
    private static let page = "/admin/citations/settings"
    private static let typed = [
        ("preset", "original"), ("spelling", "folded"), ("titleThreshold", "90"), ("authorThreshold", "0"), ("mostDocuments", "2"),
        ("mostMegabytes", "1"), ("mostWorks", "10"), ("mostMinutes", "3"), ("mostAtOnce", "1"),
        ("hosts", ""), ("agent", "Portico"), ("pause", "1"), ("patience", "10"), ("answerMegabytes", "5"),
    ]

    /// With `site` switched to somebody who only keeps runs.
    private static func makeResearcher(_ site: TestSite) async throws {
        try await site.database.write { db in
            try db.execute(sql: "UPDATE roleAssignment SET role = 'researcher', scopeID = NULL WHERE accountID = 3")
        }
    }

    @Test func onlyAdministratorsKeepTheSitesSettings() async throws {
        let (site, _) = try await RunSite.make()
        try await Self.makeResearcher(site)
        try await site.browse(as: "educator-blu", "admin") { browsers in
            for path in [Self.page, "/admin/citations/layouts"] {
                expect(try await [403, 404].contains(browsers[0].get(path).status))
                expect(try await !browsers[0].get("/admin/citations/overview").contains(path))
                expect(try await browsers[1].get(Self.page).contains("href=\"\(path)\""))
            }
            expect(try await browsers[0].get("/admin/citations/new-run").status == 200)
            expect(try await [403, 404].contains(browsers[0].post(Self.page, Self.typed + [("version", "1")]).status))
            expect(try await site.value("SELECT version FROM citationSettings", as: Int.self) == 1)
            expect(try await browsers[1].post(Self.page, Self.typed + [("version", "1")]).location == Self.page)
            expect(try await browsers[1].get(Self.page).contains("value=\"90\""))
            expect(try await browsers[1].post(Self.page, Self.typed + [("version", "1")]).status == 409)
            let refused = try await browsers[1].post(
                Self.page, [("version", "2"), ("titleThreshold", "0"), ("mostDocuments", "99")] + Self.typed.dropFirst(6))
            #expect(refused.status == 422)
            #expect(refused.contains("id=\"mostDocuments-error\""))
            #expect(refused.contains("value=\"99\""))
            #expect(refused.contains("id=\"titleThreshold-error\""))
            #expect(!refused.contains("id=\"mostWorks-error\""))
            expect(try await browsers[1].get("/admin/audit").contains("ha cambiato le impostazioni delle citazioni"))
        }
    }

    @Test func whatWasNotTypedIntoStaysAsOthersSavedIt() async throws {
        let (site, _) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get(Self.page).text
            let drawn = String(try #require(page.firstMatch(of: #/name="drawn" value="([^"]*)"/#)?.1)).replacing("&#34;", with: "\"")
            func form(_ changes: [String: String]) throws -> [(String, String)] {
                guard case .object(let pairs) = try JSON(parsing: drawn.utf8) else { return [] }
                let typed = pairs.flatMap { name, values in (values.list ?? []).compactMap(\.text).map { (name, changes[name] ?? $0) } }
                return typed + [("version", "1"), ("drawn", drawn)]
            }
            expect(try await browsers[0].post(Self.page, form(["mostWorks": "10"])).location == Self.page)
            expect(try await browsers[0].post(Self.page, form(["pause": "7"])).location == Self.page)
            expect(try await site.value("SELECT mostWorks || ' ' || pause FROM citationSettings", as: String.self) == "10 7")
            let both = try await browsers[0].post(Self.page, form(["mostWorks": "20"]))
            #expect(both.status == 409)
            #expect(both.contains(#"<q class="words">10</q>"#))
            #expect(both.contains("value=\"20\""))
            #expect(both.contains("Hai cambiato questo campo anche in un’altra finestra"))
            let asked = try #require(both.form(to: Self.page))
            expect(try await browsers[0].post(Self.page, asked.filled()).status == 409)
            expect(try await browsers[0].post(Self.page, asked.filled(["mostWorks.answer": ["mine"]])).location == Self.page)
            expect(try await site.value("SELECT mostWorks || ' ' || pause FROM citationSettings", as: String.self) == "20 7")
        }
    }

    @Test func newRunsBeginWithTheSitesChoicesAndKeepItsLimits() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let browser = browsers[0]
            try await browser.post(Self.page, Self.typed + [("version", "1")])
            let form = try await browser.get("/admin/citations/new-run").text
            #expect(form.contains("name=\"titleThreshold\" inputmode=\"numeric\" value=\"90\""))
            #expect(form.contains("value=\"original\" checked"))
            #expect(form.contains("value=\"folded\" selected"))
            let list = (0..<12).map { "\($0)\tWork of rivers \($0 * 7919)\tA Rossi\t2001" }.joined(separator: "\n")
            let fields = [("newAuthor", "Ada Rossi"), ("preset", "improved"), ("titleThreshold", "80"), ("authorThreshold", "0")]
            let files = (0..<3).map { (name: "listFiles", fileName: "l\($0).txt", bytes: Array(list.utf8)) }
            let refused = try await browser.post(
                "/admin/citations/new-run", fields, files: files.map { ($0.name, $0.fileName, .init($0.bytes)) })
            #expect(refused.status == 422)
            #expect(refused.contains("fino a 2 documenti"))
            try await browser.post("/admin/citations/new-run", fields + [("list", list)])
            try await RunSite.work(site)
            let result = try await browser.get("/admin/citations/runs/\(run + 1)/results")
            #expect(result.contains("2 lavori sono rimasti fuori perché il calcolo è pieno"))
            expect(try await site.value("SELECT count(*) FROM citationWork WHERE runID = \(run + 1)", as: Int.self) == 10)
        }
    }

    @Test func whatSomebodyUsuallyChoosesIsHisAlone() async throws {
        let (site, _) = try await RunSite.make()
        try await Self.makeResearcher(site)
        let fields = [
            ("list", Examples.list), ("preset", "original"), ("spelling", "usual"), ("titleThreshold", "85"), ("authorThreshold", "10"),
            ("asks", "yes"),
        ]
        try await site.browse(as: "educator-blu", "admin") { browsers in
            func threshold(_ browser: Browser) async throws -> Bool {
                try await browser.get("/admin/citations/new-run").contains("inputmode=\"numeric\" value=\"85\"")
            }
            try await browsers[0].post("/admin/citations/new-run", fields + [("newAuthor", "Ada Rossi"), ("remember", "yes")])
            expect(try await threshold(browsers[0]))
            expect(try await browsers[0].get("/admin/citations/new-run").contains("name=\"remember\" value=\"yes\" checked"))
            expect(try await !threshold(browsers[1]))
            try await browsers[0].post("/admin/citations/new-run", fields + [("newAuthor", "Ida Rossi")])
            expect(try await !threshold(browsers[0]))
        }
    }

    @Test func programsKeepTheirChoicesToo() async throws {
        let (site, _) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let (browser, address) = (browsers[0], "/api/v1/citations/settings")
            let before = try await browser.ask(.get, address).json
            #expect(before["isOwn"] == .flag(false))
            #expect(before["titleThreshold"] == .number(80))
            #expect(before["limits"]?["mostMinutes"] == .number(10))
            let sent = #"{"preset": "original", "spelling": "raw", "titleThreshold": 91, "authorThreshold": 0}"#
            expect(try await browser.ask(.put, address, sent).json["titleThreshold"] == .number(91))
            expect(try await browser.ask(.put, address, sent.replacing("91", with: "101")).status == 422)
            expect(try await browser.ask(.get, address).json["isOwn"] == .flag(true))
            expect(try await browser.ask(.delete, address).status == 204)
            expect(try await browser.ask(.get, address).json["isOwn"] == .flag(false))
        }
    }

    /// Those whose process died are not at work any more.
    @Test func noMoreRunsGoAtOnceThanTheSettingsSay() async throws {
        let (site, run) = try await RunSite.make()
        try await site.database.write { db in
            var settings = try CitationSettings.current(db)
            settings.mostAtOnce = 1
            expect(try settings.save(by: RunSite.actor, db))
            try RunJob.begin(try #require(try Run.fetch(db, id: run)), db, by: RunSite.actor)
        }
        let (queue, now) = (JobQueue(database: site.database), Date.now)
        expect(try await queue.open([RunJob.kind], now: now).count == 1)
        _ = try await queue.claim([RunJob.name], now: now + 1)
        expect(try await queue.open([RunJob.kind], now: now + 2).isEmpty)
        expect(try await queue.open([RunJob.kind], now: now + JobQueue.lease + 2).count == 1)
    }

    @Test func settingsThatAreGoneAreThoseOfANewSite() async throws {
        let (site, _) = try await RunSite.make()
        try await site.database.write { db in
            try db.execute(sql: "DELETE FROM citationSettings")
            var settings = try CitationSettings.current(db)
            #expect(settings == CitationSettings())
            settings.mostWorks = 50
            expect(try settings.save(by: RunSite.actor, db))
            expect(try CitationSettings.current(db).mostWorks == 50)
            expect(try !settings.save(by: RunSite.actor, db))
        }
    }

    @Test func theOverviewTellsWhatWasDecidedSinceTheCalculation() async throws {
        let (site, run) = try await RunSite.make()
        let told = "SELECT h || ' ' || allH || ' ' || counted FROM citationOutcome WHERE runID = \(run)"
        let before = try await site.value(told, as: String.self)
        #expect(before == "4 7 5")
        try await site.browse(as: "admin") { browsers in
            for work in try await site.database.read({ try Int64.fetchAll($0, sql: "SELECT id FROM citationWork") }) {
                try await browsers[0].post("/admin/citations/runs/\(run)/works/\(work)/decision", [("act", "in")])
            }
            expect(try await browsers[0].get("/admin/citations/overview").contains("<strong>7</strong>"))
            try await site.database.write { try $0.execute(sql: "UPDATE citationOutcome SET h = NULL") }
            expect(try await browsers[0].get("/admin/citations/overview").contains("<strong>7</strong>"))
            _ = try await site.database.write { try Citations.sweep($0, at: .now) }
            expect(try await site.value(told, as: String.self)?.hasPrefix("7 7") == true)
        }
    }
}
