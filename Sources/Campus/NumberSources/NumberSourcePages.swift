import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// How the reading of a number goes, for editors.
struct NumberSourcePages: Sendable {
    let admin: AdminContext
    static let seeing: Permission = "campus.number-sources.see"
    static let editing: Permission = "campus.number-sources.edit"
    /// Seconds between manual readings.
    private static let pause = 10.0

    func addRoutes(to campus: RouterGroup<SignedIn>) {
        campus.get("number-sources/{id}/reading", use: show)
        campus.post("number-sources/{id}/fetches", use: fetch)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.visitor.campusID()
        return try await admin.page(person, request) { db, context in
            guard person.grants.may(Self.seeing, in: nil) else { throw HTTPError(.notFound) }
            let source = try find(id, db)
            let rendering = RenderContext(words: context.words, zone: admin.site.zone)
            let (tile, words) = (try NumberTile(source: source, rendering: rendering, db), context.words)
            let next = tile.reading.map { words("campus.feeds.next", ["when": words.language.moment($0.nextAt, in: admin.site.zone)]) }
            return (
                "campus/number-sources/reading",
                [
                    "title": words("campus.readings.of", ["name": source.name]), "line": tile.line, "next": next ?? false,
                    "url": source.url,
                    "path": source.path, "timePath": source.timePath.isEmpty ? false : source.timePath,
                    "action": "\(NumberSource.address)/\(id)/fetches", "mayFetch": person.grants.may(Self.editing, in: nil),
                    "breadcrumbs": [
                        ["label": words("campus.number-sources.many"), "href": NumberSource.address] as Values,
                        ["label": source.name, "href": "\(NumberSource.address)/\(id)"] as Values,
                    ],
                ]
            )
        }
    }

    @Sendable func fetch(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard person.grants.may(Self.editing, in: nil) else { throw HTTPError(.notFound) }
        let (id, words) = (try person.visitor.campusID(), admin.pages.words(for: person.visitor))
        let address = "\(NumberSource.address)/\(id)/reading"
        let (source, last) = try await admin.database.read { db in (try find(id, db), try NumberReading.of(id, db)) }
        if let last, last.place == source.place, last.attemptedAt > .now - Self.pause {
            return try await answer(Flash(words("campus.feeds.soon"), kind: .warn), person, to: address)
        }
        guard let reading = try await NumberFetch(admin: admin, patience: .seconds(15)).read(id) else { throw HTTPError(.notFound) }
        try await admin.database.write { db in
            try AuditEntry.write(
                db, "campus.number-sources.fetch", by: person.actor, on: (NumberSource.name, id, source.name),
                detail: ["url": source.url, "outcome": reading.outcome.rawValue])
        }
        let said = words("campus.readings.outcome.\(reading.outcome.rawValue)")
        return try await answer(Flash(said, kind: reading.outcome == .good ? .good : .warn), person, to: address)
    }

    private func find(_ id: Int64, _ db: Database) throws -> NumberSource {
        guard let source = try NumberSource.fetch(db, id: id), source.stamp.deletedAt == nil else { throw HTTPError(.notFound) }
        return source
    }

    private func answer(_ flash: Flash, _ person: SignedIn, to address: String) async throws -> Response {
        try await admin.database.write { try person.session.setFlash($0, flash) }
        return .redirect(to: address, type: .normal)
    }
}
