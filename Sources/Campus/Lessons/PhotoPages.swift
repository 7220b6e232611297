import Accounts
import Admin
import GRDB
import Hummingbird
import Registry
import Web

import struct Registry.Person

/// A teacher's own page photo, changed without access to the media library.
struct PhotoPages: Sendable {
    let admin: AdminContext
    static let address = LessonPages.address + "/photo"

    private static let limits: Form.Limits = {
        var limits = Form.Limits()
        (limits.fileBytes, limits.bytes, limits.files) = (20 << 20, 21 << 20, 1)
        return limits
    }()

    func addRoutes(to campus: RouterGroup<SignedIn>) {
        campus.get("own/photo", use: show)
        campus.post("own/photo", use: save)
        campus.post("own/photo/removal", use: remove)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response { try await page(request, person, nil) }

    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        // Checks the right before reading the body.
        _ = try await admin.database.read { try record(of: person, $0) }
        let words = admin.pages.words(for: person.visitor)
        guard let file = try await Form.read(request, limits: Self.limits).file("photo") else {
            return try await page(request, person, words("campus.photo.none"))
        }
        do {
            let stored = try await admin.pictures.take(file)
            try await change(person) { record, db in
                try Picture.add(stored, alt: record.name, scopeID: nil, db, by: person.actor).id
            }
        } catch let refusal as PictureRefusal {
            return try await page(request, person, words(refusal.textKey, refusal.values))
        }
        return .redirect(to: Self.address, type: .normal)
    }

    @Sendable func remove(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await change(person) { _, _ in nil }
        return .redirect(to: Self.address, type: .normal)
    }

    private func change(_ person: SignedIn, _ picture: @escaping @Sendable (Person, Database) throws -> Int64?) async throws {
        let (words, zone) = (admin.pages.words(for: person.visitor), admin.site.zone)
        try await admin.database.write { db in
            var record = try record(of: person, db)
            record.picture = try picture(record, db)
            try record.update(db, by: person.actor, words: words, zone: zone)
            try person.session.setFlash(db, Flash(words(record.picture == nil ? "campus.photo.removed" : "campus.photo.kept")))
        }
    }

    private func record(of person: SignedIn, _ db: Database) throws -> Person {
        guard let id = try LessonPages.teacher(person, db), let record = try Person.fetch(db, id: id), record.stamp.deletedAt == nil else {
            throw HTTPError(.notFound)
        }
        return record
    }

    private func page(_ request: Request, _ person: SignedIn, _ error: String?) async throws -> Response {
        try await admin.page(person, request, status: error == nil ? .ok : .unprocessableContent) { db, context in
            let record = try record(of: person, db)
            let sql = "SELECT file FROM picture WHERE id = ? AND \(Picture.notTrashed)"
            let file = try String.fetchOne(db, sql: sql, arguments: [record.picture])
            return (
                "campus/lessons/photo",
                [
                    "title": context.words("campus.photo.title"), "action": Self.address, "name": record.name,
                    "photo": file.map { Picture.address(file: $0, .medium) } ?? false, "error": error ?? false,
                    "breadcrumbs": [
                        ["label": context.words("campus.lessons.title"), "href": LessonPages.address] as Values
                    ],
                ]
            )
        }
    }
}
