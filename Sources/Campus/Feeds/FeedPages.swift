import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct FeedPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/campus/feeds"
    static let seeing: Permission = "campus.news-sources.see"
    private static let editing: Permission = "campus.news-sources.edit"
    private static let seeingCalendars: Permission = "campus.calendars.see"
    private static let editingCalendars: Permission = "campus.calendars.edit"
    /// Seconds between manual readings of one feed.
    private static let pause = 10.0

    func addRoutes(to campus: RouterGroup<SignedIn>) {
        campus.get("feeds") { try await page(nil, $0, $1) }
        campus.get("news-sources/{id}/feed") { try await page(try $1.visitor.campusID(), $0, $1) }
        campus.post("news-sources/{id}/fetches", use: fetch)
        campus.get("calendars/{id}/feed") { try await calendars(try $1.visitor.campusID(), $0, $1) }
        campus.post("calendars/{id}/fetches", use: fetchCalendar)
    }

    private func page(_ id: Int64?, _ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            guard person.grants.may(Self.seeing, in: nil) else { throw HTTPError(.notFound) }
            let drawing = FeedDrawing(words: context.words, zone: admin.site.zone, now: .now)
            // News editors may lack the right to calendars.
            let mayCalendars = id == nil && person.grants.may(Self.seeingCalendars, in: nil)
            let rows = try drawing.rows(id, person.grants, db) + (mayCalendars ? try drawing.calendars(nil, db) : [])
            if id != nil, rows.isEmpty { throw HTTPError(.notFound) }
            return (
                "campus/feeds/index",
                [
                    "title": context.words("campus.feeds.title"), "rows": rows, "none": rows.isEmpty, "sources": NewsSource.address,
                    "mayFetch": person.grants.may(Self.editing, in: nil), "isOne": id != nil,
                ]
            )
        }
    }

    @Sendable func fetch(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard person.grants.may(Self.editing, in: nil) else { throw HTTPError(.notFound) }
        let (id, words) = (try person.visitor.campusID(), admin.pages.words(for: person.visitor))
        let last = try await admin.database.read { db in
            guard try NewsSource.isOpen(id, Self.editing, person.grants, db) else { throw HTTPError(.notFound) }
            return try FeedState.of(id, db)
        }
        if let last, last.attemptedAt > .now - Self.pause {
            return try await answer(Flash(words("campus.feeds.soon"), kind: .warn), person)
        }
        guard let state = try await FeedFetch<NewsSource>(admin: admin, patience: .seconds(15)).read(id) else { throw HTTPError(.notFound) }
        try await admin.database.write { db in
            let name = try NewsSource.fetch(db, id: id)?.name ?? ""
            try AuditEntry.write(
                db, "campus.news-sources.fetch", by: person.actor, on: ("campus.news-sources", id, name),
                detail: ["feed": state.address, "outcome": state.outcome.rawValue])
        }
        let said = FeedDrawing(words: words, zone: admin.site.zone, now: .now).localized(state)
        return try await answer(Flash(said, kind: state.outcome.isGood ? .good : .warn), person)
    }

    private func calendars(_ id: Int64, _ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            guard person.grants.may(Self.seeingCalendars, in: nil) else { throw HTTPError(.notFound) }
            guard let calendar = try UniversityCalendar.fetch(db, id: id), calendar.stamp.deletedAt == nil else {
                throw HTTPError(.notFound)
            }
            let rows = try FeedDrawing(words: context.words, zone: admin.site.zone, now: .now).calendars(id, db)
            return (
                "campus/feeds/index",
                [
                    "title": context.words("campus.feeds.calendar", ["name": calendar.name]), "rows": rows, "none": rows.isEmpty,
                    "sources": "\(UniversityCalendar.address)/\(id)", "mayFetch": person.grants.may(Self.editingCalendars, in: nil),
                    "isOne": false, "isCalendar": true,
                ]
            )
        }
    }

    @Sendable func fetchCalendar(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard person.grants.may(Self.editingCalendars, in: nil) else { throw HTTPError(.notFound) }
        let (id, words) = (try person.visitor.campusID(), admin.pages.words(for: person.visitor))
        let address = "\(UniversityCalendar.address)/\(id)/feed"
        let last = try await admin.database.read { try CalendarFeed.state(of: id, $0) }
        if let last, last.attemptedAt > .now - Self.pause {
            return try await answer(Flash(words("campus.feeds.soon"), kind: .warn), person, to: address)
        }
        guard let state = try await FeedFetch<UniversityCalendar>(admin: admin, patience: .seconds(15)).read(id) else {
            throw HTTPError(.notFound)
        }
        let report = try await admin.database.write { db in
            let name = try UniversityCalendar.fetch(db, id: id)?.name ?? ""
            try AuditEntry.write(
                db, "campus.calendars.fetch", by: person.actor, on: ("campus.calendars", id, name),
                detail: ["feed": state.address, "outcome": state.outcome.rawValue])
            return try CalendarFeed.report(of: id, db)
        }
        let said = FeedDrawing(words: words, zone: admin.site.zone, now: .now).localized(state, isCalendar: true, report)
        return try await answer(Flash(said, kind: state.outcome.isGood ? .good : .warn), person, to: address)
    }

    private func answer(_ flash: Flash, _ person: SignedIn, to address: String = FeedPages.address) async throws -> Response {
        try await admin.database.write { try person.session.setFlash($0, flash) }
        return .redirect(to: address, type: .normal)
    }
}
