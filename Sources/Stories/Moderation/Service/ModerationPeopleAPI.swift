import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct ModerationPeopleAPI: Sendable {
    let moderation: ModerationPages

    static let routes: [ModerationRoute] = [
        ModerationRoute(
            .get, "sospensioni", "suspensions",
            { request, _, moderation in try await Self(moderation: moderation).listSuspensions(request) }
        ) {
            ($0.query, $0.answer) = (Shape.paging, Shape.page(Shape.suspension))
        },
        ModerationRoute(.post, "sospensioni", "suspend", { try await Self(moderation: $2).suspend($0, $1) }) {
            $0.sent = Shape.object(
                [
                    "writer": Shape.id, "days": .whole(1, mostDays), "until": Shape.moment, "forGood": Shape.flag, "reason": Shape.reason,
                    "message": Shape.message, "unlists": Shape.flag,
                ], optional: ["days", "until", "forGood", "message", "unlists"])
            ($0.answer, $0.status) = (Shape.suspension, .created)
        },
        ModerationRoute(.delete, "sospensioni/{id}", "lift", { try await Self(moderation: $2).lift($1) }) {
            ($0.answer, $0.problems) = (Shape.object(["id": Shape.id, "ended": Shape.flag]), [409])
        },
        ModerationRoute(.get, "statistiche", "statistics", { _, _, moderation in try await Self(moderation: moderation).statistics() }) {
            $0.answer = Shape.statistics
        },
    ]

    fileprivate static let mostDays = 3650

    private func lift(_ caller: Caller) async throws -> Response {
        try caller.require(ModerationPages.suspending)
        let id = try caller.id()
        try await moderation.database.write { db in
            guard try Suspension.find(id, db) != nil else { throw HTTPError(.notFound) }
            guard try Suspension.lift(id, by: caller.actor, at: .now, db) else { throw Problem(.conflict, "alreadyUndone") }
        }
        return .json(.values(["id": .id(id), "ended": .flag(true)]))
    }

    private func statistics() async throws -> Response {
        let numbers = try await moderation.database.read { try StoryStatistics(at: .now, $0) }
        let groups = numbers.groups.map { group, counted in
            (key: group, value: JSON.object(counted.map { ($0.key, .number($0.count)) }))
        }
        let rest: [(key: String, value: JSON)] = [
            ("countries", .object(numbers.countries.map { code, count in (key: code ?? "", value: .number(count)) })),
            ("hoursToDecision", .optional(numbers.hoursToDecision)), ("reversals", .optional(numbers.reversals)),
        ]
        return .json(.object(groups + rest))
    }

    private func listSuspensions(_ request: Request) async throws -> Response {
        let asked = APIQuery(request)
        let limit = Int(try asked.number("limit", in: 1...50) ?? 20)
        let after = try asked["cursor"].map { text -> ListPlace in
            guard let cursor = ListPlace(text, order: "suspensions") else { throw Problem.parameter("cursor") }
            return cursor
        }
        let sql = """
            SELECT * FROM suspension WHERE id < ? AND endedAt IS NULL AND (until IS NULL OR until > ?) ORDER BY id DESC LIMIT ?
            """
        let (items, next) = try await moderation.database.read { db -> ([JSON], ListPlace?) in
            let found = try Suspension.fetchAll(db, sql: sql, arguments: [after?.id ?? Int64.max, Date.now, limit + 1])
            let (shown, next) = ServiceAction.cut(found, limit) { ListPlace(order: "suspensions", value: .null, id: $0.id) }
            return (try shown.map { try ServiceCase.suspension($0, db) }, next)
        }
        return .page(items, next: next, of: request)
    }

    private func suspend(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(ModerationPages.suspending)
        let words = moderation.words(of: caller)
        var sent = try await SentValues(request, words)
        sent.need("writer")
        let (writer, term) = (sent.number("writer", in: APIQuery.ids) ?? 0, sent.term(at: .now, words))
        let measures = Sanctions(
            suspension: term, unlists: sent.flag("unlists") ?? false, reason: sent.choice("reason"), message: sent.message())
        sent.refuseNulls()
        try sent.finish()
        let answer = try await ModerationAPI.refusing(words) {
            try await moderation.database.write { db -> JSON in
                let decision = try CaseDecision.impose(measures, on: writer, by: caller.actor, at: .now, db)
                try moderation.notifySuspended(decision, at: .now, db)
                guard let suspension = try Suspension.active(of: writer, at: .now, db) else { throw HTTPError(.notFound) }
                return try ServiceCase.suspension(suspension, db)
            }
        }
        return .json(answer, status: .created)
    }
}

extension SentValues {
    /// Accepts exactly one of `days`, `until` and `forGood`.
    fileprivate mutating func term(at now: Date, _ words: Words) -> Sanctions.Term? {
        let (days, until, isForGood) = (number("days", in: 1...ModerationPeopleAPI.mostDays), moment("until"), flag("forGood") ?? false)
        guard [value("days") != nil, value("until") != nil, isForGood].count(where: { $0 }) == 1 else {
            mistakes.add("", words("stories.service.term"))
            return nil
        }
        return isForGood ? .forGood : (days.map { now + Double($0) * 86_400 } ?? until).map { .until($0) }
    }
}
