import Accounts
import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing

@testable import Admin
@testable import Stories

/// What moderators do at their pages, through the front door.
@Suite struct ModerationPagesTests {
    private static let photo = TestSite.root + "/seed/pictures/caffe.webp"

    /// Stories of Anna, who reads English, numbers 1 to 3, each reported by Bruno; the later, the heavier.
    func site() async throws -> TestSite {
        let site = try await TestSite("house", "stories")
        try await site.database.write { db in
            for (name, language) in [("anna", "en"), ("bruno", "it")] {
                try db.execute(
                    sql: """
                        INSERT INTO writer (email, nickname, firstName, lastName, language, country, verifiedAt, createdAt)
                        VALUES (?, ?, 'Nome', 'Prova', ?, 'IT', '2026-01-01', '2026-01-01')
                        """, arguments: ["\(name)@example.org", name, language])
            }
            for (number, reason) in [(1, Reason.spam), (2, .hate), (3, .minors)] {
                let moment = Date.now - Double(10 - number) * 3600
                let content = try FragmentContent(title: "Storia \(number)", body: .text("Inizio \(number)"), isFirst: true)
                _ = try Fragment.start(content, by: 1, at: moment, db)
                _ = try Report.file(Int64(number), reason, by: 2, at: moment + 60, db)
            }
        }
        return site
    }

    @Test func whoMayOnlyDecideOnFragmentsKeepsNobodyOut() async throws {
        let site = try await site()
        try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO ownRole (name, title, folded, grants, updatedAt)
                    VALUES ('own-lettori', 'Lettori', 'lettori', '["stories.cases.decide"]', '2026-01-01')
                    """)
            let educator = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = 'educator'")!
            try RoleAssignment(accountID: educator, role: "own-lettori", scopeID: nil).insert(db)
        }
        try await site.browse(as: "educator", "admin") { browsers in
            let page = try await browsers[0].get("/admin/stories/cases/1")
            let whole = try await browsers[1].get("/admin/stories/cases/2")
            #expect(page.status == 200)
            #expect(!page.contains("name=\"term\""))
            #expect(whole.contains("name=\"term\""))
            let suspension = [("way", "suspend"), ("term", "7"), ("reason", "spam")]
            let alone = try await browsers[0].post("/admin/stories/cases/1/decisions", suspension + [("version", "1")])
            let many = try await browsers[0].post("/admin/stories/cases/decisions", suspension + [("id", "1:1")])
            let tree = try await browsers[0].post("/admin/stories/fragments/1/decisions", suspension)
            #expect(alone.status == 403)
            #expect(many.status == 403)
            #expect(tree.status == 403)
            let hidden = try await browsers[0].post(
                "/admin/stories/cases/1/decisions", [("way", "hide"), ("reason", "spam"), ("version", "1")])
            #expect(hidden.status == 303)
        }
        let suspended = try await site.value("SELECT count(*) FROM suspension", as: Int.self)
        let decided = try await site.value("SELECT count(*) FROM decision", as: Int.self)
        #expect(suspended == 0)
        #expect(decided == 1)
    }

    @Test func theReadySentenceIsInTheLanguageOfTheAuthor() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let hide = [("way", "hide"), ("ready", "yes"), ("version", "1")]
            try await browsers[0].post("/admin/stories/cases/1/decisions", hide + [("reason", "spam"), ("message", "Parole mie.")])
            try await browsers[0].post(
                "/admin/stories/cases/decisions", [("way", "hide"), ("ready", "yes"), ("reason", ""), ("id", "2:1")])
            try await browsers[0].post("/admin/stories/cases/3/decisions", [("way", "keep"), ("ready", "yes"), ("version", "1")])
        }
        let messages = try await site.database.read { try String.fetchAll($0, sql: "SELECT message FROM decision ORDER BY id") }
        let english = site.portal.admin.pages.templates.words(in: .english)
        let (spam, hate) = (english("stories.templates.spam"), english("stories.templates.hate"))
        #expect(messages == ["\(spam) Parole mie.", hate, ""])
    }

    @Test func aSkippedCaseLeavesTheWayToTheNext() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let first = try await browsers[0].get("/admin/stories/cases/next")
            #expect(first.location == "/admin/stories/cases/3")
            try await browsers[0].get("/admin/stories/cases/3")
            let second = try await browsers[0].post("/admin/stories/cases/3/release", [("then", "next")])
            let third = try await browsers[0].post("/admin/stories/cases/2/release", [("then", "next")])
            let end = try await browsers[0].post("/admin/stories/cases/1/release", [("then", "next")])
            #expect(second.location == "/admin/stories/cases/2")
            #expect(third.location == "/admin/stories/cases/1")
            #expect(end.location == "/admin/stories/cases")
        }
        let claimed = try await site.value("SELECT count(*) FROM moderationCase WHERE claimant IS NOT NULL", as: Int.self)
        #expect(claimed == 0)
    }

    @Test func whatWasLiftedIsTakenBackInOneClick() async throws {
        let site = try await site()
        let before = try await site.database.write { db -> [String] in
            let actor = Actor(accountID: nil, name: "Moderatrice", address: "", requestID: "")
            let measures = Sanctions(hides: true, suspension: .until(.now + 86_400), reason: .spam)
            try CaseDecision.impose(measures, on: 1, fragment: 2, by: actor, at: .now, db)
            return try Row.fetchAll(db, sql: "SELECT * FROM fragment").map(\.description)
        }
        try await site.browse(as: "admin") { browsers in
            for path in ["hidings/1", "suspensions/1"] {
                try await browsers[0].post("/admin/stories/\(path)/ending")
                let page = try await browsers[0].get("/admin/stories/statistics")
                #expect(page.contains("/admin/stories/\(path)/resumption"))
            }
            let free = try await site.database.read { try Suspension.active(of: 1, at: .now, $0) == nil && Fragment.find(2, $0)!.isVisible }
            let told = "SELECT count(*) FROM storyNotice WHERE writer = 1 AND kind = 'decisionUndone'"
            let hears = try await site.value(told, as: Int.self)
            #expect(free)
            #expect(hears == 1)
            for path in ["hidings/1", "suspensions/1"] { try await browsers[0].post("/admin/stories/\(path)/resumption") }
            let stillHears = try await site.value(told, as: Int.self)
            #expect(stillHears == 0)
        }
        try await site.database.read { db in
            let after = try Row.fetchAll(db, sql: "SELECT * FROM fragment").map(\.description)
            let suspension = try Suspension.active(of: 1, at: .now, db)
            #expect(after == before)
            #expect(suspension?.id == 1)
            let findings = try TreeCheck.findings(db)
            #expect(findings == [])
        }
        // What its decision no longer stands for does not come back.
        try await site.database.write { db in
            let actor = Actor(accountID: nil, name: "Moderatrice", address: "", requestID: "")
            try CaseDecision.find(1, db)?.undo(by: actor, at: .now, db)
            let (hiding, suspension) = (try Hiding.resume(1, by: actor, db), try Suspension.resume(1, by: actor, at: .now, db))
            #expect(!hiding)
            #expect(!suspension)
        }
    }

    @Test func aWriterIsSeenWithWhatHeReportedAndWhatOthersReported() async throws {
        let site = try await site()
        try await site.database.write { db in
            _ = try WriterSession.begin(for: 2, .program, device: "", access: "iOS", at: .now, db)
            let actor = Actor(accountID: nil, name: "Moderatrice", address: "", requestID: "")
            try CaseDecision.decide(1, version: 1, .keep, by: actor, at: .now, db)
        }
        try await site.browse(as: "admin") { browsers in
            let bruno = try await browsers[0].get("/admin/stories/writers/2")
            #expect(bruno.contains("id=\"made\""))
            #expect(!bruno.contains("id=\"received\""))
            #expect(bruno.contains("iOS: 1"))
            #expect(bruno.contains("Italia"))
            let anna = try await browsers[0].get("/admin/stories/writers/1")
            #expect(anna.contains("id=\"received\""))
            #expect(anna.contains("Inizio 2"))
            #expect(anna.contains("infondata"))
            let numbers = try await browsers[0].get("/admin/stories/statistics")
            #expect(numbers.contains("Italia"))
            #expect(numbers.contains("iOS"))
        }
    }

    @Test func theHelpHasEditionsThatNobodyHasToAccept() async throws {
        let site = try await site()
        try await site.browse(as: "admin", "") { browsers in
            let form = try await browsers[0].get("/admin/stories/documents/help")
            #expect(form.status == 200)
            #expect(!form.contains("name=\"isAsked\""))
            try await browsers[0].post(
                "/admin/stories/documents/help", [("text-it", "Scriveteci."), ("text-en", ""), ("isAsked", "yes"), ("known", "1")])
            let page = try await browsers[1].get("/stories/help")
            #expect(page.contains("Scriveteci."))
        }
        let mustAccept = try await site.database.read { try Writer.mustAccept(1, $0) }
        #expect(!mustAccept)
    }

    @Test func aProgramOfModeratorsGetsAPhotoThatReadersDoNot() async throws {
        let site = try await site()
        let photos = try site.portal.admin.pictures.store(for: Stories.photos)
        let stored = try #require(await photos.take(files: [Self.photo])[Self.photo]).get()
        try await site.database.write { db in
            let content = try FragmentContent(title: "Foto", body: .photo(file: stored.file, caption: ""), isFirst: true)
            let fragment = try Fragment.start(content, by: 1, at: .now, db)
            let known = try Report.file(fragment.id, .privacy, by: 2, at: .now, db)
            let actor = Actor(accountID: nil, name: "Moderatrice", address: "", requestID: "")
            try CaseDecision.decide(known.id, version: 1, Sanctions(hides: true, reason: .privacy), by: actor, at: .now, db)
        }
        try await site.browse(as: "", "educator", "admin") { browsers in
            func photo(_ browser: Int, _ query: String = "", of id: Int = 4) async throws -> Answer {
                try await browsers[browser].call(
                    .get, "/api/admin/post/\(id)/foto\(query)", headers: [.init("Sec-Fetch-Site")!: "same-origin", .accept: "image/webp"],
                    cookies: true)
            }
            let reader = try await browsers[0].get("/stories/photos/4/480.webp")
            let (nobody, educator, admin) = try await (photo(0), photo(1), photo(2, "?size=480"))
            #expect(reader.status == 404)
            #expect(nobody.status == 401)
            #expect(educator.status == 403)
            #expect(admin.status == 200)
            #expect(admin.headers[.contentType] == "image/webp")
            #expect(admin.headers[.cacheControl] == "private, no-store")
            let (none, odd) = try await (photo(2, of: 1), photo(2, "?size=7"))
            #expect(none.status == 404)
            #expect(odd.status == 400)
            let known = try await browsers[2].call(
                .get, "/api/admin/segnalazioni/4", headers: [.init("Sec-Fetch-Site")!: "same-origin"], cookies: true)
            #expect(known.json["photo"] == .text("/api/admin/post/4/foto"))
            // At the desk it is blurred and grey until it is touched.
            let page = try await browsers[2].get("/admin/stories/cases/4")
            #expect(page.contains("<label class=\"story-veil\"><input type=\"checkbox\""))
            let sheet = try String(contentsOfFile: TestSite.root + "/Public/css/admin-stories/78-stories.css", encoding: .utf8)
            #expect(sheet.contains(".story-veil img { filter: blur(1.5rem) grayscale(1); }"))
        }
    }

    @Test func aPhotoIsAskedForAgainEachTimeAndGoesWithItsStory() async throws {
        let site = try await site()
        let photos = try site.portal.admin.pictures.store(for: Stories.photos)
        let stored = try #require(await photos.take(files: [Self.photo])[Self.photo]).get()
        try await site.database.write { db in
            let body = FragmentContent.Body.photo(file: stored.file, caption: "")
            let first = try Fragment.start(FragmentContent(title: "Foto", body: body, isFirst: true), by: 1, at: .now, db)
            _ = try Fragment.add(FragmentContent(title: "", body: body, isFirst: false), after: first.id, by: 2, at: .now, db)
        }
        try await site.browse(as: "") { browsers in
            let photo = try await browsers[0].get("/stories/photos/5/480.webp")
            #expect(photo.status == 200)
            #expect(photo.headers[.cacheControl] == "public, no-cache")
            let tag = try #require(photo.headers[.eTag])
            let again = try await browsers[0].get("/stories/photos/5/480.webp", headers: [.ifNoneMatch: tag])
            #expect(again.status == 304)
            #expect(again.headers[.cacheControl] == "public, no-cache")
            try await site.database.write { db in
                let actor = Actor(accountID: nil, name: "Moderatrice", address: "", requestID: "")
                try CaseDecision.impose(Sanctions(hides: true, reason: .privacy), on: 1, fragment: 4, by: actor, at: .now, db)
            }
            let gone = try await browsers[0].get("/stories/photos/5/480.webp", headers: [.ifNoneMatch: tag])
            #expect(gone.status == 404)
        }
    }

    @Test func everyFragmentOfALargeTreeIsReached() async throws {
        let site = try await site()
        let last = try await site.database.write { db -> Int64 in
            for _ in 1...250 {
                try db.execute(
                    sql: """
                        INSERT INTO fragment (story, parent, writer, kind, text, createdAt, depth)
                        VALUES (1, 1, 2, 'text', 'Altro modo', '2026-01-01', 1)
                        """)
            }
            return db.lastInsertedRowID
        }
        try await site.browse(as: "admin") { browsers in
            let first = try await browsers[0].get("/admin/stories/trees/1")
            #expect(first.contains("id=\"f1\""))
            #expect(!first.contains("id=\"f\(last)\""))
            #expect(first.contains("1–200 di 251"))
            #expect(first.contains("id=\"tree-title\""))
            #expect(first.contains("href=\"/admin/stories/trees/1?page=2\""))
            let found = try await browsers[0].get("/admin/stories/trees?q=\(last)")
            #expect(found.location == "/admin/stories/trees/1?at=\(last)#f\(last)")
            let second = try await browsers[0].get("/admin/stories/trees/1?at=\(last)")
            #expect(second.contains("id=\"f\(last)\""))
            #expect(!second.contains("id=\"f1\""))
            #expect(second.contains("201–251 di 251"))
        }
    }

    @Test(arguments: [("", "Scrivi il numero dell’autore."), ("99", "Non c’è nessun autore con questo numero.")])
    func aSuspensionOfNobodyIsRefusedAtTheField(number: String, why: String) async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            let fields = [("writer", number), ("reason", "spam"), ("term", "7")]
            let refused = try await browsers[0].post("/admin/stories/suspensions", fields)
            let field = "value=\"\(number)\" aria-invalid=\"true\" aria-describedby=\"writer-error\""
            #expect(refused.status == 422)
            #expect(refused.contains(field))
            #expect(refused.contains("</svg>\(why)</p>"))
            let page = try await browsers[0].get("/admin/stories/suspensions")
            #expect(!page.contains("aria-invalid"))
        }
    }

    @Test func anAdministratorChoosesTheCountries() async throws {
        let site = try await site()
        try await site.browse(as: "admin", "") { browsers in
            let numbers = try await site.database.read { db in
                let settings = try StorySettings.current(db)
                return StorySettings.numbers.map { ($0.key, String(settings[keyPath: $0.path])) }
            }
            try await browsers[0].post(
                "/admin/stories/settings", numbers + [("version", "1"), ("isOpen", "yes"), ("country", "CH"), ("country", "XX")])
            let page = try await browsers[1].get("/stories/registration")
            #expect(page.contains("Svizzera"))
            #expect(!page.contains("Germania"))
        }
        try await site.database.read { db in
            var typed = Registration(try #require(try Writer.find(1, db)))
            // Anna has registered before, with a country that is not among them any more.
            let kept = try typed.problems(for: 1, at: .now, in: .gmt, db)["country"]
            typed.country = "DE"
            let other = try typed.problems(for: 1, at: .now, in: .gmt, db)["country"]
            #expect(kept == nil)
            #expect(other == .malformed)
        }
    }
}
