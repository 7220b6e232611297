import Accounts
import Admin
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct PageWorkAPI: Sendable {
    let service: CitationService

    private var admin: AdminContext { service.admin }

    static let routes: [CitationRoute] = [
        CitationRoute(.get, "runs/{id}/page-works", "pageWorks", .caller { try await Self(service: $2).pageWorks($0, $1) }) {
            $0.query = [("limit", .whole(1, HomePage.mostRows, default: HomePage.mostRows)), ("cursor", Shape.text)]
            ($0.answer, $0.headers) = (Shape.page(pageWork), ["ETag", "Link"])
        },
        correction(.post, "runs/{id}/page-works", "addPageWork", { try await Self(service: $2).addTitle($0, $1) }) { $0.sent = title },
        correction(.patch, "runs/{id}/page-works/{row}", "correctPageWork", { try await Self(service: $2).correctTitle($0, $1) }) {
            $0.sent = title
        },
        correction(.delete, "runs/{id}/page-works/{row}", "removePageWork", { try await Self(service: $2).removeTitle($0, $1) }),
    ]

    private static let title = Shape.object(["title": Shape.text(1...Run.longestTitle)])
    private static let pageWork = Shape.object([
        "id": Shape.id, "title": Shape.text, "authors": Shape.text, "corrected": Shape.flag, "present": Shape.flag,
        "percent": Shape.orNull(Shape.decimal), "nearest": Shape.orNull(Shape.text), "fromText": Shape.flag,
    ])

    private static func correction(
        _ method: HTTPRequest.Method, _ path: String, _ name: String,
        _ handle: @escaping @Sendable (Request, Caller, CitationService) async throws -> Response,
        _ more: (inout CitationRoute) -> Void = { _ in }
    ) -> CitationRoute {
        CitationRoute(method, path, name, .caller(handle)) {
            ($0.answer, $0.status) = (Shape.object(["acts": Shape.list(Shape.id)]), .accepted)
            ($0.headers, $0.needsMatch) = (["ETag"], true)
            more(&$0)
        }
    }

    /// The rows have no other order.
    private static let order = "row"

    private func pageWorks(_ request: Request, _ caller: Caller) async throws -> Response {
        let query = APIQuery(request)
        let limit = Int(try query.number("limit", in: 1...2_000) ?? 2_000)
        let after = try query["cursor"].map { text in
            guard let place = ListPlace(text, order: Self.order) else { throw Problem.parameter("cursor") }
            return place.id
        }
        let (items, next, tag) = try await admin.database.read { db in
            let found = try RunAnswer(caller, Citations.seeing, db)
            let rest = try PageRow.all(of: found.id, limit: HomePage.mostRows, db).drop { $0.number <= after ?? 0 }
            let last = rest.count > limit ? rest.prefix(limit).last : nil
            let next = last.map { ListPlace(order: Self.order, value: $0.number.databaseValue, id: Int64($0.number)) }
            return (try Self.items(Array(rest.prefix(limit)), found, db), next, found.tag)
        }
        return .page(items, next: next, of: request, headers: [.eTag: tag])
    }

    private static func items(_ rows: [PageRow], _ found: RunAnswer, _ db: Database) throws -> [JSON] {
        let decisions = try WorkDecision.ofPage(of: found.id, db)
        return rows.map { row in
            JSON.values([
                "id": .number(row.number), "title": .text(row.title), "authors": .text(row.authors),
                "corrected": .flag(decisions[row.name] != nil), "present": .flag(row.isPresent(found.outcome?.titleThreshold ?? 0)),
                "percent": .optional(row.percent), "nearest": .optional(row.workTitle),
                "fromText": .flag(row.isFromText),
            ])
        }
    }

    private func addTitle(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        let title = try await sentTitle(request, caller)
        return try await correct(request, caller) { run, _, db in
            try run.correctPage(title.foldedTitle, called: title, .listed(title, isIn: true), db, by: caller.actor)
        }
    }

    private func correctTitle(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        let number = try caller.id("row")
        let title = try await sentTitle(request, caller)
        return try await correct(request, caller) { run, id, db in
            guard let row = try PageRow.find(number, of: id, db) else { throw HTTPError(.notFound) }
            return title == row.title
                ? nil : try run.correctPage(row.name, called: row.title, .corrected(title), db, by: caller.actor)
        }
    }

    private func removeTitle(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        let number = try caller.id("row")
        return try await correct(request, caller) { run, id, db in
            guard let row = try PageRow.find(number, of: id, db) else { throw HTTPError(.notFound) }
            return try run.correctPage(row.name, called: row.title, .listed(row.title, isIn: false), db, by: caller.actor)
        }
    }

    private func sentTitle(_ request: Request, _ caller: Caller) async throws -> String {
        var sent = try await SentValues(request, service.words(caller))
        sent.need("title")
        let title = sent.typed("title", limit: Run.longestTitle) ?? ""
        if sent.mistakes.isEmpty, title.foldedTitle.isEmpty { sent.refuse("title", "citations.work.noTitle") }
        try sent.finish()
        return title
    }

    private func correct(
        _ request: Request, _ caller: Caller, _ act: @escaping @Sendable (Run, Int64, Database) throws -> Int64?
    ) async throws -> Response {
        let (act, headers) = try await admin.database.write { db in
            let before = try RunAnswer(caller, Citations.editing, db)
            try Precondition.check(request, tag: before.tag)
            let act = try act(before.run, before.id, db)
            return (act, try RunAnswer(caller, Citations.editing, db).headers)
        }
        return .json(.values(["acts": .list([act].compactMap { $0 }.map(JSON.id))]), status: .accepted, headers: headers)
    }
}
