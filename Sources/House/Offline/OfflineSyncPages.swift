import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct OfflineSyncPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.post("sync", use: sync)
    }

    /// `POST /house/sync` with `{"guest":3,"ops":[…]}`: applies changes made offline. Answers `{"ops":[{"id":"…","state":"done"}]}`, or 409
    /// when another guest is signed in; the browser then keeps the acts for their guest.
    @Sendable private func sync(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        var limits = Form.Limits()
        limits.bytes = 1 << 18
        let body = try await Form.bytes(of: request, limits: limits)
        let sent = try? await JSONReader.read(body: body)
        guard let guest = sent?["guest"]?.number, let ops = sent?["ops"]?.list, ops.count <= OfflineSync.most else {
            throw HTTPError(.unprocessableContent)
        }
        guard Int64(guest) == person.guest.id else { throw HTTPError(.conflict) }
        let answers = try await guests.database.write { db in
            try OfflineSync.apply(ops.map(SyncAct.init), for: person.guest, in: person.language, broadcaster: guests.broadcaster, db)
        }
        let words = guests.words(person)
        let said = answers.map { SyncResult(id: $0.id, state: $0.state, text: $0.localized(words)) }
        let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
        return Response(
            status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(["ops": said]))))
    }
}

private struct SyncResult: Encodable {
    let id: String
    let state: SyncAnswer.State
    let text: String?
}
