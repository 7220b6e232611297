import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// Suspensions and numbers for programs.
extension ModerationRoute {
    static let people: [ModerationRoute] = [
        .init(method: .get, path: "sospensioni", name: "suspensions", query: Shape.paging, answer: Shape.page(Shape.suspension)) {
            request, _, desk in try await desk.listSuspensions(request)
        },
        .init(
            method: .post, path: "sospensioni", name: "suspend",
            sent: Shape.object(
                [
                    "writer": Shape.number, "days": .whole(1, 3650), "until": Shape.moment, "forGood": Shape.flag, "reason": Shape.reason,
                    "message": Shape.message, "unlists": Shape.flag,
                ], optional: ["days", "until", "forGood", "message", "unlists"]),
            answer: Shape.suspension, status: .created
        ) { request, caller, desk in try await desk.suspend(request, caller) },
        .init(
            method: .delete, path: "sospensioni/{id}", name: "lift", answer: Shape.object(["id": Shape.number, "ended": Shape.flag]),
            problems: [409]
        ) { _, caller, desk in
            try caller.require(ModerationDesk.suspending)
            let id = try caller.storyID()
            try await desk.database.write { db in
                guard try Suspension.find(id, db) != nil else { throw HTTPError(.notFound) }
                guard try Suspension.lift(id, by: caller.actor, at: .now, db) else { throw Problem(.conflict, "alreadyUndone") }
            }
            return .json(.object([("id", .number(Int(id))), ("ended", .flag(true))]))
        },
        .init(method: .get, path: "statistiche", name: "statistics", answer: Shape.statistics) { request, _, desk in
            _ = try APIQuery(request, knows: [])
            let numbers = try await desk.database.read { try StoryStatistics(at: .now, $0) }
            let groups = numbers.groups.map { group, counted in
                (key: group, value: JSON.object(counted.map { ($0.key, .number($0.count)) }))
            }
            let countries = numbers.countries.map { code, count in (key: code ?? "", value: JSON.number(count)) }
            let rest: [(key: String, value: JSON)] = [
                ("countries", .object(countries)),
                ("hoursToDecision", numbers.hoursToDecision.map { .decimal($0) } ?? .null),
                ("reversals", numbers.reversals.map { .number($0) } ?? .null),
            ]
            return .json(.object(groups + rest))
        },
    ]
}

extension ModerationDesk {
    /// Those that hold, the newest first.
    fileprivate func listSuspensions(_ request: Request) async throws -> Response {
        let asked = try APIQuery(request, knows: ["limit", "cursor"])
        let limit = Int(try asked.number("limit", in: 1...50) ?? 20)
        let after = try asked["cursor"].map { text -> ListPlace in
            guard let cursor = ListPlace(text, order: "suspensions") else { throw Problem.parameter("cursor") }
            return cursor
        }
        let sql = """
            SELECT * FROM suspension WHERE id < ? AND endedAt IS NULL AND (until IS NULL OR until > ?) ORDER BY id DESC LIMIT ?
            """
        let (items, next) = try await database.read { db -> ([JSON], ListPlace?) in
            let found = try Suspension.fetchAll(db, sql: sql, arguments: [after?.id ?? Int64.max, Date.now, limit + 1])
            let (shown, next) = ServiceAction.cut(found, limit) { ListPlace(order: "suspensions", value: .null, id: $0.id) }
            return (try shown.map { try ServiceCase.suspension($0, db) }, next)
        }
        return .page(items, next, request)
    }

    fileprivate func suspend(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Self.suspending)
        let (words, origin) = (words(of: caller), desk.origin(of: request))
        var sent = try await SentMeasures(
            request, knows: ["writer", "days", "until", "forGood", "reason", "message", "unlists"], words)
        let (writer, term) = (sent.number("writer"), sent.term(at: .now))
        let measures = Measures(suspension: term, unlists: sent.flag("unlists"), reason: sent.reason(), message: sent.text("message"))
        guard sent.mistakes.isEmpty, let writer else {
            if writer == nil { sent.refuse("writer") }
            throw sent.mistakes.problem
        }
        let answer = try await refusing(words) {
            try await database.write { db -> JSON in
                let decision = try Decision.impose(measures, on: Int64(writer), by: caller.actor, at: .now, db)
                try tellSuspended(decision, origin, at: .now, db)
                guard let suspension = try Suspension.active(of: Int64(writer), at: .now, db) else { throw HTTPError(.notFound) }
                return try ServiceCase.suspension(suspension, db)
            }
        }
        return .json(answer, status: .created)
    }
}
