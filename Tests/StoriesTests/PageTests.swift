import Accounts
import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing

@testable import Stories

/// Pages through the front door.
@Suite struct PageTests {
    private func site() async throws -> TestSite {
        let site = try await TestSite("house", "stories")
        try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO writer (email, nickname, firstName, lastName, verifiedAt, createdAt)
                    VALUES ('a@example.org', 'anna', 'Anna', 'Prova', '2026-01-01', '2026-01-01')
                    """)
            let content = try FragmentContent(title: "Il pozzo", body: .text("Inizio"), isFirst: true)
            _ = try Fragment.start(content, by: 1, at: .now, db)
        }
        return site
    }

    /// Anna and Bruno, signed in, with a story of Anna's and no pause between fragments.
    private func writers() async throws -> (site: TestSite, tokens: [String]) {
        let site = try await site()
        let tokens = try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO writer (email, nickname, firstName, lastName, verifiedAt, createdAt)
                    VALUES ('b@example.org', 'bruno', 'Bruno', 'Prova', '2026-01-01', '2026-01-01')
                    """)
            try db.execute(sql: "UPDATE storySettings SET pause = 0")
            return try [1, 2].map { try WriterSession.begin(for: $0, .browser, device: "", access: "Web", at: .now, db).text }
        }
        return (site, tokens)
    }

    @Test func aFormSentAgainWithOtherWordsPublishesThemToo() async throws {
        let (site, tokens) = try await writers()
        try await site.browse(as: "") { browsers in
            browsers[0].cookies["portico-writer"] = tokens[0]
            func publish(_ text: String, keep: Bool = false, form: String = "f") async throws -> Answer {
                let words = [("title", "T"), ("text", text), ("sending", "s"), ("form", form)]
                return try await browsers[0].post("/stories/new/text", words + (keep ? [("keep", "yes")] : []))
            }
            let one = try await publish("Prime parole")
            let two = try await publish("Altre parole")
            #expect(one.status == 303)
            #expect(two.status == 303)
            #expect(one.location != two.location)
            let again = try await publish("Prime parole")
            #expect(again.location == one.location)
            // A page that is left keeps no draft of what it has published.
            _ = try await publish("Altre parole", keep: true)
            var drafts = try await site.value("SELECT count(*) FROM storyDraft", as: Int.self)
            #expect(drafts == 0)
            // What another tab keeps is not taken away with what this one publishes.
            _ = try await publish("Di un'altra finestra", keep: true, form: "g")
            _ = try await publish("Di questa")
            drafts = try await site.value("SELECT count(*) FROM storyDraft WHERE text LIKE 'Di un%altra finestra'", as: Int.self)
            #expect(drafts == 1)
            let page = try await browsers[0].get("/stories/new/text")
            #expect(page.contains("Di un"))
            #expect(!page.contains(#"name="base" value="""#))
        }
    }

    @Test func aNoteThatIsNotTakenIsDrawnAgain() async throws {
        let (site, tokens) = try await writers()
        try await site.browse(as: "") { browsers in
            browsers[0].cookies["portico-writer"] = tokens[1]
            let reports = "/stories/fragments/1/reports"
            let first = try await browsers[0].post(reports, [("reason", "insult"), ("note", "Leggete bene")])
            let same = try await browsers[0].post(reports, [("reason", "insult"), ("note", "Leggete bene")])
            #expect(first.status == 303)
            #expect(same.status == 303)
            let other = try await browsers[0].post(reports, [("reason", "insult"), ("note", "Ancora una cosa")])
            #expect(other.status == 409)
            #expect(other.contains("Ancora una cosa"))
            try await site.database.write { try $0.execute(sql: "UPDATE fragment SET isHidden = 1, cover = 1") }
            let hidden = try await browsers[0].post(reports, [("reason", "spam"), ("note", "Troppo tardi")])
            #expect(hidden.contains("Troppo tardi"))
            #expect(!hidden.contains("Inizio"))
        }
    }

    @Test func whoIsNotSignedInReadsAndIsLedToTheDoor() async throws {
        try await site().browse(as: "") { browsers in
            let story = try await browsers[0].get("/stories/1")
            #expect(story.status == 200)
            #expect(story.text.contains("Il pozzo"))
            let writing = try await browsers[0].get("/stories/fragments/1/continuation")
            #expect(writing.status == 303)
            #expect(writing.location?.hasPrefix("/stories/sign-in?next=") == true)
            for document in StoryDocument.allCases {
                let page = try await browsers[0].get("/stories/\(document.rawValue)")
                #expect(page.status == 200)
                #expect(page.contains("<h2>"))
                #expect(!page.contains("<h3>"))
            }
        }
    }

    @Test func aWriterChangesTheLanguageOfPagesAndMessages() async throws {
        let site = try await site()
        let token = try await site.database.write { db in
            try WriterSession.begin(for: 1, .browser, device: "", access: "Web", at: .now, db).text
        }
        try await site.browse(as: "") { browsers in
            browsers[0].cookies["portico-writer"] = token
            let before = try await browsers[0].get("/stories/more")
            #expect(before.contains("<html lang=\"it\""))
            #expect(before.contains("action=\"/stories/language\""))
            let chosen = try await browsers[0].post("/stories/language", ["language": "en", "next": "/stories/more"])
            #expect(chosen.status == 303)
            #expect(chosen.location == "/stories/more")
            let after = try await browsers[0].get("/stories/more")
            #expect(after.contains("<html lang=\"en\""))
        }
        let writer = try await site.database.read { try Writer.find(1, $0) }
        #expect(writer?.language == "en")
    }

    @Test func whatIsNotThereIsToldAmongTheStories() async throws {
        let site = try await TestSite("house", "stories")
        try await site.browse(as: "") { browsers in
            for address in ["/stories/999999", "/stories/nowhere/at/all"] {
                let page = try await browsers[0].get(address)
                #expect(page.status == 404)
                #expect(page.contains("story-tabs"))
            }
        }
    }

    @Test func aFormOfAVisitorLeadsToTheDoorAndBackToItsPage() async throws {
        try await site().browse(as: "") { browsers in
            func vote(from page: String) async throws -> String? {
                let headers: HTTPFields = [.referer: page, .init("Sec-Fetch-Site")!: "same-origin"]
                return try await browsers[0].call(.post, "/stories/fragments/1/votes", headers: headers).location
            }
            let story = try await vote(from: "http://localhost/stories/1")
            #expect(story == "/stories/sign-in?next=%2Fstories%2F1")
            for page in ["", "http://localhost/admin", "https://example.org//evil"] {
                let elsewhere = try await vote(from: page)
                #expect(elsewhere == "/stories/sign-in", "\(page)")
            }
        }
    }

    @Test func aDraftIsShownAsItWillReadAndItsPhotoToNobodyElse() async throws {
        let site = try await site()
        try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO writer (email, nickname, firstName, lastName, verifiedAt, createdAt)
                    VALUES ('b@example.org', 'bruno', 'Bruno', 'Prova', '2026-01-01', '2026-01-01')
                    """)
        }
        let photo = TestSite.root + "/seed/pictures/caffe.webp"
        let bytes = try Data(contentsOf: URL(fileURLWithPath: photo))
        let tokens = try await site.database.write { db in
            try [1, 2].map { try WriterSession.begin(for: $0, .browser, device: "", access: "Web", at: .now, db).text }
        }
        try await site.browse(as: "", "") { browsers in
            for (browser, token) in zip(browsers, tokens) { browser.cookies["portico-writer"] = token }
            let kept = try await browsers[0].post(
                "/stories/new/photo", [("title", "Il caffè"), ("text", "Di sera"), ("keep", "yes"), ("sending", "x")],
                files: [("photo", "caffe.webp", bytes)])
            let address = try #require(kept.text.firstMatch(of: #/\/stories\/drafts\/\d+\/photo\/480.webp/#)).output
            #expect(kept.status == 200)
            #expect(kept.contains("<h2>Il caffè</h2>"))
            let (own, other) = try await (browsers[0].get(String(address)), browsers[1].get(String(address)))
            #expect(own.status == 200)
            #expect(other.status == 404)
            let long = try await browsers[0].post(
                "/stories/new/photo", [("title", ""), ("text", "Di sera"), ("sending", "x")], files: [])
            #expect(long.status == 422)
            #expect(long.contains("id=\"title-error\""))
            #expect(long.contains("aria-describedby=\"title-error\""))
            let bad = try await browsers[0].post(
                "/stories/new/photo", [("title", "Il tè"), ("text", "Di mattina"), ("sending", "x")],
                files: [("photo", "note.jpg", Data("no photo".utf8))])
            #expect(bad.status == 422)
            #expect(bad.contains("id=\"photo-error\""))
            #expect(bad.contains("Il tè"))
            #expect(bad.contains("Di mattina"))
        }
    }

    /// Signs the first writer of the site in.
    private func token(_ site: TestSite) async throws -> String {
        try await site.database.write { try WriterSession.begin(for: 1, .browser, device: "", access: "Web", at: .now, $0).text }
    }

    @Test func whatIsTypedBesideAPhotoThatIsTooLargeIsKept() async throws {
        let site = try await site()
        let token = try await token(site)
        let file = (name: "photo", fileName: "large.jpg", bytes: Data(count: 9 << 20))
        try await site.browse(as: "") { browsers in
            browsers[0].cookies["portico-writer"] = token
            let words = [("title", "Il mare"), ("text", "Di notte")]
            let refused = try await browsers[0].post("/stories/new/photo", words + [("sending", "x")], files: [file])
            #expect(refused.status == 422)
            #expect(refused.contains("id=\"photo-error\""))
            #expect(refused.contains("8 MB"))
            #expect(refused.contains("Il mare"))
            #expect(refused.contains("Di notte"))
            let again = try await browsers[0].get("/stories/new/photo")
            #expect(again.contains("Il mare"))
            #expect(again.contains("Di notte"))
            let face = try await browsers[0].post("/stories/face", [], files: [file])
            #expect(face.status == 422)
        }
    }

    @Test func aReportThatComesTooFastIsThereToBeSentAgain() async throws {
        let site = try await site()
        let token = try await token(site)
        try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO writer (email, nickname, firstName, lastName, verifiedAt, createdAt)
                    VALUES ('b@example.org', 'bruno', 'Bruno', 'Prova', '2026-01-01', '2026-01-01')
                    """)
            // Twenty in an hour are enough; the twenty-first is sent below.
            for number in 1...21 {
                let content = try FragmentContent(title: "Storia \(number)", body: .text("Inizio"), isFirst: true)
                let story = try Fragment.start(content, by: 2, at: .now - Double(30 - number) * 86_400, db)
                if number <= 20 { try Report.file(story.id, .spam, by: 1, at: .now, db) }
            }
        }
        try await site.browse(as: "") { browsers in
            browsers[0].cookies["portico-writer"] = token
            let refused = try await browsers[0].post("/stories/fragments/22/reports", ["reason": "hate", "note": "Le mie ragioni"])
            #expect(refused.status == 429)
            #expect(refused.contains("Le mie ragioni"))
            #expect(refused.contains("role=\"alert\""))
            #expect(refused.contains("value=\"hate\" checked"))
        }
        let count = try await site.value("SELECT count(*) FROM fragmentReport", as: Int.self)
        #expect(count == 20)
    }

    @Test func whatIsWrittenAfterAFragmentHiddenMeanwhileIsKept() async throws {
        let site = try await site()
        let token = try await site.database.write { db in
            let content = try FragmentContent(title: "", body: .text("Poi"), isFirst: false)
            let second = try Fragment.add(content, after: 1, by: 1, at: .now + 60, db)
            let actor = Actor(accountID: nil, name: "Moderatrice", address: "", requestID: "")
            try CaseDecision.impose(Sanctions(hides: true, reason: .spam), on: 1, fragment: second.id, by: actor, at: .now, db)
            return try WriterSession.begin(for: 1, .browser, device: "", access: "Web", at: .now, db).text
        }
        try await site.browse(as: "") { browsers in
            browsers[0].cookies["portico-writer"] = token
            let nothing = try await browsers[0].get("/stories/fragments/2/continuation")
            #expect(nothing.status == 410)
            let sent = try await browsers[0].post("/stories/fragments/2/continuation", ["title": "", "text": "Le mie parole"])
            #expect(sent.status == 410)
            #expect(sent.contains("Le mie parole"))
            #expect(!sent.contains("<blockquote"))
            let again = try await browsers[0].get("/stories/fragments/2/continuation")
            #expect(again.status == 200)
            #expect(again.contains("Le mie parole"))
        }
        let count = try await site.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM fragment") }
        #expect(count == 2)
    }

    @Test func moderatorsPagesAreNobodyElses() async throws {
        try await site().browse(as: "", "educator", "admin") { browsers in
            for path in [
                "cases", "cases?kind=photo&reason=hate", "statistics", "writers/1", "mail", "hidings", "trees/1", "appeals", "signs",
                "settings",
                "documents/terms", "documents/rules?from=1",
            ] {
                let visitor = try await browsers[0].get("/admin/stories/\(path)")
                let educator = try await browsers[1].get("/admin/stories/\(path)")
                let admin = try await browsers[2].get("/admin/stories/\(path)")
                #expect(visitor.status == 303, "\(path)")
                #expect(educator.status != 200, "\(path)")
                #expect(admin.status == 200, "\(path)")
            }
        }
    }

    @Test func theLogTellsWhatWasDoneAndNobodysName() async throws {
        let site = try await site()
        try await site.database.write { db in
            let actor = Actor(accountID: nil, name: "Moderatrice Rossi", address: "", requestID: "")
            let measures = Sanctions(hides: true, reason: .hate, message: "Parole per Anna")
            try CaseDecision.impose(measures, on: 1, fragment: 1, by: actor, at: .now, db)
        }
        try await site.browse(as: "") { browsers in
            let page = try await browsers[0].get("/stories/moderation")
            #expect(page.status == 200)
            #expect(page.text.contains("<strong>"))
            for name in ["Rossi", "Anna", "anna", "pozzo", "Parole", "/stories/1"] { #expect(!page.text.contains(name), "\(name)") }
        }
    }

    @Test func aDecisionIsShownToItsAuthorByTheLinkAndToNobodyElse() async throws {
        let site = try await site()
        let address = try await site.database.write { db in
            let actor = Actor(accountID: nil, name: "Moderatrice", address: "", requestID: "")
            let decision = try CaseDecision.impose(Sanctions(suspension: .forGood, reason: .spam), on: 1, by: actor, at: .now, db)
            return try AppealLink.make(for: decision.id, at: .now, db)
        }
        try await site.browse(as: "") { browsers in
            let page = try await browsers[0].get(address)
            #expect(page.status == 200)
            #expect(page.headers[.cacheControl] == "no-store, no-transform")
            let empty = try await browsers[0].post(address, [("text", "")])
            let sent = try await browsers[0].post(address, [("text", "Non sono io.")])
            let twice = try await browsers[0].post(address, [("text", "Ancora")])
            #expect(empty.status == 422)
            #expect(sent.status == 303)
            #expect(twice.status == 422)
            #expect(twice.contains("Ancora"))
            #expect(twice.contains("non è stato inviato"))
            let again = try await browsers[0].post(address, [("text", "Non sono io.")])
            #expect(again.status == 303)
            let invented = try await browsers[0].get("/stories/appeals/" + Token().text)
            let closed = try await browsers[0].get("/stories/decisions/1")
            #expect(invented.status == 410)
            #expect(closed.status == 303)
        }
    }

    @Test func aDecisionAboutAWriterNamesNoStory() async throws {
        let site = try await site()
        let token = try await site.database.write { db in
            let actor = Actor(accountID: nil, name: "Moderatrice", address: "", requestID: "")
            let measures = Sanctions(suspension: .until(.now + 86_400), reason: .spam)
            let decision = try CaseDecision.impose(measures, on: 1, by: actor, at: .now, db)
            _ = try Suspension.lift(try #require(try Suspension.active(of: 1, at: .now, db)).id, by: actor, at: .now, db)
            #expect(decision.fragment == nil)
            return try WriterSession.begin(for: 1, .browser, device: "", access: "Web", at: .now, db)
        }
        try await site.browse(as: "") { browsers in
            browsers[0].cookies["portico-writer"] = token.text
            let page = try await browsers[0].get("/stories/notices")
            #expect(page.contains("sul tuo account"))
            #expect(!page.contains("«»"))
        }
    }

    @Test func erasureAsksForTheNameOnceMore() async throws {
        let site = try await site()
        try await site.browse(as: "admin") { browsers in
            try await browsers[0].post("/admin/stories/writers/1/erasure", [("nickname", "bruno")])
            let kept = try await site.database.read { try Writer.find(1, $0)?.email }
            #expect(kept == "a@example.org")
            try await browsers[0].post("/admin/stories/writers/1/erasure", [("nickname", "Anna")])
            let erased = try await site.database.read { try Writer.find(1, $0)?.email }
            #expect(erased == nil)
        }
    }
}
