import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct ModerationCaseAPI: Sendable {
    let moderation: ModerationPages

    static let routes: [ModerationRoute] = [
        ModerationRoute(
            .get, "segnalazioni", "cases", { request, _, moderation in try await Self(moderation: moderation).listCases(request) }
        ) {
            ($0.query, $0.answer) = (Shape.filters + Shape.paging, Shape.page(Shape.aCase))
        },
        ModerationRoute(.get, "segnalazioni/{id}", "aCase", { try await Self(moderation: $2).readCase($1) }) {
            $0.answer = Shape.wholeCase
        },
        ModerationRoute(.put, "segnalazioni/{id}/presa", "claim", { try await Self(moderation: $2).claim($1) }) {
            ($0.answer, $0.problems) = (Shape.wholeCase, [409])
        },
        ModerationRoute(.delete, "segnalazioni/{id}/presa", "release", { try await Self(moderation: $2).release($1) }) {
            $0.answer = Shape.wholeCase
        },
        ModerationRoute(.post, "segnalazioni/{id}/note", "note", { try await Self(moderation: $2).addNote($0, $1) }) {
            $0.sent = Shape.object(["text": Shape.text(1...ModeratorNote.longest)])
            ($0.answer, $0.status) = (Shape.wholeCase, .created)
        },
    ]

    private func addNote(_ request: Request, _ caller: Caller) async throws -> Response {
        let (id, words) = (try caller.id(), moderation.words(of: caller))
        var sent = try await SentValues(request, words)
        let text = sent.typed("text", limit: ModeratorNote.longest) ?? ""
        sent.refuseNulls()
        try sent.finish()
        if let problem = ModeratorNote.problem(text) {
            var mistakes = ValueMistakes()
            mistakes.add("/text", words(problem))
            throw mistakes.problem
        }
        return .json(
            try await moderation.database.write { db in
                guard try ModerationCase.find(id, db) != nil else { throw HTTPError(.notFound) }
                try ModeratorNote.add(text, on: .aCase(id), by: caller.actor, at: .now, db)
                return try ServiceCase.whole(id, at: .now, db)
            }, status: .created)
    }

    private func readCase(_ caller: Caller) async throws -> Response {
        .json(try await moderation.database.read { try ServiceCase.whole(caller.id(), at: .now, $0) })
    }

    private func claim(_ caller: Caller) async throws -> Response {
        let id = try caller.id()
        return .json(
            try await moderation.database.write { db in
                let known = try ModerationCase.claim(id, by: caller.account.id ?? 0, at: .now, db)
                guard let known else { throw HTTPError(.notFound) }
                guard known.state == .open else { throw Problem(.conflict, "caseChanged") }
                guard known.claimant == caller.account.id else { throw Problem(.conflict, "caseClaimed") }
                return try ServiceCase.whole(id, at: .now, db)
            })
    }

    private func release(_ caller: Caller) async throws -> Response {
        let id = try caller.id()
        return .json(
            try await moderation.database.write { db in
                try ModerationCase.release(id, by: caller.account.id ?? 0, db)
                return try ServiceCase.whole(id, at: .now, db)
            })
    }

    /// Possible start times of a list, in milliseconds since 1970, up to 2200.
    private static let moments = 0...7_258_118_400_000

    private func listCases(_ request: Request) async throws -> Response {
        let (parts, asked) = (QueueFilter.Part.allCases, APIQuery(request))
        for part in parts { if let value = asked[part.rawValue], !part.choices.contains(value) { throw Problem.parameter(part.rawValue) } }
        let state = asked["state"] ?? "open"
        guard ["open", "decided"].contains(state) else { throw Problem.parameter("state") }
        let filter = QueueFilter(Form(query: request.uri.query ?? ""))
        let limit = Int(try asked.number("limit", in: 1...50) ?? 20)
        let after = try asked["cursor"].map { text -> ListPlace in
            guard let cursor = ListPlace(text, order: state), cursor.value.number(in: Self.moments) != nil else {
                throw Problem.parameter("cursor")
            }
            return cursor
        }
        // Scores rise over time, so all pages of a list use the moment of its first page.
        let milliseconds = after?.value.number ?? Int(cutting: Date.now.timeIntervalSince1970 * 1000)
        let moment = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        let (items, next) = try await moderation.database.read { db -> ([JSON], ListPlace?) in
            let found =
                try state == "open"
                ? ModerationCase.queue(filter, at: moment, after: after?.id, limit: limit + 1, db)
                : ModerationCase.decided(filter, at: moment, after: after?.id, limit: limit + 1, db)
            let (cases, next) = ServiceAction.cut(found, limit) { ListPlace(order: state, value: milliseconds.databaseValue, id: $0.id) }
            return (try cases.map { try ServiceCase.short($0, at: .now, db) }, next)
        }
        return .page(items, next: next, of: request)
    }
}
