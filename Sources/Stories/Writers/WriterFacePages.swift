import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct WriterFacePages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Visitor>, writers: RouterGroup<Writing>) {
        router.get("faces/{id}/{size}", use: serveFace)
        writers.get("face", use: showOwnFace)
        writers.post("face", use: changeFace)
    }

    @Sendable private func serveFace(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (id, size) = (try visitor.storyID(), visitor.parameters.get("size") ?? "")
        guard let file = try await stories.database.read({ try Writer.find(id, $0) })?.avatar else { throw HTTPError(.notFound) }
        // A deleted face disappears, and a changed one is visible, at once.
        return stories.serveUncached(file, size, request)
    }

    @Sendable private func showOwnFace(_ request: Request, _ person: Writing) async throws -> Response {
        try facePage(request, person)
    }

    @Sendable private func changeFace(_ request: Request, _ person: Writing) async throws -> Response {
        let form = try await Form.read(request, limits: .photos)
        let words = stories.words(for: person.visitor)
        var file: String?
        if !form.has("remove") {
            guard let upload = form.file("photo"), let taken = await stories.take(upload) else {
                return try facePage(request, person, why: words("stories.writing.badPhoto"), status: .unprocessableContent)
            }
            file = taken
        }
        if try await stories.database.read({ try Writer.mustAccept(person.writer.id, $0) }) {
            return .redirect(to: stories.acceptance(before: "/stories/face"))
        }
        if let file, try await stories.database.read({ [file] in try HiddenPhotos.refuses(file, $0) }) {
            return try facePage(request, person, why: words("stories.face.hidden"), status: .unprocessableContent)
        }
        try await stories.database.write { [file] db in
            try Writer.mayWrite(person.writer.id, at: .now, db)
            try db.execute(
                sql: "UPDATE writer SET avatar = ? WHERE id = ? AND \(Writer.notErased)", arguments: [file, person.writer.id])
            try stories.say(words("stories.more.saved"), to: person.session, db)
        }
        return .redirect(to: "/stories/profile")
    }

    private func facePage(
        _ request: Request, _ person: Writing, why: String? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let values: Values = ["face": stories.face(of: person.writer), "why": why ?? false]
        return try stories.page(
            "stories/writers/face", stories.words(for: person.visitor)("stories.face.title"), values, for: person.visitor, request,
            status: status)
    }
}
