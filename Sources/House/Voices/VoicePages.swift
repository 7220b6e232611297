import Admin
import Foundation
import GRDB
import Hummingbird
import NIOCore
import Web

struct VoicePages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("voices", use: voices)
        router.get("voices/{id}", use: voice)
    }

    @Sendable private func voices(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let all = try await guests.database.read { try Voice.all(of: person.guest.houseID, $0) }
        let spoken = Dictionary(all.map { ($0.text, $0.address) }) { first, _ in first }
        let json = try JSONEncoder().encode(["voices": spoken])
        let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: json)))
    }

    @Sendable private func voice(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        guard let sound = try await guests.database.read({ try Voice.sound(id, of: person.guest.houseID, $0) }) else {
            throw HTTPError(.notFound)
        }
        return StoredSound.response(sound, to: request)
    }
}

extension Voice {
    var address: String { "/house/voices/\(id)" }

    /// The sound's address for a player without script; false without a recording.
    static func player(for text: String, _ person: GuestRequestContext, _ db: Database) throws -> any Sendable {
        try of(text, in: person.guest.houseID, db)?.address ?? false
    }
}
