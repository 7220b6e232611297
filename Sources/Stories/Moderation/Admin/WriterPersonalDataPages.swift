import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct WriterPersonalDataPages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) {
        router.get("writers/{id}/data", use: exportWriter)
        router.group("writers/{id}/erasure").add(middleware: proof).post("", use: eraseWriter)
    }

    @Sendable private func exportWriter(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.erasing)
        let id = try person.storyID()
        let json = try await moderation.database.write { db -> JSON in
            guard let writer = try Writer.find(id, db), writer.deletedAt == nil else { throw HTTPError(.notFound) }
            try AuditEntry.write(db, "stories.writers.export", by: person.actor, on: ("stories.writers", id, String(id)))
            return try WriterFile.json(of: id, db)
        }
        let headers: HTTPFields = [
            .contentType: "application/json", .contentDisposition: "attachment; filename=\"writer-\(id).json\"", .cacheControl: "no-store",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: json.compact)))
    }

    /// `nickname` is typed again, because erasure cannot be undone.
    @Sendable private func eraseWriter(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.erasing)
        let id = try person.storyID()
        let typed = try await Form.read(request)["nickname"]
        return try await moderation.act(person, to: "/admin/stories/writers/\(id)") { words, db in
            guard let writer = try Writer.find(id, db), let nickname = writer.nickname else { throw HTTPError(.notFound) }
            guard typed.folded == nickname.folded else { return Flash(words("stories.desk.erasure.different"), kind: .bad) }
            try Writer.erase(id, at: .now, db)
            try AuditEntry.write(db, "stories.writers.erase", by: person.actor, on: ("stories.writers", id, String(id)))
            return Flash(words("stories.desk.erasure.done"))
        }
    }
}
