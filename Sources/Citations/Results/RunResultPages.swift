import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import NIOCore
import Web

struct RunResultPages: Sendable {
    let runs: RunContext

    static func address(_ run: Int64) -> String { "\(Run.address)/\(run)/results" }

    private var admin: AdminContext { runs.admin }

    func addRoutes(to run: RouterGroup<SignedIn>) {
        run.get("results", use: show)
        run.post("calculations", use: begin)
        run.post("calculations/ending", use: stop)
        run.get("documents/{document}", use: document)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        return try await admin.page(person, request) { db, context in
            let (run, id) = try runs.find(person, Citations.seeing, db)
            let (author, settings) = (try Author.fetch(db, id: run.author ?? 0), try CitationSettings.current(db))
            let page = try ResultPage(
                run: run, id: id, author: author, outcome: Outcome.of(id, db), job: RunJob.job(of: id, db),
                sources: runs.live.offered(settings), homeSite: runs.live.homeSite(of: author, settings),
                mayEdit: runs.mayEdit(id, person, db),
                mayCopy: person.grants.may(Citations.editing, in: nil), year: runs.year(db), context: context)
            return ("citations/results/index", try page.values(WorkList(query), number: query.number("page", in: .positions) ?? 1))
        }
    }

    /// Sends a document as a download, never as a page.
    @Sendable private func document(_ request: Request, _ person: SignedIn) async throws -> Response {
        let document = try await admin.database.read { db in
            let (run, _) = try runs.find(person, Citations.seeing, db)
            guard let id = person.parameters.recordID("document"), let found = run.documents.first(where: { $0.id == id }) else {
                throw HTTPError(.notFound)
            }
            return found
        }
        return .file(document.text, named: "document-\(document.id ?? 0).txt", type: "text/plain; charset=utf-8")
    }

    @Sendable private func begin(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await change(person) { run, _, db in
            try RunJob.begin(run, db, by: person.actor)
            return Flash(admin.pages.words(for: person.visitor)("citations.results.begun"), kind: .info)
        }
    }

    @Sendable private func stop(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await change(person) { _, id, db in
            let isStopped = try RunJob.stop(id, db, by: person.actor)
            return Flash(
                admin.pages.words(for: person.visitor)(isStopped ? "citations.results.stopped" : "citations.results.over"), kind: .info)
        }
    }

    private func change(_ person: SignedIn, _ act: @escaping @Sendable (Run, Int64, Database) throws -> Flash) async throws -> Response {
        let id = try await admin.database.write { db in
            let (run, id) = try runs.find(person, Citations.editing, db)
            try person.session.setFlash(db, act(run, id, db))
            return id
        }
        return .redirect(to: RunResultPages.address(id))
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
