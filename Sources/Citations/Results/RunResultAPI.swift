import Accounts
import Admin
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct RunResultAPI: Sendable {
    let service: CitationService

    private var admin: AdminContext { service.admin }

    static let routes: [CitationRoute] = [
        CitationRoute(
            .get, "runs/{id}/result", "result",
            .caller { _, caller, service in try await service.read(caller) { try $0.json(service, service.words(caller), $1) } }
        ) { ($0.answer, $0.headers) = (RunAnswer.shape, ["ETag"]) },
        CitationRoute(
            .post, "runs/{id}/stop", "stop",
            .caller { _, caller, service in try await Self(service: service).work(caller) { try RunJob.stop($0.id, $1, by: caller.actor) } }
        ) { ($0.answer, $0.headers) = (RunAnswer.shape, ["ETag"]) },
        CitationRoute(
            .post, "runs/{id}/restart", "restart",
            .caller { _, caller, service in
                try await Self(service: service).work(caller, .accepted) { try RunJob.begin($0.run, $1, by: caller.actor) }
            }
        ) { ($0.answer, $0.status, $0.headers) = (RunAnswer.shape, .accepted, ["ETag"]) },
        CitationRoute(.get, "runs/{id}/indexes", "indexes", .caller { try await Self(service: $2).indexes($0, $1) }) {
            let scope = Shape.choice(Scope.allCases.map(\.rawValue))
            $0.query = [("scope", scope)]
            $0.answer = Shape.object([
                "scope": scope, "computedAt": Shape.moment, "h": RunAnswer.h, "indexes": WorkAnswer.indexes,
            ])
            ($0.headers, $0.problems) = (["ETag"], [409])
        },
        CitationRoute(
            .get, "runs/{id}/history", "history",
            .caller { _, caller, service in try await service.read(caller) { try history($0.id, $1) } }
        ) {
            let item = Shape.object([
                "at": Shape.moment, "h": Shape.count, "hAll": Shape.count, "works": Shape.count, "citations": Shape.count,
            ])
            ($0.answer, $0.headers) = (Shape.object(["items": Shape.list(item)]), ["ETag"])
        },
    ]

    private enum Scope: String, CaseIterable { case all, filtered, selected }

    private static func history(_ run: Int64, _ db: Database) throws -> JSON {
        let items = try Snapshot.all(ofRun: run, db).map { snapshot in
            JSON.values([
                "at": .moment(snapshot.at), "h": .number(snapshot.h), "hAll": .number(snapshot.allH), "works": .number(snapshot.works),
                "citations": .number(snapshot.total),
            ])
        }
        return .values(["items": .list(items)])
    }

    private func work(
        _ caller: Caller, _ status: HTTPResponse.Status = .ok, _ act: @escaping @Sendable (RunAnswer, Database) throws -> Void
    ) async throws -> Response {
        let (json, headers) = try await admin.database.write { db in
            try act(RunAnswer(caller, Citations.editing, db), db)
            let found = try RunAnswer(caller, Citations.editing, db)
            return (try found.json(service, service.words(caller), db), found.headers)
        }
        return .json(json, status: status, headers: headers)
    }

    private func indexes(_ request: Request, _ caller: Caller) async throws -> Response {
        let asked = APIQuery(request)["scope"] ?? Scope.selected.rawValue
        guard let scope = Scope(rawValue: asked) else { throw Problem.parameter("scope") }
        return try await service.read(caller) { found, db in
            let findings = try found.findings(service, db)
            let isExact = findings.certainty.state == .exact
            let chosen: (indexes: Indexes, isKnown: Bool) =
                switch scope {
                case .all: (findings.all, findings.certainty.knowsAll)
                case .filtered: (findings.filtered(in: try service.year(db)), isExact)
                case .selected: (findings.own, isExact)
                }
            return .values([
                "scope": .text(scope.rawValue), "computedAt": .moment(found.outcome?.computedAt),
                "h": try RunAnswer.h(findings, service, db),
                "indexes": WorkAnswer.json(chosen.indexes, isKnown: chosen.isKnown),
            ])
        }
    }
}
