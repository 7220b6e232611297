import Accounts
import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Citations

/// Private authors: whoever did not make one does not find out that there is one, whichever address is asked.
@Suite struct VisibilityTests {
    private static let secrets = ["Zefirino", "Zefirite", "Strati segreti"]

    /// A site where `educator` has made an author with a run, `educator-blu` is a researcher who reads the log too, and `admin` may do
    /// everything.
    private struct Place {
        let site: TestSite
        var author: Int64 = 0
        var run: Int64 = 0
        /// What stands in the place of names in addresses: a part of the run that there is.
        var parts: [String: Int64] = [:]

        init() async throws {
            site = try await TestSite("house", "registry", "campus", "citations")
            try await site.database.write { [site] db in
                try SearchIndex.prepare(db, for: site.portal.admin.resources.all)
                try db.execute(
                    sql: """
                        DELETE FROM roleAssignment WHERE accountID IN (2, 3);
                        INSERT INTO roleAssignment (accountID, role) VALUES (2, 'researcher'), (3, 'researcher'), (3, 'campus-editor');
                        """)
            }
            try await site.browse(as: "educator") { browsers in
                let typed = [
                    ("newAuthor", "Zefirino Rossi"), ("surname", "Rossi"), ("name", "Zefirite"), ("preset", "improved"),
                    ("titleThreshold", "80"), ("authorThreshold", "68"), ("list", "9\tStrati segreti\tZ Rossi\t2001\n" + Examples.list),
                    ("page", Examples.pageA),
                ]
                expect(try await browsers[0].post("/admin/citations/new-run", typed).status == 303)
            }
            try await RunSite.work(site)
            author = try await site.value("SELECT id FROM citationAuthor") ?? 0
            run = try await site.value("SELECT id FROM citationRun") ?? 0
            for (name, sql) in [
                ("work", "SELECT min(id) FROM citationWork"), ("document", "SELECT min(id) FROM citationDocument"),
                ("row", "SELECT min(rowid) FROM citationPageWork"),
            ] {
                parts[name] = try await site.value(sql) ?? 0
            }
            let revision = "SELECT max(id) FROM revision WHERE kind = "
            parts["revision of author"] = try await site.value(revision + "'citations.authors'") ?? 0
            parts["revision of run"] = try await site.value(revision + "'citations.runs'") ?? 0
        }

        /// Every address about the author or the run, with the method.
        var addresses: [(method: HTTPRequest.Method, path: String)] {
            site.portal.routes.compactMap { route in
                let path = route.path.description
                guard path.contains("/citations/authors/{id}") || path.contains("/citations/runs/{id}") || path.contains("favourites/{id}"),
                    // The page for everybody: it shows what was published, and else nothing.
                    !path.hasPrefix("/citations/")
                else { return nil }
                let isRun = path.contains("runs/{id}")
                var made = path.replacing("{id}", with: String(isRun ? run : author))
                    .replacing("{revision}", with: String(parts[isRun ? "revision of run" : "revision of author"] ?? 0))
                for (name, id) in parts { made = made.replacing("{\(name)}", with: String(id)) }
                return (route.method, made.replacing(#/{[a-z]+}/#, with: "1"))
            }
        }

        /// Every address without a name in it that is read, of the back office and for programs.
        var others: [String] {
            site.portal.routes.filter { $0.method == .get }.map(\.path.description).filter {
                !$0.contains("{") && !$0.contains("*") && ($0.hasPrefix("/admin") || $0.hasPrefix("/api"))
            }
        }

        func state() async throws -> [String] {
            try await site.database.read { db in
                try ["citationAuthor", "citationRun", "citationAct", "citationFavourite", "citationProfile", "citationDecision", "job"].map
                {
                    try String.fetchAll(
                        db, sql: "SELECT json_array(\(db.columns(in: $0).map { "\"\($0.name)\"" }.joined(separator: ","))) FROM \($0)"
                    )
                    .joined()
                }
            }
        }

        /// Sends what an address takes, so that it is not refused for that.
        func send(_ method: HTTPRequest.Method, _ path: String, _ browser: Browser) async throws -> Answer {
            if path.hasPrefix("/api") {
                let last = String(path.split(separator: "/").last { Int($0) == nil } ?? "")
                let body = method == .get || method == .delete ? nil : Self.bodies[last] ?? "{}"
                return try await browser.ask(method, path, body, match: "*")
            }
            let act = ["favourite": "keep", "publication": "show"].first { path.hasSuffix($0.key) }?.value ?? "in"
            return method == .get ? try await browser.get(path) : try await browser.post(path, [("act", act), ("agreed", "yes")])
        }

        private static let bodies = [
            "works": "{\"enabled\": false}", "bulk": "{\"rule\": \"all\"}", "matches": "{\"work\": 1, \"decision\": \"accept\"}",
            "page-works": "{\"title\": \"Altro\"}", "documents": "{\"document\": 1}", "expression": "{\"expression\": \"//li\"}",
            "preview": "{\"expression\": \"//li\"}",
        ]
    }

    @Test func anotherResearcherFindsNothing() async throws {
        let place = try await Place()
        let before = try await place.state()
        try await place.site.browse(as: "educator-blu") { browsers in
            #expect(place.addresses.count > 60)
            for (method, path) in place.addresses {
                let answer = try await place.send(method, path, browsers[0])
                #expect(answer.status == 404, "\(method) \(path)")
                #expect(!answer.says(Self.secrets), "\(method) \(path)")
            }
            let links = ["/citations/authors/\(place.author)\"", "/citations/runs/\(place.run)\"", "/citations/runs/\(place.run)/"]
            for path in place.others {
                // The beginning finds both, and what stands in the page because it was looked for is no name.
                for query in ["", "?q=Zefir"] {
                    let answer = try await browsers[0].get(path + query)
                    #expect(!answer.says(Self.secrets + links), "\(path + query)")
                }
            }
        }
        expect(try await place.state() == before)
    }

    @Test func whoMadeAnAuthorAndWhoAdministersSeeEverything() async throws {
        let place = try await Place()
        for name in ["educator", "admin"] {
            try await place.site.browse(as: name) { browsers in
                var seen = 0
                for (method, path) in place.addresses where method == .get {
                    let answer = try await place.send(method, path, browsers[0])
                    // There is no draft of it, and nothing to translate.
                    if answer.status == 200 {
                        seen += 1
                    } else {
                        #expect(path.hasSuffix("/draft") || path.contains("/translations/"), "\(path)")
                    }
                }
                #expect(seen > 25, "\(name)")
                for path in [
                    "/admin/citations/authors", "/admin/citations/overview", "/admin/citations/comparison", "/admin/citations/new-run",
                ] {
                    expect(try await browsers[0].get(path).contains("Zefirino Rossi"))
                }
                expect(try await browsers[0].get("/admin/search?q=zefir").contains("/citations/authors/\(place.author)\""))
                expect(try await browsers[0].ask(.get, "/api/v1/citations/authors").text.contains("Zefirino"))
                let form = try await browsers[0].get("/admin/citations/authors/\(place.author)")
                #expect(form.contains("Solo chi lo ha aggiunto"))
                #expect(!form.contains("disabled>"))
            }
        }
    }

    @Test func whatOthersChangedTellsNothingOfIt() async throws {
        let place = try await Place()
        let sql = "INSERT INTO preference (accountID, name, value) VALUES (?, 'visit.before', '1'), (?, 'visit.seen', '1')"
        for (account, name) in [(3, "educator-blu"), (1, "admin")] as [(Int64, String)] {
            try await place.site.database.write { try $0.execute(sql: sql, arguments: [account, account]) }
            try await place.site.browse(as: name) { browsers in
                let answer = try await browsers[0].get("/admin/changes")
                #expect(answer.status == 200)
                #expect(answer.contains("Zefirino") == (name == "admin"))
                expect(try await browsers[0].get("/admin").contains("Zefirite") == (name == "admin"))
            }
        }
    }

    /// Acts that name the hidden records in their body and not in their address.
    @Test func whoKnowsTheNumbersChangesNothingEither() async throws {
        let place = try await Place()
        let (author, run) = (String(place.author), String(place.run))
        let act = try await place.site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO act (text, kind, accountID, at) VALUES ('lists.acts.delete', 'citations.authors', 2, '2026-01-01');
                    UPDATE revision SET actID = last_insert_rowid() WHERE kind = 'citations.authors';
                    """)
            return String(db.lastInsertedRowID)
        }
        let before = try await place.state()
        try await place.site.browse(as: "educator-blu") { browsers in
            let browser = browsers[0]
            for (kind, id) in [("authors", author), ("runs", run)] {
                let list = "/admin/citations/\(kind)"
                try await browser.post(list + "/bulk", [("act", "delete"), ("id", id)])
                let all = try await browser.post(list + "/bulk", [("act", "delete"), ("all", "yes")])
                #expect(!all.contains("Zefirino"))
                #expect(!all.contains("Zefirite"))
                try await browser.post(list + "/trash", [("act", "delete"), ("id", id)])
                let removed = try await browser.ask(.post, "/api/v1/citations/\(kind)/acts", "{\"act\": \"delete\", \"ids\": [\(id)]}")
                #expect(removed.status == 404)
            }
            for name in ["revision of author", "revision of run"] {
                let undone = try await browser.post("/admin/undoing", [("revision", String(place.parts[name] ?? 0))])
                #expect(undone.status == 404)
            }
            expect(try await browser.post("/admin/citations/authors/bulk/undoing", [("act", act)]).status == 404)
            // A run of one's own cannot be hung onto the author, and no menu or chip tells the name.
            let made = try await browser.ask(.post, "/api/v1/citations/runs", "{\"name\": \"Mio\", \"author\": \(author)}")
            #expect(made.status == 422)
            #expect(!made.contains("Zefirino"))
            let typed = [("author", author), ("name", "Mio"), ("preset", "improved"), ("titleThreshold", "80"), ("authorThreshold", "68")]
            let form = try await browser.post("/admin/citations/runs", typed)
            #expect(form.status == 422)
            #expect(!form.contains("Zefirino"))
            let drafted = try await browser.post("/admin/citations/new-run", typed + [("list", Examples.list)])
            #expect(drafted.status == 422)
            #expect(!drafted.contains("Zefirino"))
            let document = String(place.parts["document"] ?? 0)
            let copied = try await browser.post("/admin/citations/new-run", typed.dropFirst() + [("stored", document), ("newAuthor", "A")])
            #expect(copied.status == 422)
            for address in [
                "/admin/citations/runs?author=\(author)", "/admin/citations/comparison?author=\(author)",
                "/admin/citations/new-run?from=\(run)", "/admin/citations/runs?sort=name&panel=filters",
            ] {
                let answer = try await browser.get(address)
                #expect(!answer.contains("Zefirino"), "\(address)")
                #expect(!answer.contains("Zefirite"), "\(address)")
            }
        }
        expect(try await place.state() == before)
    }

    /// Whoever keeps the site sees that there is work, and not whose.
    @Test func theJobsPageNamesNoPrivateRun() async throws {
        let place = try await Place()
        try await place.site.database.write { db in
            try RunJob.begin(try #require(try Run.fetch(db, id: place.run)), db, by: RunSite.actor)
            try db.execute(
                sql: """
                    INSERT INTO ownRole (name, title, folded, grants, updatedAt)
                    VALUES ('own-keeper', 'Custodi', 'custodi', '["admin.site.edit"]', '2026-01-01');
                    INSERT INTO roleAssignment (accountID, role) VALUES (3, 'own-keeper');
                    """)
        }
        let job = try await place.site.value("SELECT max(id) FROM job", as: Int64.self) ?? 0
        try await place.site.browse(as: "educator-blu", "admin") { browsers in
            let (hidden, open) = (try await browsers[0].get("/admin/jobs"), try await browsers[1].get("/admin/jobs"))
            #expect(hidden.status == 200)
            #expect(!hidden.contains("Zefirite"))
            #expect(!hidden.contains("/runs/\(place.run)/"))
            #expect(hidden.contains("<span class=\"job-title\">Un calcolo privato</span>"))
            #expect(open.contains("Indice h: Zefirite"))
            #expect(open.contains("/runs/\(place.run)/results"))
            #expect(!open.contains("privato"))
            try await browsers[0].post("/admin/jobs/\(job)/cancellation")
            expect(try await !browsers[0].get("/admin/jobs").contains("Zefirite"))
        }
    }

    @Test func theSameNameIsFreeForAnother() async throws {
        let place = try await Place()
        try await place.site.browse(as: "educator-blu", "educator") { browsers in
            let typed = [("name", "Zefirino Rossi"), ("surname", "Rossi"), ("visibility", "private")]
            expect(try await browsers[0].post("/admin/citations/authors", typed).status == 303)
            let file = (name: "file", fileName: "a.csv", bytes: Data("Nome;Cognome\nZefirino Rossi;Altro\n".utf8))
            let sent = try await browsers[0].post("/admin/citations/authors/imports", [], files: [file])
            expect(try await browsers[0].get(sent.location ?? "").status == 200)
            // Two of one's own, or two that all see, are not told apart.
            expect(try await browsers[1].post("/admin/citations/authors", typed).status == 422)
        }
        expect(try await place.site.value("SELECT count(*) FROM citationAuthor WHERE surname = 'Rossi'", as: Int.self) == 2)
    }

    @Test func aSharedAuthorIsReadByAllAndChangedByHisOwner() async throws {
        let place = try await Place()
        let (author, run) = ("/admin/citations/authors/\(place.author)", "/admin/citations/runs/\(place.run)")
        try await place.site.browse(as: "educator", "educator-blu", "admin") { browsers in
            let typed = [("name", "Zefirino Rossi"), ("surname", "Rossi"), ("act", "save")]
            expect(try await browsers[0].post(author, typed + [("version", "1"), ("visibility", "shared")]).status == 303)
            let before = try await place.state()
            for page in [author, run, run + "/results", run + "/steps", author + "/history", "/admin/citations/overview"] {
                let answer = try await browsers[1].get(page)
                #expect(answer.status == 200, "\(page)")
                #expect(answer.contains("Zefirite") || answer.contains("Zefirino"), "\(page)")
                #expect(!answer.contains("name=\"act\" value=\"out\""), "\(page)")
                #expect(!answer.contains("value=\"save\""), "\(page)")
            }
            for (method, path) in place.addresses where method != .get && !path.contains("favourite") {
                let answer = try await place.send(method, path, browsers[1])
                #expect([403, 404].contains(answer.status), "\(method) \(path) \(answer.status)")
            }
            expect(try await place.state() == before)
            // The documents may be used again, for an author of one's own.
            expect(try await browsers[1].get(run + "/results").contains("new-run?from=\(place.run)"))
            let copied = try await browsers[1].get("/admin/citations/new-run?from=\(place.run)")
            #expect(copied.text.matches(of: /name="stored" value="\d+" checked/).count == 2)
            #expect(!copied.contains(">Zefirino Rossi</option>"))
            expect(try await browsers[1].ask(.put, "/api/v1/citations/favourites/\(place.author)").status == 204)
            expect(try await browsers[2].post(author, typed + [("version", "2"), ("visibility", "private")]).status == 303)
            expect(try await browsers[1].get(author).status == 404)
            expect(try await browsers[1].ask(.get, "/api/v1/citations/favourites").text.contains("[]"))
            expect(try await browsers[0].get(author).status == 200)
        }
    }

    @Test func whatIsNobodysIsForAllAndStaysShared() async throws {
        let (site, run) = try await RunSite.make { _, author in author.visibility = .shared }
        try await site.database.write { db in
            try db.execute(sql: "INSERT INTO roleAssignment (accountID, role) VALUES (3, 'researcher')")
        }
        try await site.browse(as: "educator-blu") { browsers in
            let form = [("name", "Mario Rossi"), ("surname", "Rossi"), ("version", "1")]
            let refused = try await browsers[0].post("/admin/citations/authors/1", form + [("visibility", "private")])
            #expect(refused.status == 422)
            #expect(refused.contains("non è di nessuno"))
            expect(
                try await browsers[0].post("/admin/citations/authors/1", form + [("visibility", "shared"), ("notes", "x")]).status == 303)
            expect(try await browsers[0].post("/admin/citations/runs/\(run)/calculations").status == 303)
        }
    }

    @Test func webhooksTellOnlyWhatAllMaySee() async throws {
        let place = try await Place()
        try await place.site.database.write { db in
            _ = try Webhook(
                id: nil, address: "https://example.org/", resources: Author.name, acts: "*", secret: Webhook.freshSecret(), isOn: true,
                createdAt: db.transactionDate
            ).inserted(db)
        }
        let author = "/admin/citations/authors/\(place.author)"
        try await place.site.browse(as: "educator") { browsers in
            let typed = [("name", "Zefirino Rossi"), ("surname", "Rossi"), ("notes", "x")]
            expect(try await browsers[0].post(author, typed + [("version", "1"), ("visibility", "private")]).status == 303)
            expect(try await place.site.value("SELECT count(*) FROM webhookDelivery", as: Int.self) == 0)
            expect(try await browsers[0].post(author, typed + [("version", "2"), ("visibility", "shared")]).status == 303)
            expect(try await place.site.value("SELECT count(*) FROM webhookDelivery", as: Int.self) == 1)
        }
    }

    /// The seed's authors are for all; what an export says of owners and visibility comes back.
    @Test func aSeedKeepsWhoseAnAuthorIs() async throws {
        let place = try await Place()
        try await place.site.database.write { db in
            var author = Author.seeded
            (author.name, author.surname) = ("Di tutti", "Tutti")
            try author.insert(db, by: RunSite.actor)
        }
        let folder = try TemporaryFolder()
        _ = try await place.site.portal.seed.export(
            place.site.database, pictures: place.site.portal.admin.pictures, to: folder.path + "/one")
        let other = try await TestSite("house", "registry", "campus", "citations")
        _ = try await other.portal.apply(folder.path + "/one/seed.yaml")
        let sql = """
            SELECT group_concat(a.name || ' ' || a.visibility || ' ' || ifnull(account.key, '-'), ';')
            FROM (SELECT * FROM citationAuthor ORDER BY name) a LEFT JOIN account ON account.id = a.owner
            """
        let there = try await other.value(sql, as: String.self)
        #expect(there == "Di tutti shared -;Zefirino Rossi private educator")
        try folder.write("citations:\n  authors:\n    - { name: Seme, surname: Seme }\n", to: "plain.yaml")
        _ = try await other.portal.apply(folder.path + "/plain.yaml")
        expect(try await other.value("SELECT visibility FROM citationAuthor WHERE name = 'Seme'", as: String.self) == "shared")
    }
}

extension Answer {
    /// Whether any of these texts stands in it. The system looks for them: of hundreds of pages, `contains` would go through every sign.
    fileprivate func says(_ texts: [String]) -> Bool {
        text.withCString { page in
            // A zero would end the page for it.
            strlen(page) == text.utf8.count ? texts.contains { strstr(page, $0) != nil } : texts.contains(where: contains)
        }
    }
}
