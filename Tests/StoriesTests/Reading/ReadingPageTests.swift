import Accounts
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Stories

@Suite struct ReadingPageTests {
    /// Anna and Bruno, signed in, and a story of Anna's that Bruno went on with in two ways.
    private func site() async throws -> (site: TestSite, tokens: [String]) {
        let site = try await TestSite("house", "stories")
        let tokens = try await site.database.write { db in
            for (name, first) in [("anna", "Anna"), ("bruno", "Bruno")] {
                try db.execute(
                    sql: """
                        INSERT INTO writer (email, nickname, firstName, lastName, verifiedAt, createdAt)
                        VALUES (?, ?, ?, 'Prova', '2026-01-01', '2026-01-01')
                        """, arguments: ["\(name)@example.org", name, first])
            }
            try db.execute(sql: "UPDATE storySettings SET pause = 0")
            let start = try FragmentContent(title: "Il pozzo", body: .text("Inizio"), isFirst: true)
            _ = try Fragment.start(start, by: 1, at: .now - 60, db)
            for text in ["A sinistra", "A destra"] {
                let content = try FragmentContent(title: "", body: .text(text), isFirst: false)
                _ = try Fragment.add(content, after: 1, by: 2, at: .now, db)
            }
            return try [1, 2].map { try WriterSession.begin(for: $0, .browser, device: "", access: "Web", at: .now, db).text }
        }
        return (site, tokens)
    }

    @Test func aPartingShowsTwoLinksAndTheRestIsBehindATouch() async throws {
        let (site, _) = try await site()
        try await site.browse(as: "") { browsers in
            let page = try await browsers[0].get("/stories/1")
            #expect(page.status == 200)
            #expect(page.contains("Strada 1 di 2"))
            #expect(page.contains("href=\"/stories/1/branches/3#f3\""))
            let item = page.text.components(separatedBy: "<li class=\"fragment\"")[1].components(separatedBy: "</li>")[0]
            let visible = item.components(separatedBy: "<details")[0] + item.components(separatedBy: "</details>")[1]
            #expect(visible.components(separatedBy: "<a ").count == 3)
            #expect(!visible.contains("Anna Prova"))
            let map = try await browsers[0].get("/stories/1/map?at=3")
            #expect(map.contains("data-ids=\"3\""))
            #expect(map.contains("aria-current=\"location\""))
            let nothing = try await browsers[0].get("/stories/2/map")
            #expect(nothing.status == 404)
        }
    }

    @Test func thePlaceOfAnAccountIsFoundAgain() async throws {
        let (site, tokens) = try await site()
        try await site.browse(as: "", "") { browsers in
            browsers[0].cookies["portico-writer"] = tokens[0]
            let kept = try await browsers[0].post("/stories/1/place", ["fragment": "3", "read": "1,3,x,999"])
            #expect(kept.status == 204)
            let story = try await browsers[0].get("/stories/1")
            #expect(story.contains("data-at=\"3\""))
            #expect(story.contains("href=\"/stories/1/branches/3#f3\""))
            let home = try await browsers[0].get("/stories")
            #expect(home.contains("story-places"))
            let wrong = try await browsers[0].post("/stories/1/place", ["fragment": "x"])
            #expect(wrong.status == 422)
            let unknown = try await browsers[1].post("/stories/1/place", ["fragment": "3"])
            #expect(unknown.status == 303)
            _ = try await browsers[0].post("/stories/reading/places", ["keeps": "no"])
            let forgotten = try await browsers[0].get("/stories")
            #expect(!forgotten.contains("story-places"))
        }
        let read = try await site.value("SELECT count(*) FROM fragmentRead", as: Int.self)
        #expect(read == 0)
    }

    @Test func choicesOfReadingAreKeptInACookie() async throws {
        let (site, _) = try await site()
        try await site.browse(as: "") { browsers in
            let chosen = try await browsers[0].post("/stories/reading", ["size": "huge", "paper": "sepia", "next": "/stories/1"])
            #expect(chosen.status == 303)
            #expect(chosen.location == "/stories/1")
            browsers[0].cookies["portico-reading"] = "huge.sepia.en"
            let page = try await browsers[0].get("/stories/1")
            #expect(page.contains("data-size=\"huge\""))
            #expect(page.contains("data-paper=\"sepia\""))
            let home = try await browsers[0].get("/stories")
            #expect(!home.contains("Il pozzo"))
            #expect(home.contains("Solo storie in"))
            browsers[0].cookies["portico-reading"] = "<b>.x.'"
            let hostile = try await browsers[0].get("/stories")
            #expect(hostile.contains("Il pozzo"))
        }
    }

    @Test func theThanksOfAVoteAreWhereTheReaderIs() async throws {
        let (site, tokens) = try await site()
        try await site.browse(as: "") { browsers in
            browsers[0].cookies["portico-writer"] = tokens[0]
            let voted = try await browsers[0].post("/stories/fragments/3/votes", [("", "")])
            #expect(voted.location == "/stories/1/branches/3?said=end#end")
            let page = try await browsers[0].get("/stories/1/branches/3?said=end")
            let (before, after) = (page.text.components(separatedBy: "id=\"end\"")[0], page.text.components(separatedBy: "id=\"end\"")[1])
            #expect(!before.contains("Hai votato questo ramo"))
            #expect(after.contains("Hai votato questo ramo"))
        }
    }

    @Test func anOwnFragmentIsCorrectedAndWithdrawnByItsWriterAlone() async throws {
        let (site, tokens) = try await site()
        try await site.browse(as: "", "") { browsers in
            for (browser, token) in zip(browsers, tokens) { browser.cookies["portico-writer"] = token }
            let other = try await browsers[0].get("/stories/fragments/3/correction")
            #expect(other.status == 404)
            let own = try await browsers[1].get("/stories/1/branches/3")
            #expect(own.contains("/stories/fragments/3/correction"))
            let long = try await browsers[1].post(
                "/stories/fragments/3/correction", ["title": "", "text": String(repeating: "a", count: 301)])
            #expect(long.status == 422)
            #expect(long.contains("aaaa"))
            let corrected = try await browsers[1].post("/stories/fragments/3/correction", ["title": "", "text": "A destra, piano"])
            #expect(corrected.location == "/stories/1/branches/3#f3")
            let page = try await browsers[1].get("/stories/1/branches/3")
            #expect(page.contains("A destra, piano"))
            #expect(page.contains("corretto dall’autore"))
            let withdrawn = try await browsers[1].post("/stories/fragments/3/withdrawal", [("", "")])
            #expect(withdrawn.location == "/stories/1/branches/1#f1")
            let profile = try await browsers[1].get("/stories/profile")
            #expect(profile.contains("A destra, piano"))
            #expect(profile.contains("Il pozzo"))
        }
    }

    @Test func aFollowedStoryIsToldOf() async throws {
        let (site, tokens) = try await site()
        try await site.browse(as: "") { browsers in
            browsers[0].cookies["portico-writer"] = tokens[0]
            let followed = try await browsers[0].post("/stories/1/following", ["on": "yes", "next": "/stories/1"])
            #expect(followed.location == "/stories/1")
            try await site.database.write { db in
                let content = try FragmentContent(title: "", body: .text("Ancora"), isFirst: false)
                _ = try Fragment.add(content, after: 2, by: 2, at: .now + 5, db)
            }
            let notices = try await browsers[0].get("/stories/notices")
            #expect(notices.contains("va avanti"))
        }
    }
}
