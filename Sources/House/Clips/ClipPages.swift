import Admin
import GRDB
import Hummingbird
import Web

/// The videos that guests see at a step or a moment of the day.
struct ClipPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) { router.get("clips/{id}", use: video) }

    @Sendable private func video(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        guard let bytes = try await guests.database.read({ try Clip.video(id, of: person.guest.houseID, $0) }) else {
            throw HTTPError(.notFound)
        }
        return StoredClip.response(bytes, to: request)
    }
}
