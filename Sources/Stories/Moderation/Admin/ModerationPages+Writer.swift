import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension ModerationPages {
    func addWriterRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) {
        let acts = router.group().add(middleware: proof)
        router.get("writers", use: findWriters)
        router.get("writers/{id}", use: showWriter)
        acts.post("writers/{id}/suspensions", use: suspend)
        router.get("suspensions", use: showSuspensions)
        acts.post("suspensions", use: suspendByNumber)
        acts.post("suspensions/{id}/ending", use: endSuspension)
        acts.post("suspensions/{id}/resumption", use: resumeSuspension)
        router.get("hidings", use: showHidings)
        router.post("hidings/{id}/ending", use: endHiding)
        router.post("hidings/{id}/resumption", use: resumeHiding)
    }

    @Sendable func findWriters(_ request: Request, _ person: SignedIn) async throws -> Response {
        let typed = Form(query: request.uri.query ?? "")["q"]
        return try await admin.page(person, request) { db, context in
            let found = try typed.isEmpty ? Writer.newest(db) : Writer.search(typed, db)
            let rows = try found.map { writer -> Values in
                let suspension = try Suspension.active(of: writer.id, at: .now, db)
                return [
                    "id": String(writer.id), "nickname": name(writer, context.words), "name": "\(writer.firstName) \(writer.lastName)",
                    "email": writer.email ?? "", "href": "/admin/stories/writers/\(writer.id)",
                    "suspension": suspension.map { suspended($0, context) } ?? false, "isUnverified": writer.verifiedAt == nil,
                    "since": context.words.language.date(writer.createdAt, in: context.zone),
                ]
            }
            let values: Values = [
                "title": context.words("stories.desk.writers.title"), "q": typed, "rows": rows, "hasRows": !rows.isEmpty,
                "isAsked": !typed.isEmpty,
            ]
            return ("stories/desk/writers", values)
        }
    }

    @Sendable func showWriter(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await writerPage(request, person, try person.storyID(), why: nil, typed: nil)
    }

    /// `POST /admin/stories/writers/3/suspensions` with `term` or `until`, `reason`, `message`, `unlists`
    @Sendable func suspend(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(Self.suspending)
        return try await suspend(try person.storyID(), try await Form.read(request, judgesText: false), request, person)
    }

    @Sendable func suspendByNumber(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(Self.suspending)
        let form = try await Form.read(request, judgesText: false)
        let known = try await database.read { db in try form.recordID("writer").flatMap { try Writer.find($0, db) } }
        guard let known, known.deletedAt == nil else {
            let problem = form["writer"].isEmpty ? "numberMissing" : "noWriter"
            let why = pages.words(for: person.visitor)("stories.desk.problems.\(problem)")
            let typed = SanctionsForm(form, zone: admin.site.zone)
            return try await suspensionsPage(
                request, person, why: why, number: form["writer"], typed: typed, status: .unprocessableContent)
        }
        return try await suspend(known.id, form, request, person)
    }

    private func suspend(_ id: Int64, _ form: Form, _ request: Request, _ person: SignedIn) async throws -> Response {
        var form = form
        form["way"] = SanctionsForm.Way.suspend.rawValue
        let asked = SanctionsForm(form, zone: admin.site.zone)
        let words = pages.words(for: person.visitor)
        do {
            guard let measures = asked.measures else { throw Sanctions.Problem.endIsOver }
            return try await act(person, to: "/admin/stories/writers/\(id)") { words, db in
                let decision = try CaseDecision.impose(measures, on: id, by: person.actor, at: .now, db)
                try tellSuspended(decision, at: .now, db)
                let isProposed = try SecondOpinion.about(decision.id, db) != nil
                return Flash(
                    words(isProposed ? "stories.desk.decided.proposed" : "stories.desk.decided.suspended"),
                    undo: Self.undo(decision.id, words))
            }
        } catch let problem as Sanctions.Problem {
            let why = words(problem.textKey)
            return try await writerPage(request, person, id, why: why, typed: asked, status: .unprocessableContent)
        } catch StoryRefusal.notFound {
            throw HTTPError(.notFound)
        }
    }

    func writerPage(
        _ request: Request, _ person: SignedIn, _ id: Int64, why: String?, typed: SanctionsForm?, note: String = "",
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            guard let writer = try Writer.find(id, db) else { throw HTTPError(.notFound) }
            let words = context.words
            let suspension = try Suspension.active(of: id, at: .now, db)
            let fragments = try Fragment.fetchAll(
                db, sql: "SELECT * FROM fragment WHERE writer = ? ORDER BY id DESC LIMIT 20", arguments: [id])
            let decisions = try CaseDecision.fetchAll(
                db, sql: "SELECT * FROM decision WHERE writer = ? ORDER BY id DESC LIMIT 20", arguments: [id])
            let values: Values = [
                "title": name(writer, words), "id": String(id), "name": "\(writer.firstName) \(writer.lastName)",
                "email": writer.email ?? false,
                "isVerified": writer.verifiedAt != nil, "isFormer": writer.deletedAt != nil,
                "record": record(try WriterRecord(id, at: .now, db), words), "accuracy": accuracy(try Reporter(id, db), words),
                "suspension": suspension.map { suspended($0, context) } ?? false, "suspensionID": suspension.map { String($0.id) } ?? false,
                "fragments": fragments.map { drawn($0, context) }, "decisions": decisions.map { drawn($0, context) },
                "mayErase": person.grants.may(Self.erasing, in: nil) && writer.deletedAt == nil,
                "maySuspend": person.grants.may(Self.suspending, in: nil) && writer.deletedAt == nil,
                "breadcrumbs": [["href": "/admin/stories/writers", "label": words("stories.desk.writers.title")] as Values],
            ]
            let form: Values = [
                "reasonOptions": reasonOptions(typed?.reason, words), "until": typed?.until ?? "", "message": typed?.message ?? "",
                "terms": termOptions(typed?.term, words), "unlists": typed?.unlists ?? false, "why": why ?? false,
                "typedNote": note, "needsProof": person.needsProof,
            ]
            let (made, received) = try (
                reports("fragmentReport.writer = ?", id, context), reports("fragment.writer = ?", id, context)
            )
            let reported: Values = [
                "about": try about(writer, context), "made": made, "hasMade": !made.isEmpty, "received": received,
                "hasReceived": !received.isEmpty,
                "hasActs": writer.deletedAt == nil && [Self.suspending, Self.erasing].contains { person.grants.may($0, in: nil) },
                "hasDecisions": !decisions.isEmpty, "hasFragments": !fragments.isEmpty,
                "profileHref": writer.nickname.map { "/stories/writers/\($0)" } ?? false,
            ]
            let notes = try notes(on: .writer(id), at: "/admin/stories/writers/\(id)/notes", context)
            return ("stories/desk/writer", values.merging(form) { $1 }.merging(reported) { $1 }.merging(notes) { $1 })
        }
    }
}
