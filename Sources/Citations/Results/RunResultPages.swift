import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import NIOCore
import Web

struct RunResultPages: Sendable {
    let admin: AdminContext
    let live: LiveSources

    func addRoutes(to router: RouterGroup<SignedIn>) {
        let run = router.group("runs/{id}")
        run.get("results", use: show)
        run.get("steps", use: steps)
        run.get("expression", use: expression)
        run.post("expression", use: saveExpression)
        run.post("calculations", use: begin)
        run.post("calculations/ending", use: stop)
        run.post("works/{work}/decision", use: decide)
        run.get("works/{work}", use: edit)
        run.post("works/{work}", use: save)
        run.post("decisions", use: decideMany)
        run.post("decisions/{act}/undoing", use: undo)
        run.post("batches/{batch}/undoing", use: undoBatch)
        run.post("page-works", use: addTitle)
        run.post("page-works/restorations", use: restoreTitle)
        run.get("page-works/{row}", use: editTitle)
        run.post("page-works/{row}", use: saveTitle)
        run.post("publication", use: publish)
        run.post("sources", use: ask)
        run.get("documents/{document}", use: document)
        run.get("documents/{document}/columns", use: columns)
        run.post("documents/{document}/columns", use: saveColumns)
        ExportPages(pages: self).addRoutes(to: run)
    }

    static func address(_ run: Int64) -> String { "\(Run.address)/\(run)/results" }

    // MARK: What is asked for

    /// The run of an address; 404 when the person may not see it.
    func find(_ person: SignedIn, _ permission: Permission, _ db: Database) throws -> (run: Run, id: Int64) {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        return (try Run.find(db, person.grants, permission, id), id)
    }

    private func mayEdit(_ run: Int64, _ person: SignedIn, _ db: Database) throws -> Bool {
        try person.grants.may(Citations.editing, in: nil) && Run.isOpen(run, Citations.editing, person.grants, db)
    }

    func findWork(_ person: SignedIn, _ permission: Permission, _ db: Database) throws -> (
        run: Run, id: Int64, findings: Findings, index: Int
    ) {
        let (run, id) = try find(person, permission, db)
        guard let outcome = try Outcome.of(id, db), let work = person.parameters.recordID("work") else {
            throw HTTPError(.notFound)
        }
        let findings = try Findings(outcome, year: year(db), db)
        guard let index = findings.works.firstIndex(where: { $0.id == work }) else { throw HTTPError(.notFound) }
        return (run, id, findings, index)
    }

    func year(_ db: Database) throws -> Int { CivilTime(try db.transactionDate, in: admin.site.zone).year }

    // MARK: Pages

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        return try await admin.page(person, request) { db, context in
            let (run, id) = try find(person, Citations.seeing, db)
            let (author, settings) = (try Author.fetch(db, id: run.author ?? 0), try CitationSettings.current(db))
            let page = try ResultPage(
                run: run, id: id, author: author, outcome: Outcome.of(id, db), job: RunJob.job(of: id, db),
                sources: live.offered(settings), homeSite: live.homeSite(of: author, settings), mayEdit: mayEdit(id, person, db),
                mayCopy: person.grants.may(Citations.editing, in: nil), year: year(db), context: context)
            return ("citations/results", try page.values(WorkList(query), number: query.number("page", in: .positions) ?? 1))
        }
    }

    @Sendable func steps(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await stepsPage(request, person, refused: nil, .ok)
    }

    func stepsPage(
        _ request: Request, _ person: SignedIn, refused: String?, _ status: HTTPResponse.Status
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            let (run, id) = try find(person, refused == nil ? Citations.seeing : Citations.editing, db)
            guard let outcome = try Outcome.of(id, db), outcome.computedAt != nil else { throw HTTPError(.notFound) }
            let words = context.words
            let (mayEdit, base) = (try mayEdit(id, person, db), "\(Run.address)/\(id)")
            let decisions = try WorkDecision.ofPage(of: id, db)
            var values: Values = [
                "title": words("citations.steps.title"), "breadcrumbs": ResultPage.crumbs(run, id, words), "edit": base,
                "expressionHref": mayEdit ? "\(base)/expression" : false, "add": mayEdit ? "\(base)/page-works" : false,
                "typed": refused ?? "", "why": refused == nil ? false : words("citations.work.noTitle"),
                "rows": try PageRow.all(of: id, limit: 500, db).map { row -> Values in
                    let isPresent = row.isPresent(outcome.titleThreshold)
                    return [
                        "title": row.title, "authors": row.authors, "isPresent": isPresent,
                        "isCorrected": decisions[row.name].map {
                            words($0.isIn == true ? "citations.pageWork.isAdded" : "citations.results.corrected")
                        } ?? false,
                        "state": words(isPresent ? "citations.steps.present" : "citations.steps.absent"), "nearest": row.workTitle ?? "–",
                        "percent": row.percent.map { $0.said(words) + " %" } ?? "–",
                        "href": mayEdit ? "\(base)/page-works/\(row.number)" : false,
                    ]
                },
                "removed": decisions.filter { $0.value.isIn == false }.sorted { $0.key < $1.key }.map { identity, decision -> Values in
                    ["identity": identity, "title": decision.title ?? identity, "act": mayEdit ? "\(base)/page-works/restorations" : false]
                },
            ]
            values["poll"] = try RunJob.isWorking(id, db) ? Self.steps(id) : false
            values.merge(outcome.traced.values(words)) { $1 }
            return ("citations/steps", values)
        }
    }

    /// Sends a document as a download, never as a page.
    @Sendable func document(_ request: Request, _ person: SignedIn) async throws -> Response {
        let document = try await admin.database.read { db in
            let (run, _) = try find(person, Citations.seeing, db)
            guard let id = person.parameters.recordID("document"), let found = run.documents.first(where: { $0.id == id }) else {
                throw HTTPError(.notFound)
            }
            return found
        }
        return .file(document.text, named: "document-\(document.id ?? 0).txt", type: "text/plain; charset=utf-8")
    }

    // MARK: Acts

    @Sendable func begin(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await change(person) { run, _, db in
            try RunJob.begin(run, db, by: person.actor)
            return Flash(admin.pages.words(for: person.visitor)("citations.results.begun"), kind: .info)
        }
    }

    @Sendable func stop(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await change(person) { _, id, db in
            let isStopped = try RunJob.stop(id, db, by: person.actor)
            return Flash(
                admin.pages.words(for: person.visitor)(isStopped ? "citations.results.stopped" : "citations.results.over"), kind: .info)
        }
    }

    private func change(_ person: SignedIn, _ act: @escaping @Sendable (Run, Int64, Database) throws -> Flash) async throws -> Response {
        let id = try await admin.database.write { db in
            let (run, id) = try find(person, Citations.editing, db)
            try person.session.setFlash(db, act(run, id, db))
            return id
        }
        return .redirect(to: Self.address(id))
    }
}

extension Response {
    /// A download. `name` consists of letters, digits, hyphens and a point.
    static func file(_ text: String, named name: String, type: String) -> Response {
        let headers: HTTPFields = [
            .contentType: type, .contentDisposition: "attachment; filename=\"\(name)\"", .cacheControl: "no-store",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
