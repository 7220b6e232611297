import Accounts
import Foundation
import GRDB
import Testing

@testable import Campus

@Suite struct FeedFetchTests {
    @Test func addsOnceChangesAndAsksOnlyForWhatIsNew() async throws {
        try await Elsewhere.serve { away, room in
            away.set("/feed", Elsewhere.rss([("1", "Prima"), ("2", "Seconda"), ("1", "Doppia")]), etag: "\"a\"")
            let first = try await room.read(away.address("/feed"))
            #expect(first?.outcome == .good)
            #expect(first?.added == 2)
            let same = try await room.read(away.address("/feed"))
            #expect(same?.outcome == .same)
            #expect(away.asked("/feed").last == "\"a\"")
            away.set("/feed", Elsewhere.rss([("1", "Prima"), ("2", "Seconda, corretta"), ("3", "Terza")]), etag: "\"b\"")
            let next = try await room.read(away.address("/feed"))
            #expect(next?.added == 1)
            #expect(next?.changed == 1)
            #expect(next?.removed == 0)
            let titles = try await room.titles()
            #expect(titles == ["Prima", "Seconda, corretta", "Terza"])
        }
    }

    @Test func theAddressOfASiteLeadsToItsFeed() async throws {
        try await Elsewhere.serve { away, room in
            let page =
                "<!doctype html><html><head><link rel=\"alternate\" type=\"application/rss+xml\" href=\"/feed\"></head><body></body></html>"
            away.set("/blog", page)
            away.set("/feed", Elsewhere.rss([("1", "Prima")]), etag: "\"a\"")
            let first = try await room.read(away.address("/blog"))
            #expect(first?.outcome == .good)
            #expect(first?.added == 1)
            let kept = try await room.site.value("SELECT feed FROM campusNewsSource WHERE id = 2", as: String.self)
            #expect(kept == away.address("/feed"))
            // From now on only the feed is asked, and only for what is new.
            let next = try await FeedFetch<NewsSource>(admin: room.site.portal.admin).read(2)
            #expect(next?.outcome == .same)
            #expect(away.asked("/blog").count == 1)
            away.set("/empty", "<!doctype html><html><body></body></html>")
            let none = try await room.read(away.address("/empty"))
            #expect(none?.outcome == .noFeed)
        }
    }

    @Test func whatIsGoneAndOldGoesToTheTrashAndOtherThingsStay() async throws {
        try await Elsewhere.serve { away, room in
            away.set("/feed", Elsewhere.rss([("1", "Vecchia", "2020-01-01T10:00:00Z"), ("2", "Nuova", "")]))
            try await room.read(away.address("/feed"))
            away.set("/feed", Elsewhere.rss([("3", "Terza")]))
            let next = try await room.read(away.address("/feed"), now: .now + 60)
            #expect(next?.removed == 1)
            let titles = try await room.titles()
            #expect(titles == ["Nuova", "Terza"])
            let trashed = try await room.site.value("SELECT count(*) FROM campusArticle WHERE deletedAt IS NOT NULL", as: Int.self)
            #expect(trashed == 1)
        }
    }

    @Test func whatAnEditorThrewAwayDoesNotComeBack() async throws {
        try await Elsewhere.serve { away, room in
            away.set("/feed", Elsewhere.rss([("1", "Spam")]))
            try await room.read(away.address("/feed"))
            try await room.site.database.write { db in
                var article = try #require(try Article.fetch(db, id: 1))
                try article.move(toTrash: true, db, by: .system("tests"))
            }
            away.set("/feed", Elsewhere.rss([("1", "Spam, di nuovo")]))
            try await room.read(away.address("/feed"))
            try await room.site.database.write { try $0.execute(sql: "DELETE FROM campusArticle") }
            try await room.read(away.address("/feed"))
            let titles = try await room.titles()
            #expect(titles == [])
        }
    }

    @Test func refusesWhatIsTooLargeTooSlowOrNoFeedAndKeepsWhatItHas() async throws {
        try await Elsewhere.serve { away, room in
            away.set("/feed", Elsewhere.rss([("1", "Buona")]))
            try await room.read(away.address("/feed"))
            let outcomes: [(String, FeedOutcome)] = [
                ("/large", .size), ("/slow", .time), ("/image", .noFeed), ("/missing", .status), ("/round", .redirects),
            ]
            for (path, expected) in outcomes {
                let state = try await room.read(away.address(path), patience: .seconds(path == "/slow" ? 1 : 20))
                #expect(state?.outcome == expected, "\(path) \(String(describing: state?.outcome))")
                #expect(state?.failures == 1, "\(path) \(String(describing: state?.outcome))")
            }
            let moved = try await room.read(away.address("/moved"))
            #expect(moved?.outcome == .good)
            let titles = try await room.titles()
            #expect(titles.contains("Buona"))
        }
    }

    @Test func addressesOfTheOwnNetworkAreRefusedAlsoWhenAnotherSiteLeadsThere() async throws {
        try await Elsewhere.serve { away, room in
            away.set("/feed", Elsewhere.rss([("1", "Interna")]))
            // The site's own network by another name, which nobody allowed.
            let direct = try await room.read(away.address("/feed", host: "localhost"))
            #expect(direct?.outcome == .private)
            let led = try await room.read(away.address("/inside"))
            #expect(led?.outcome == .private)
            for address in ["http://[::1]/", "http://169.254.169.254/latest", "http://10.0.0.1/feed", "http://[::ffff:127.0.0.1]/feed"] {
                let state = try await room.read(address)
                #expect(state?.outcome == .private, "\(address)")
            }
            let titles = try await room.titles()
            #expect(titles == [])
        }
    }

    @Test func editorsReadItNowAndVisitorsLearnThatItIsOld() async throws {
        try await Elsewhere.serve { away, room in
            away.set("/feed", Elsewhere.rss([("1", "Dal blog")]))
            try await room.point(to: away.address("/feed"))
            try await room.site.browse(as: "admin", "educator", "") { who in
                let refused = try await who[1].post("/admin/campus/news-sources/2/fetches")
                #expect(refused.status == 404)
                try await who[0].post("/admin/campus/news-sources/2/fetches")
                let list = try await who[0].get("/admin/campus/feeds")
                #expect(list.contains("Letto: 1 notizia nuova."))
                #expect(list.contains("oggi alle"))
                let soon = try await who[0].post("/admin/campus/news-sources/2/fetches")
                #expect(soon.status == 303)
                let page = try await who[2].get("/campus/news/1")
                #expect(page.contains("Leggi l’originale su example.org"))
                #expect(page.contains("solo il riassunto"))
                let fresh = try await who[2].get("/campus/news")
                #expect(!fresh.contains("non risponde"))
                try await room.site.database.write { db in
                    try db.execute(
                        sql: "UPDATE campusFeedState SET failures = 3, outcome = 'connection', succeededAt = ?",
                        arguments: [Date.now - 432_000])
                }
                let stale = try await who[2].get("/campus/news?source=2")
                #expect(stale.contains("«Blog» non risponde"))
                #expect(stale.contains("Dal blog"))
                let failed = try await who[0].get("/admin/campus/news-sources/2/feed")
                #expect(failed.contains("Il sito non risponde."))
                #expect(failed.contains("ultima risposta buona"))
            }
            let audited = try await room.site.value("SELECT count(*) FROM audit WHERE action = 'campus.news-sources.fetch'", as: Int.self)
            #expect(audited == 1)
        }
    }

    @Test func failingFeedsAreAskedLaterAndLater() {
        var state = FeedState(1, at: "https://example.org", now: .now)
        var pauses: [Double] = []
        for _ in 0..<6 {
            state.note(.time, period: .hour, now: .now)
            pauses.append((state.nextAt.timeIntervalSince(state.attemptedAt) / 3_600).rounded())
        }
        #expect(pauses == [2, 4, 8, 16, 24, 24])
        state.note(.same, period: .hour, now: .now)
        #expect(state.failures == 0)
        #expect(state.nextAt.timeIntervalSince(state.attemptedAt) == 3_600)
    }
}
