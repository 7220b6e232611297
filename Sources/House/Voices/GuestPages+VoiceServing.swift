import Admin
import Foundation
import GRDB
import Hummingbird
import NIOCore
import Web

// The recordings of a house, for the pages that read themselves aloud.

extension GuestPages {
    func addVoiceRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("voices", use: voices)
        router.get("voices/{id}", use: voice)
    }

    /// `GET /house/voices`: which words are spoken by a person, and where the sound is.
    @Sendable func voices(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let all = try await database.read { try Voice.all(of: person.guest.houseID, $0) }
        let spoken = Dictionary(all.map { ($0.text, $0.address) }) { first, _ in first }
        let json = try JSONEncoder().encode(["voices": spoken])
        let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: json)))
    }

    /// `GET /house/voices/3`: the sound.
    @Sendable func voice(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        guard let sound = try await database.read({ try Voice.sound(id, of: person.guest.houseID, $0) }) else {
            throw HTTPError(.notFound)
        }
        return StoredSound.response(sound, to: request)
    }
}

extension Voice {
    /// Where guests hear it.
    var address: String { "/house/voices/\(id)" }

    /// Where the sound of a text is, for a player on a page without script; false when nobody has spoken it.
    static func player(for text: String, _ person: GuestRequestContext, _ db: Database) throws -> any Sendable {
        try of(text, in: person.guest.houseID, db)?.address ?? false
    }
}
