import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

/// The queue for programs: in the order of the page, with its filters, claims and versions.
extension ModerationRoute {
    static let cases: [ModerationRoute] = [
        .init(
            method: .get, path: "segnalazioni", name: "cases", query: Shape.filters + Shape.paging, answer: Shape.page(Shape.aCase)
        ) { request, _, desk in try await desk.listCases(request) },
        .init(method: .get, path: "segnalazioni/{id}", name: "aCase", answer: Shape.wholeCase) { request, caller, desk in
            _ = try APIQuery(request, knows: [])
            return .json(try await desk.database.read { try ServiceCase.whole(caller.storyID(), at: .now, $0) })
        },
        .init(method: .put, path: "segnalazioni/{id}/presa", name: "claim", answer: Shape.wholeCase, problems: [409]) { _, caller, desk in
            let id = try caller.storyID()
            return .json(
                try await desk.database.write { db in
                    let known = try ModerationCase.claim(id, by: caller.account.id ?? 0, at: .now, db)
                    guard let known else { throw HTTPError(.notFound) }
                    guard known.state == .open else { throw Problem(.conflict, "caseChanged") }
                    guard known.claimant == caller.account.id else { throw Problem(.conflict, "caseClaimed") }
                    return try ServiceCase.whole(id, at: .now, db)
                })
        },
        .init(method: .delete, path: "segnalazioni/{id}/presa", name: "release", answer: Shape.wholeCase) { _, caller, desk in
            let id = try caller.storyID()
            return .json(
                try await desk.database.write { db in
                    try ModerationCase.release(id, by: caller.account.id ?? 0, db)
                    return try ServiceCase.whole(id, at: .now, db)
                })
        },
    ]
}

extension ModerationDesk {
    fileprivate func listCases(_ request: Request) async throws -> Response {
        let parts = QueueFilter.Part.allCases
        let asked = try APIQuery(request, knows: ["state", "limit", "cursor"] + parts.map(\.rawValue))
        for part in parts { if let value = asked[part.rawValue], !part.choices.contains(value) { throw Problem.parameter(part.rawValue) } }
        let state = asked["state"] ?? "open"
        guard ["open", "decided"].contains(state) else { throw Problem.parameter("state") }
        let filter = QueueFilter(Form(query: request.uri.query ?? ""))
        let limit = Int(try asked.number("limit", in: 1...50) ?? 20)
        let after = try asked["cursor"].map { text -> ListPlace in
            guard let cursor = ListPlace(text, order: state), cursor.value.number != nil else { throw Problem.parameter("cursor") }
            return cursor
        }
        // What waits grows heavier meanwhile: all parts of one list are those of the moment when it was begun.
        let milliseconds = after?.value.number ?? Int(Date.now.timeIntervalSince1970 * 1000)
        let moment = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        let (items, next) = try await database.read { db -> ([JSON], ListPlace?) in
            let found =
                try state == "open"
                ? ModerationCase.queue(filter, at: moment, after: after?.id, limit: limit + 1, db)
                : ModerationCase.decided(filter, at: moment, after: after?.id, limit: limit + 1, db)
            let (cases, next) = ServiceAction.cut(found, limit) { ListPlace(order: state, value: milliseconds.databaseValue, id: $0.id) }
            return (try cases.map { try ServiceCase.short($0, at: .now, db) }, next)
        }
        return .page(items, next, request)
    }
}

extension Response {
    /// A part of a list, and the address of the next one.
    static func page(_ items: [JSON], _ next: ListPlace?, _ request: Request) -> Response {
        let kept = Form(query: request.uri.query ?? "").values.sorted { $0.key < $1.key }.compactMap { name, values in
            name == "cursor" ? nil : values.first.map { (name: name, value: $0) }
        }
        let onward = next.map { request.uri.path.appendingQuery(kept + [("cursor", $0.text)]) }
        var headers: HTTPFields = [:]
        if let onward { headers[HTTPField.Name("Link")!] = "<\(onward)>; rel=\"next\"" }
        return .json(.object([("items", .list(items)), ("next", onward.map { .text($0) } ?? .null)]), headers: headers)
    }
}
