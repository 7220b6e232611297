import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// `/campus/events/{name}/following`: following single events. A subscription made here receives only these changes and emergencies.
struct FollowingPages: Sendable {
    let subscriptions: SubscriptionPages

    func addRoutes(to campus: RouterGroup<Visitor>) {
        let acts = campus.group("events/{name}/following").add(middleware: RateLimit(limit: 60, per: .seconds(60)))
        acts.post("", use: follow)
        acts.post("removal", use: unfollow)
    }

    @Sendable private func follow(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let event = try Self.event(visitor)
        return try await subscriptions.act(request, visitor, back: Self.address(event)) { reader, words, db in
            try follow(event, of: reader, words, db)
        }
    }

    @Sendable private func unfollow(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (event, form) = (try Self.event(visitor), try await Form.read(request))
        return try await subscriptions.act(request, visitor, back: form["next"] == "mine" ? "/campus/mine" : Self.address(event)) {
            reader, words, db in
            try Following(event: event).remove(of: reader, db)
            return Flash(words("campus.following.done.removed"))
        }
    }

    func follow(_ event: Int64, of reader: Int64, _ words: Words, _ db: Database) throws -> Flash {
        guard let item = try EventPages.item(event, RenderContext(words: words, zone: subscriptions.admin.site.zone), db), item.end > .now
        else {
            throw HTTPError(.notFound)
        }
        guard try Following(event: event).keep(of: reader, at: .now, db) else {
            return Flash(words("campus.following.full", ["limit": String(Following.limit)]), kind: .warn)
        }
        return Flash(words("campus.following.done.kept", ["title": item.title]))
    }

    static func address(_ event: Int64) -> String { "/campus/events/\(event)" }

    private static func event(_ visitor: Visitor) throws -> Int64 {
        guard let event = visitor.parameters.recordID("name") else { throw HTTPError(.notFound) }
        return event
    }
}

extension SubscriptionForm {
    func values(of event: AgendaItem, _ visitor: Int64?, _ words: Words, _ typed: Typed?) async throws -> Values? {
        guard event.end > .now else { return nil }
        let isKept = try await admin.database.read { try Following(event: event.id).isKept(of: visitor, $0) }
        return try await values(visitor, words, typed).merging([
            "event": String(event.id), "isKept": isKept, "action": FollowingPages.address(event.id) + "/following", "push": [Values](),
            "mail": [Values](),
        ]) { $1 }
    }
}
