import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// `/api/v1/campus/alerts/12/bulletins`: publishing, approving, correcting and withdrawing alerts by programs, with a right of its own.
struct AlertPublicationAPI: Sendable {
    typealias Handler = @Sendable (Request, Caller, AlertPublicationAPI) async throws -> Response
    typealias Route = APIRoute<Handler>

    let admin: AdminContext

    static let publishing: Permission = "campus.alerts.publish"
    static let service = APIService(at: "/api/v1/campus", texts: "campus.service", id: "campus-service")

    static let routes: [Route] = [
        Route(.get, "alerts/{id}/bulletins", "bulletins", bulletins) { $0.answer = Shape.object(["bulletins": Shape.list(shape)]) },
        Route(.get, "alerts/{id}/bulletins/{bulletin}", "bulletin", bulletin) { $0.answer = shape },
        Route(.post, "alerts/{id}/bulletins", "publish", publish) {
            $0.sent = Shape.sent(["version": Shape.id, "at": Shape.moment, "until": Shape.moment], optional: ["at", "until"])
            $0.example = #"{"version":3,"until":"2030-11-10T12:00:00Z"}"#
            ($0.answer, $0.status, $0.headers, $0.problems) = (shape, .created, ["Location"], [409])
        },
        Route(.post, "alerts/{id}/bulletins/{bulletin}/approval", "approve", approve) { ($0.answer, $0.problems) = (shape, [409]) },
        Route(.post, "alerts/{id}/bulletins/{bulletin}/withdrawal", "withdraw", withdraw) { ($0.answer, $0.problems) = (shape, [409]) },
    ]

    func addRoutes(to router: RouterGroup<Visitor>, callers: Callers) {
        let known = router.add(middleware: SystemSwitch("campus", of: admin)).add(middleware: callers)
            .add(middleware: Callers.limit()).group(context: Caller.self)
        for route in Self.routes { known.mount(route) { try await route.handle($0, $1, self) } }
    }

    private static let bulletins: Handler = { request, caller, api in
        try requireReading(caller)
        let (id, origin) = (try caller.id(), api.admin.origin(of: request))
        return .json(
            try await api.admin.database.read { db in
                _ = try alert(id, db)
                let all = try Bulletin.fetchAll(db, sql: "SELECT * FROM campusBulletin WHERE alert = ? ORDER BY id DESC", arguments: [id])
                return .object([("bulletins", .list(try all.map { try BulletinSheet(bulletin: $0, origin: origin).json(db) }))])
            })
    }

    private static let bulletin: Handler = { request, caller, api in
        try requireReading(caller)
        let (id, number, origin) = (try caller.id(), try caller.id("bulletin"), api.admin.origin(of: request))
        return .json(
            try await api.admin.database.read { db in
                try BulletinSheet(bulletin: try find(number, of: id, db), origin: origin).json(db)
            })
    }

    /// Publishes the text, or corrects what is out. `version` is that of the text which the program read.
    private static let publish: Handler = { request, caller, api in
        try caller.require(publishing)
        let (id, words) = (try caller.id(), api.admin.pages.words(for: caller.visitor))
        var sent = try await SentValues(request, words)
        sent.need("version")
        let version = sent.number("version", in: APIQuery.ids)
        let (moment, until, now) = (sent.moment("at"), sent.moment("until"), Date.now)
        if let moment, moment <= now { sent.refuse("at", "campus.publication.refused.past") }
        if let until, until <= moment ?? now { sent.refuse("until", "campus.publication.refused.expired") }
        try sent.finish()
        return try await api.acting(request, caller, .created) { db in
            let alert = try alert(id, db)
            guard version == Int64(alert.stamp.version) else { throw PublicationRefusal.changed }
            let end = until ?? alert.expires ?? alert.usualEnd(from: moment ?? now)
            let made = try Bulletin.propose(alert, at: moment, until: end, db, by: caller.actor, now: now)
            try SecondPeople.tell(made, api.admin, db, by: caller.actor, now: now)
            return made
        }
    }

    private static let approve: Handler = { request, caller, api in
        try caller.require(publishing)
        let (id, number) = (try caller.id(), try caller.id("bulletin"))
        return try await api.acting(request, caller) { db in
            var bulletin = try find(number, of: id, db)
            try bulletin.approve(db, by: caller.actor, now: .now)
            return bulletin
        }
    }

    private static let withdraw: Handler = { request, caller, api in
        try caller.require(publishing)
        let (id, number) = (try caller.id(), try caller.id("bulletin"))
        return try await api.acting(request, caller) { db in
            var bulletin = try find(number, of: id, db)
            try bulletin.end(.withdrawn, db, by: caller.actor, now: .now)
            return bulletin
        }
    }

    private func acting(
        _ request: Request, _ caller: Caller, _ status: HTTPResponse.Status = .ok,
        _ act: @escaping @Sendable (Database) throws -> Bulletin
    ) async throws -> Response {
        let (origin, words) = (admin.origin(of: request), admin.pages.words(for: caller.visitor))
        do {
            return try await admin.urgent.write { db in
                let bulletin = try act(db)
                let address = "\(Self.address(bulletin.alert ?? 0))/\(bulletin.id ?? 0)"
                return .json(
                    try BulletinSheet(bulletin: bulletin, origin: origin).json(db), status: status,
                    headers: status == .created ? [.location: address] : [:])
            }
        } catch let refusal as PublicationRefusal {
            throw Problem(.conflict, "alertRefused", ["why": refusal.sentence(words)])
        }
    }

    static func address(_ alert: Int64) -> String { "/api/v1/campus/alerts/\(alert)/bulletins" }

    private static func requireReading(_ caller: Caller) throws {
        if !caller.grants.may(publishing, in: nil) { try caller.require("campus.alerts.see") }
    }

    private static func alert(_ id: Int64, _ db: Database) throws -> Alert {
        guard let alert = try Alert.fetch(db, id: id), alert.stamp.deletedAt == nil else { throw HTTPError(.notFound) }
        return alert
    }

    private static func find(_ number: Int64, of id: Int64, _ db: Database) throws -> Bulletin {
        _ = try alert(id, db)
        let sql = "SELECT * FROM campusBulletin WHERE id = ? AND alert = ?"
        guard let bulletin = try Bulletin.fetchOne(db, sql: sql, arguments: [number, id]) else { throw HTTPError(.notFound) }
        return bulletin
    }

    private static let shape = BulletinSheet.shape
}
