import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct WriterDevicePages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Writing>) {
        router.get("devices", use: showDevices)
        router.post("devices/{id}/exit", use: endDevice)
    }

    @Sendable private func showDevices(_ request: Request, _ person: Writing) async throws -> Response {
        let (words, own, zone) = (stories.words(for: person.visitor), person.session.id, stories.admin.site.zone)
        let sql = "SELECT * FROM writerSession WHERE writer = ? AND expiresAt > ? ORDER BY id DESC"
        let sessions = try await stories.database.read {
            try WriterSession.fetchAll($0, sql: sql, arguments: [person.writer.id, Date.now])
        }
        let rows = sessions.map { session -> Values in
            [
                "id": String(session.id), "device": session.device.isEmpty ? words("stories.devices.unknown") : session.device,
                "isOwn": session.id == own,
                "since": words.language.relativeMoment(session.createdAt, now: .now, in: zone),
            ]
        }
        return try stories.secret(
            stories.page("stories/writers/devices", words("stories.devices.title"), ["rows": rows], for: person.visitor, request))
    }

    @Sendable private func endDevice(_ request: Request, _ person: Writing) async throws -> Response {
        let (id, words) = (try person.storyID(), stories.words(for: person.visitor))
        try await stories.database.write { db in
            try db.execute(
                sql: "DELETE FROM writerSession WHERE id = ? AND writer = ? AND id <> ?",
                arguments: [id, person.writer.id, person.session.id])
            if db.changesCount == 1 { try stories.say(words("stories.devices.ended"), to: person.session, db) }
        }
        return .redirect(to: "/stories/devices")
    }
}
