import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// How the feeds of others go, for those who keep the sources.
struct FeedPages: Sendable {
    let desk: Desk
    static let address = "/admin/campus/feeds"
    static let seeing: Permission = "campus.news-sources.see"
    private static let editing: Permission = "campus.news-sources.edit"
    /// Seconds before one is read again because somebody asks.
    private static let pause = 10.0

    /// The group stands at `/admin/campus`.
    func addRoutes(to campus: RouterGroup<SignedIn>) {
        campus.get("feeds") { try await page(nil, $0, $1) }
        campus.get("news-sources/{id}/feed") { try await page(try $1.visitor.campusID(), $0, $1) }
        campus.post("news-sources/{id}/fetches", use: fetch)
    }

    /// `GET /admin/campus/feeds`, and `GET /admin/campus/news-sources/3/feed` for one.
    private func page(_ id: Int64?, _ request: Request, _ person: SignedIn) async throws -> Response {
        try await desk.page(person, request) { db, context in
            guard person.grants.may(Self.seeing, in: nil) else { throw HTTPError(.notFound) }
            let drawing = FeedDrawing(words: context.words, zone: desk.site.zone, now: .now)
            let rows = try drawing.rows(id, db)
            if id != nil, rows.isEmpty { throw HTTPError(.notFound) }
            return (
                "campus/news/feeds",
                [
                    "title": context.words("campus.feeds.title"), "rows": rows, "none": rows.isEmpty, "sources": NewsSource.address,
                    "mayFetch": person.grants.may(Self.editing, in: nil), "isOne": id != nil,
                ]
            )
        }
    }

    /// `POST /admin/campus/news-sources/3/fetches`: reads the feed now and says how it went.
    @Sendable func fetch(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard person.grants.may(Self.editing, in: nil) else { throw HTTPError(.notFound) }
        let (id, words) = (try person.visitor.campusID(), desk.pages.words(for: person.visitor))
        let last = try await desk.database.read { try FeedState.of(id, $0) }
        if let last, last.attemptedAt > .now - Self.pause {
            return try await answer(Flash(words("campus.feeds.soon"), kind: .warn), person)
        }
        guard let state = try await FeedFetch(desk: desk, patience: .seconds(15)).read(id) else { throw HTTPError(.notFound) }
        try await desk.database.write { db in
            let name = try NewsSource.fetch(db, id: id)?.name ?? ""
            try AuditEntry.write(
                db, "campus.news-sources.fetch", by: person.actor, on: ("campus.news-sources", id, name),
                detail: ["feed": state.address, "outcome": state.outcome.rawValue])
        }
        let said = FeedDrawing(words: words, zone: desk.site.zone, now: .now).said(state)
        return try await answer(Flash(said, kind: state.outcome.isGood ? .good : .warn), person)
    }

    private func answer(_ flash: Flash, _ person: SignedIn) async throws -> Response {
        try await desk.database.write { try person.session.setFlash($0, flash) }
        return .redirect(to: Self.address, type: .normal)
    }
}
