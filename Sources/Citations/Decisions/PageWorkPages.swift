import Accounts
import Admin
import GRDB
import Hummingbird
import Web

struct PageWorkPages: Sendable {
    let runs: RunContext

    private static func steps(_ run: Int64) -> String { "\(Run.address)/\(run)/steps" }

    private var admin: AdminContext { runs.admin }

    func addRoutes(to run: RouterGroup<SignedIn>) {
        run.get("steps", use: steps)
        run.post("page-works", use: addTitle)
        run.post("page-works/restorations", use: restoreTitle)
        run.get("page-works/{row}", use: editTitle)
        run.post("page-works/{row}", use: saveTitle)
    }

    @Sendable private func steps(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await stepsPage(request, person, refused: nil, .ok)
    }

    private func stepsPage(
        _ request: Request, _ person: SignedIn, refused: String?, _ status: HTTPResponse.Status
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            let (run, id) = try runs.find(person, refused == nil ? Citations.seeing : Citations.editing, db)
            guard let outcome = try Outcome.of(id, db), outcome.computedAt != nil else { throw HTTPError(.notFound) }
            let words = context.words
            let (mayEdit, base) = (try runs.mayEdit(id, person, db), "\(Run.address)/\(id)")
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
                        "percent": row.percent.map { $0.formatted(words) + " %" } ?? "–", "isFromText": row.isFromText,
                        "href": mayEdit ? "\(base)/page-works/\(row.number)" : false,
                    ]
                },
                "removed": decisions.filter { $0.value.isIn == false }.sorted { $0.key < $1.key }.map { identity, decision -> Values in
                    ["identity": identity, "title": decision.title ?? identity, "act": mayEdit ? "\(base)/page-works/restorations" : false]
                },
            ]
            values["poll"] = try RunJob.isWorking(id, db) ? Self.steps(id) : false
            values.merge(outcome.traced.values(words)) { $1 }
            return ("citations/decisions/steps", values)
        }
    }

    @Sendable private func editTitle(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await titlePage(request, person, nil, .ok)
    }

    private func titlePage(
        _ request: Request, _ person: SignedIn, _ typed: String?, _ status: HTTPResponse.Status
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            let (run, id, row) = try findRow(person, db)
            let words = context.words
            return (
                "citations/decisions/page-work",
                [
                    "title": words("citations.pageWork.title"), "breadcrumbs": ResultPage.crumbs(run, id, words),
                    "action": "\(Run.address)/\(id)/page-works/\(row.number)", "back": Self.steps(id) + "#rows", "name": typed ?? row.title,
                    "why": typed == nil ? false : words("citations.work.noTitle"), "row": row.title,
                ]
            )
        }
    }

    /// `act` is `save` to change the title or `out` to remove it.
    @Sendable private func saveTitle(_ request: Request, _ person: SignedIn) async throws -> Response {
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

    @Sendable private func addTitle(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let title = form["name"]
        guard Self.isTitle(title) else {
            return try await stepsPage(request, person, refused: form.exact("name"), .unprocessableContent)
        }
        return try await correct(person) { db in
            let (run, id) = try runs.find(person, Citations.editing, db)
            let act = try run.correctPage(title.foldedTitle, called: title, .listed(title, isIn: true), db, by: person.actor)
            return (id, act, "added", title)
        }
    }

    @Sendable private func restoreTitle(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        return try await correct(person) { db in
            let (run, id) = try runs.find(person, Citations.editing, db)
            guard let decision = try WorkDecision.ofPage(of: id, db)[form["title"]] else { throw HTTPError(.notFound) }
            let title = decision.title ?? form["title"]
            return (id, try run.correctPage(form["title"], called: title, WorkDecision(), db, by: person.actor), "back", title)
        }
    }

    private static func isTitle(_ typed: String) -> Bool { typed.count <= Run.longestTitle && !typed.foldedTitle.isEmpty }

    private func findRow(_ person: SignedIn, _ db: Database) throws -> (run: Run, id: Int64, row: PageRow) {
        let (run, id) = try runs.find(person, Citations.editing, db)
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
                try runs.tell(done.act, "citations.pageWork.\(done.key)", done.title, done.run, person, words, db)
            }
            return done.run
        }
        return .redirect(to: Self.steps(run) + "#rows")
    }
}
