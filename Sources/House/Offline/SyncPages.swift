import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension Living {
    /// `POST /house/sync` with `{"guest":3,"ops":[…]}`: what was done on this browser while there was no network.
    ///
    /// Answers `{"ops":[{"id":"…","state":"done"}]}`; 409 when somebody else is in, whose browser then keeps them for the one they are of.
    @Sendable func sync(_ request: Request, _ person: AtHome) async throws -> Response {
        var limits = Form.Limits()
        limits.bytes = 1 << 18
        let body = try await Form.bytes(of: request, limits: limits)
        guard let sent = try? await SyncRequest(JSONReader.read(body: body)), sent.ops.count <= Sync.most else {
            throw HTTPError(.unprocessableContent)
        }
        guard sent.guest == person.guest.id else { throw HTTPError(.conflict) }
        let answers = try await database.write { db in
            try Sync.apply(sent.ops, for: person.guest, in: person.language, newsroom: newsroom, db)
        }
        let words = pages.words(for: person.visitor)
        let said = answers.map { SyncSaying(id: $0.id, state: $0.state, text: $0.said(words)) }
        let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
        return Response(
            status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(["ops": said]))))
    }
}

private struct SyncRequest {
    let guest: Int64
    let ops: [SyncAct]

    /// Nil when it is no such object.
    init?(_ json: JSON) {
        guard let guest = json["guest"]?.number, let list = json["ops"]?.list else { return nil }
        let ops = list.compactMap(SyncAct.init)
        guard ops.count == list.count else { return nil }
        (self.guest, self.ops) = (Int64(guest), ops)
    }
}

private struct SyncSaying: Encodable {
    let id: String
    let state: SyncAnswer.State
    /// Why it was refused.
    let text: String?
}
