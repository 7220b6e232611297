import Accounts
import Admin
import GRDB
import Hummingbird
import Web

extension RunResultPages {
    static func steps(_ run: Int64) -> String { "\(Run.address)/\(run)/steps" }

    /// `GET /admin/citations/runs/12/page-works/3`
    @Sendable func editTitle(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await titlePage(request, person, nil, .ok)
    }

    private func titlePage(
        _ request: Request, _ person: SignedIn, _ typed: String?, _ status: HTTPResponse.Status
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            let (run, id, row) = try findRow(person, db)
            let words = context.words
            return (
                "citations/page-work",
                [
                    "title": words("citations.pageWork.title"), "breadcrumbs": ResultPage.crumbs(run, id, words),
                    "action": "\(Run.address)/\(id)/page-works/\(row.number)", "back": Self.steps(id) + "#rows", "name": typed ?? row.title,
                    "why": typed == nil ? false : words("citations.work.noTitle"), "row": row.title,
                ]
            )
        }
    }

    /// `POST /admin/citations/runs/12/page-works/3` with `act`: `save` changes the title, `out` removes it.
    @Sendable func saveTitle(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let isOut = form["act"] == "out"
        guard isOut || Self.isTitle(form["name"]) else {
            return try await titlePage(request, person, form["name"], .unprocessableContent)
        }
        return try await correct(person) { db in
            let (run, id, row) = try findRow(person, db)
            let decision = isOut ? WorkDecision.listed(row.title, isIn: false) : row.title == form["name"] ? nil : .corrected(form["name"])
            let act = try decision.flatMap { try run.correctPage(row.name, called: row.title, $0, db, by: person.actor) }
            return (id, act, isOut ? "out" : "saved", row.title)
        }
    }

    /// `POST /admin/citations/runs/12/page-works` with the missing title in `name`.
    @Sendable func addTitle(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let title = form["name"]
        guard Self.isTitle(title) else {
            return try await stepsPage(request, person, refused: form.exact("name"), .unprocessableContent)
        }
        return try await correct(person) { db in
            let (run, id) = try find(person, Citations.editing, db)
            let act = try run.correctPage(title.foldedTitle, called: title, .listed(title, isIn: true), db, by: person.actor)
            return (id, act, "added", title)
        }
    }

    /// `POST /admin/citations/runs/12/page-works/restorations` with `title`: undoes a correction.
    @Sendable func restoreTitle(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        return try await correct(person) { db in
            let (run, id) = try find(person, Citations.editing, db)
            guard let decision = try WorkDecision.ofPage(of: id, db)[form["title"]] else { throw HTTPError(.notFound) }
            let title = decision.title ?? form["title"]
            return (id, try run.correctPage(form["title"], called: title, WorkDecision(), db, by: person.actor), "back", title)
        }
    }

    private static func isTitle(_ typed: String) -> Bool { typed.count <= Run.longestTitle && !typed.foldedTitle.isEmpty }

    private func findRow(_ person: SignedIn, _ db: Database) throws -> (run: Run, id: Int64, row: PageRow) {
        let (run, id) = try find(person, Citations.editing, db)
        guard let number = person.parameters.recordID("row"), let row = try PageRow.find(number, of: id, db) else {
            throw HTTPError(.notFound)
        }
        return (run, id, row)
    }

    private func correct(
        _ person: SignedIn, _ act: @escaping @Sendable (Database) throws -> (run: Int64, act: Int64?, key: String, title: String)
    ) async throws -> Response {
        let words = admin.pages.words(for: person.visitor)
        let run = try await admin.database.write { db in
            let done = try act(db)
            if done.act == nil {
                try person.session.setFlash(db, Flash(words("citations.decide.nothingNew"), kind: .info))
            } else {
                try tell(done.act, "citations.pageWork.\(done.key)", done.title, done.run, person, words, db)
            }
            return done.run
        }
        return .redirect(to: Self.steps(run) + "#rows")
    }
}
