import Foundation
import GRDB
import TestSupport

@testable import Campus

/// A site with two sources of news: 1 is written here, 2 has a feed.
struct NewsFixture: Sendable {
    let site: TestSite

    init(neighbours: Set<String> = [], pageLifetime: Duration? = nil) async throws {
        site = try await TestSite("registry", "campus", neighbours: neighbours, pageLifetime: pageLifetime)
        try await site.database.write { db in
            for (name, feed) in [("Ateneo", ""), ("Blog", "https://blog.example.org/feed")] {
                var source = NewsSource()
                (source.name, source.feed) = (name, feed)
                try source.insert(db, by: .system("tests"))
            }
        }
    }

    @discardableResult
    func article(_ title: String, source: Int64 = 1, daysAgo: Double = 0, published: Bool = true, link: String = "") async throws -> Int64 {
        try await site.database.write { db in
            var article = Article()
            (article.title, article.source, article.posted) = (title, source, .now - daysAgo * 86_400)
            (article.summary, article.text, article.link, article.published) = ("In breve.", "Un testo **molto** lungo.", link, published)
            try article.insert(db, by: .system("tests"))
            return article.id ?? 0
        }
    }

    /// Gives the second source another feed.
    func point(to address: String) async throws {
        try await site.database.write { try $0.execute(sql: "UPDATE campusNewsSource SET feed = ? WHERE id = 2", arguments: [address]) }
    }

    /// Reads a feed as that of the second source.
    @discardableResult
    func read(_ address: String, now: Date = .now, patience: Duration = .seconds(20)) async throws -> FeedState? {
        try await point(to: address)
        return try await FeedFetch<NewsSource>(admin: site.portal.admin, patience: patience).read(2, now: now)
    }

    /// Of what visitors may read, in the order of the alphabet.
    func titles() async throws -> [String] {
        try await site.database.read {
            try String.fetchAll($0, sql: "SELECT title FROM campusArticle WHERE deletedAt IS NULL ORDER BY title")
        }
    }

    func check(_ address: String) async throws { try await LinkCheck(admin: site.portal.admin).check(at: address) }
}
