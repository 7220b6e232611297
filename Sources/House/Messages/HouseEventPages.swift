import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import ServiceLifecycle
import Web

struct HouseEventPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("events", use: events)
    }

    @Sendable func events(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        let calls = guests.broadcaster.calls(for: person.guest.houseID)
        let last = request.headers[.lastEventID].flatMap { Int64(recordID: $0) } ?? 0
        let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store, no-transform", .accelBuffering: "no"]
        let body = ResponseBody { writer in
            // Ends when the page closes; otherwise the connection would stay until the next beat.
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                // Sends at once what the page missed while disconnected.
                try await writer.write(ByteBuffer(string: "retry: 3000\n\n"))
                var list = -1
                var said = try await tell(person, after: last, &list, on: &writer) ?? last
                for await call in calls.cancelOnGracefulShutdown() {
                    guard let told = try await tell(person, after: said, &list, on: &writer) else { break }
                    if told == said, call == .beat { try await writer.write(ByteBuffer(string: ":\n\n")) }
                    said = told
                }
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// Announces a notice newer than `last` and a changed list. Returns the newest announced notice; nil after sign-out.
    private func tell(_ person: GuestRequestContext, after last: Int64, _ list: inout Int, on writer: inout any ResponseBodyWriter)
        async throws
        -> Int64?
    {
        let (isIn, notice, version) = try await guests.database.read { db in
            let sql = "SELECT EXISTS (SELECT 1 FROM guestSession WHERE id = ?)"
            let isIn = try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [person.session.id]) ?? false
            let version = try ShoppingList.existing(person, db)?.version ?? 0
            return (isIn, try Notice.waiting(for: person.guest.id, db), version)
        }
        guard isIn else { return nil }
        if version != list { try await writer.write(ByteBuffer(string: "event: list\ndata: \(version)\n\n")) }
        list = version
        guard let notice, notice.id > last else { return last }
        try await writer.write(ByteBuffer(string: "id: \(notice.id)\nevent: notice\ndata: \(notice.kind)\n\n"))
        try await guests.database.write { try Notice.sent(notice.id, to: person.guest.id, at: .now, $0) }
        return notice.id
    }
}

extension HTTPField.Name {
    fileprivate static let lastEventID = Self("Last-Event-ID")!
    fileprivate static let accelBuffering = Self("X-Accel-Buffering")!
}
