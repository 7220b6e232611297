import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension StoryPages {
    @Sendable func showFollowers(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await people("followers", "followed", "follower", request, visitor)
    }

    @Sendable func showFollowed(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await people("followed", "follower", "followed", request, visitor)
    }

    /// `own` is the column of `follow` for the page's writer, `other` that for the listed people.
    private func people(
        _ key: String, _ own: String, _ other: String, _ request: Request, _ visitor: Visitor
    ) async throws -> Response {
        let nickname = visitor.parameters.get("nickname") ?? ""
        let sql = """
            SELECT writer.* FROM follow JOIN writer ON writer.id = follow.\(other) WHERE follow.\(own) = ? AND deletedAt IS NULL
            ORDER BY follow.at DESC, writer.id LIMIT 200
            """
        let found = try await database.read { db -> (Writer, [Writer])? in
            guard let writer = try Writer.named(nickname, db) else { return nil }
            return (writer, try Writer.fetchAll(db, sql: sql, arguments: [writer.id]))
        }
        guard let (writer, people) = found else { throw HTTPError(.notFound) }
        let name = writer.nickname ?? ""
        let values: Values = [
            "backHref": "/stories/writers/\(name)", "hasRows": !people.isEmpty,
            "people": drawn(people),
        ]
        return try page("people", pages.words(for: visitor)("stories.people.\(key)", ["name": name]), values, for: visitor, request)
    }

    func drawn(_ people: [Writer]) -> [Values] {
        people.map { person -> Values in
            let nickname = person.nickname ?? ""
            return [
                "href": "/stories/writers/\(nickname)", "label": nickname, "name": name(of: person), "face": face(of: person),
                "initial": String(person.firstName.prefix(1)).uppercased(),
            ]
        }
    }

    func face(of writer: Writer) -> any Sendable { face(of: writer.id, writer.avatar) }

    func face(of writer: Int64, _ avatar: String?) -> any Sendable {
        avatar == nil ? false : "/stories/faces/\(writer)/96.webp"
    }

    @Sendable func serveFace(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (id, size) = (try visitor.storyID(), visitor.parameters.get("size") ?? "")
        guard let file = try await database.read({ try Writer.find(id, $0) })?.avatar else { throw HTTPError(.notFound) }
        // A deleted face disappears, and a changed one is visible, at once.
        return servedAnew(file, size, request)
    }

    @Sendable func showOwnFace(_ request: Request, _ person: Writing) async throws -> Response {
        try facePage(request, person)
    }

    @Sendable func changeFace(_ request: Request, _ person: Writing) async throws -> Response {
        let form = try await Form.read(request, limits: .photos)
        let words = pages.words(for: person.visitor)
        var file: String?
        if !form.has("remove") {
            guard let upload = form.file("photo"), let taken = await take(upload) else {
                return try facePage(request, person, why: words("stories.writing.badPhoto"), status: .unprocessableContent)
            }
            file = taken
        }
        if try await database.read({ try Writer.mustAccept(person.writer.id, $0) }) {
            return .redirect(to: acceptance(before: "/stories/face"))
        }
        try await database.write { [file] db in
            try Writer.mayWrite(person.writer.id, at: .now, db)
            try db.execute(
                sql: "UPDATE writer SET avatar = ? WHERE id = ? AND deletedAt IS NULL", arguments: [file, person.writer.id])
            try say(words("stories.more.saved"), to: person.session, db)
        }
        return .redirect(to: "/stories/profile")
    }

    private func facePage(
        _ request: Request, _ person: Writing, why: String? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let values: Values = ["face": face(of: person.writer), "why": why ?? false]
        return try page(
            "face", pages.words(for: person.visitor)("stories.face.title"), values, for: person.visitor, request, status: status)
    }
}
