import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Citations

/// Documents that stand apart from runs.
@Suite struct KeptDocumentTests {
    private static let page = "/admin/citations/documents"

    @Test func whatTheProgramReadsIsSeenBeforeAnyRun() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let browser = browsers[0]
            let file = (name: "files", fileName: "lavori.csv", bytes: Data("Title,Cites\nDry rivers,3\n,4\n".utf8))
            let kept = try await browser.keep([("role", "list")], files: [file])
            #expect(kept.location == Self.page + "/1")
            let shown = try await browser.get(Self.page + "/1")
            #expect(shown.contains("Dry rivers"))
            #expect(shown.contains("Si legge un lavoro"))
            #expect(shown.contains("riga senza titolo"))
            // The same once more is the same.
            expect(try await browser.keep([("role", "list")], files: [file]).location == Self.page + "/1")
            expect(try await browser.get(Self.page).contains("lavori.csv"))
            let download = try await browser.get(Self.page + "/1/file")
            #expect(download.headers[.contentDisposition]?.hasPrefix("attachment") == true)
            #expect(download.text.contains("Dry rivers"))
            let form = try await browser.get("/admin/citations/new-run?document=1")
            #expect(form.contains("name=\"stored\" value=\"k1\" checked"))
            let typed = [("newAuthor", "Ada Rossi"), ("preset", "improved"), ("titleThreshold", "80"), ("authorThreshold", "68")]
            expect(try await browser.post("/admin/citations/new-run", typed + [("stored", "k1")]).status == 303)
            expect(
                try await site.value("SELECT text FROM citationDocument WHERE run = \(run + 1)", as: String.self)?.contains("Dry rivers")
                    == true)
            expect(try await browser.post(Self.page + "/1/removal").location == Self.page)
            expect(try await browser.get(Self.page + "/1").status == 404)
            let log = try await browser.get("/admin/audit")
            #expect(log.contains("ha portato un documento"))
            #expect(log.contains("ha tolto un documento"))
            // A file may be called after somebody whom only its owner knows of.
            expect(try await site.value("SELECT count(*) FROM audit WHERE objectTitle LIKE '%lavori%'", as: Int.self) == 0)
            expect(try await site.value("SELECT count(*) FROM citationDocument WHERE run = \(run + 1)", as: Int.self) == 1)
            for text in [" ", String(repeating: "a", count: 600_001)] {
                let refused = try await browser.post(Self.page, [("role", "list"), ("text", text)])
                #expect(refused.status == 422)
                #expect(refused.contains("id=\"files-error\""))
            }
        }
    }

    @Test func nobodyElseSeesThem() async throws {
        let (site, _) = try await RunSite.make()
        try await site.database.write { db in
            try db.execute(sql: "UPDATE roleAssignment SET role = 'researcher', scopeID = NULL WHERE accountID = 3")
        }
        try await site.browse(as: "admin", "educator-blu", "educator") { browsers in
            try await browsers[0].keep([("role", "list"), ("text", Examples.list)])
            for path in ["", "/file"] { expect(try await browsers[1].get(Self.page + "/1" + path).status == 404) }
            expect(try await browsers[1].post(Self.page + "/1/removal").status == 404)
            expect(try await !browsers[1].get(Self.page).contains(Self.page + "/1"))
            expect(try await browsers[2].get(Self.page).status == 404)
            expect(try await browsers[2].post(Self.page, [("role", "list"), ("text", "1\tA")]).status == 404)
            let typed = [("newAuthor", "A Rossi"), ("preset", "improved"), ("titleThreshold", "80"), ("authorThreshold", "68")]
            expect(try await browsers[1].post("/admin/citations/new-run", typed + [("stored", "k1")]).status == 422)
            expect(try await browsers[1].ask(.get, "/api/v1/citations/documents/1").status == 404)
        }
        try await site.database.write { db in
            expect(try KeptDocument.sweep(db, at: .now) == 0)
            expect(try KeptDocument.sweep(db, at: .now + 181 * 86_400) == 1)
        }
    }

    @Test func programsGiveThemToRuns() async throws {
        let (site, _) = try await RunSite.make()
        let id = try await site.database.write { db in
            var run = Run()
            (run.name, run.author) = ("Vuoto", 1)
            try run.insert(db, by: RunSite.actor)
            return run.id ?? 0
        }
        try await site.browse(as: "admin") { browsers in
            let (browser, address) = (browsers[0], "/api/v1/citations/documents")
            let sent = #"{"name": "lista", "role": "list", "text": "9\tDry rivers\tM Rossi\t2001\nx\t\n"}"#
            let kept = try await browser.ask(.post, address, sent)
            #expect(kept.status == 201)
            #expect(kept.json["rowsDetected"] == .number(2))
            #expect(kept.json["format"] == .text("text"))
            #expect(kept.json["document"]?["sha256"]?.text?.count == 64)
            #expect(kept.json["warnings"]?.list?.isEmpty == false)
            #expect(kept.json["import"]?["counts"]?["total"] == .number(2))
            let again = try await browser.ask(.post, address, sent).json
            #expect(again["document"]?["id"] == kept.json["document"]?["id"])
            #expect(again["import"] == .null)
            expect(try await browser.ask(.post, address, sent.replacing("\"list\"", with: "\"x\"")).status == 422)
            expect(try await browser.ask(.post, address, #"{"name": "x", "role": "page", "text": "<script>1</script>"}"#).status == 422)
            expect(try await browser.ask(.get, address).json["items"]?.list?.count == 1)
            let run = "/api/v1/citations/runs/\(id)"
            expect(try await browser.ask(.post, run + "/documents", #"{"document": 1}"#).status == 428)
            expect(try await browser.change(.post, run, "/documents", #"{"document": 9}"#).status == 404)
            expect(try await browser.change(.post, run, "/documents", #"{"document": 1}"#).status == 202)
            try await RunSite.work(site)
            expect(try await browser.ask(.get, run + "/result").json["counts"]?["works"] == .number(2))
            expect(try await browser.ask(.post, "/api/v1/imports/1/undoing").status == 200)
            expect(try await browser.ask(.get, address + "/1").status == 404)
            let next = try await browser.ask(.post, address, sent).json["document"]?["id"]?.number ?? 0
            expect(try await browser.ask(.delete, address + "/\(next)").status == 204)
            expect(try await browser.ask(.get, address + "/\(next)").status == 404)
        }
    }
}
