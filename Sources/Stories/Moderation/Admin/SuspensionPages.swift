import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct SuspensionPages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) {
        let acts = router.group().add(middleware: proof)
        router.get("suspensions", use: showSuspensions)
        acts.post("suspensions", use: suspendByNumber)
        acts.post("suspensions/{id}/ending", use: endSuspension)
        acts.post("suspensions/{id}/resumption", use: resumeSuspension)
        acts.post("suspensions/{id}/opinion", use: giveOpinion)
        acts.post("suspensions/{id}/undoing", use: withdrawOpinion)
    }

    @Sendable private func showSuspensions(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await suspensionsPage(request, person, why: nil, number: "")
    }

    @Sendable private func suspendByNumber(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.suspending)
        let form = try await Form.read(request, judgesText: false)
        let known = try await moderation.database.read { db in try form.recordID("writer").flatMap { try Writer.find($0, db) } }
        guard let known, known.deletedAt == nil else {
            let problem = form["writer"].isEmpty ? "numberMissing" : "noWriter"
            let why = moderation.pages.words(for: person.visitor)("stories.desk.problems.\(problem)")
            let typed = SanctionsForm(form, zone: moderation.admin.site.zone)
            return try await suspensionsPage(
                request, person, why: why, number: form["writer"], typed: typed, status: .unprocessableContent)
        }
        return try await ModeratedWriterPages(moderation: moderation).suspend(known.id, form, request, person)
    }

    @Sendable private func endSuspension(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.suspending)
        let id = try person.storyID()
        return try await moderation.act(person, to: "/admin/stories/suspensions") { words, db in
            guard try Suspension.lift(id, by: person.actor, at: .now, db) else {
                return Flash(words("stories.desk.alreadyUndone"), kind: .info)
            }
            let undo = Flash.Undo(
                action: "/admin/stories/suspensions/\(id)/resumption", label: words("stories.desk.appeals.undo"), fields: [])
            return Flash(words("stories.desk.suspensions.ended"), undo: undo)
        }
    }

    @Sendable private func resumeSuspension(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.suspending)
        let id = try person.storyID()
        return try await moderation.act(person, to: "/admin/stories/suspensions") { words, db in
            let isDone = try Suspension.resume(id, by: person.actor, at: .now, db)
            return Flash(words(isDone ? "stories.desk.suspensions.resumed" : "stories.desk.alreadyUndone"), kind: isDone ? .good : .info)
        }
    }

    @Sendable private func giveOpinion(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.suspending)
        let (id, confirms) = (try person.storyID(), try await Form.read(request)["confirm"] == "yes")
        guard try await moderation.database.read({ try SecondOpinion.of(id, $0) }) != nil else { throw HTTPError(.notFound) }
        do {
            return try await moderation.act(person, to: "/admin/stories/suspensions") { words, db in
                try SecondOpinion.give(confirms, on: id, by: person.actor, at: .now, db)
                let undo = Flash.Undo(
                    action: "/admin/stories/suspensions/\(id)/undoing", label: words("stories.desk.appeals.undo"), fields: [])
                return Flash(words("stories.desk.suspensions.\(confirms ? "confirmed" : "refused")"), undo: undo)
            }
        } catch let problem as SecondOpinion.Problem {
            let words = moderation.pages.words(for: person.visitor)
            let known = try await moderation.database.read { try SecondOpinion.of(id, $0) }
            var why = words("stories.appeals.problems.\(problem.rawValue)")
            if problem == .changed, let known, let who = known.deciderName, let at = known.decidedAt {
                let when = words.language.relativeMoment(at, now: .now, in: moderation.admin.site.zone)
                why = words("stories.desk.problems.decided", ["who": who, "when": when])
            }
            return try await suspensionsPage(request, person, why: why, number: "", status: .unprocessableContent)
        }
    }

    @Sendable private func withdrawOpinion(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.suspending)
        let id = try person.storyID()
        return try await moderation.act(person, to: "/admin/stories/suspensions") { words, db in
            let isDone = try SecondOpinion.undo(id, by: person.actor, at: .now, db)
            return Flash(words(isDone ? "stories.desk.suspensions.waitsAgain" : "stories.desk.alreadyUndone"), kind: isDone ? .good : .info)
        }
    }

    private func suspensionsPage(
        _ request: Request, _ person: SignedIn, why: String?, number: String, typed: SanctionsForm? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await moderation.admin.page(person, request, status: status) { db, context in
            let words = context.words
            let rows = try Suspension.all(at: .now, db).map { suspension -> Values in
                let opinion = try SecondOpinion.of(suspension.id, db)
                let decision = try CaseDecision.find(suspension.decision, db)
                let writer = try Writer.find(suspension.writer, db)
                return [
                    "id": String(suspension.id), "nickname": writer.map { moderation.name($0, words) } ?? "",
                    "number": String(suspension.writer),
                    "href": "/admin/stories/writers/\(suspension.writer)", "who": decision?.moderatorName ?? "",
                    "since": words.language.relativeMoment(suspension.since, now: .now, in: context.zone),
                    "until": moderation.suspended(suspension, context),
                    "reason": decision?.reason.map { words("stories.reasons.\($0.rawValue)") } ?? false,
                    "isProposed": opinion?.state == .open, "confirmedBy": opinion?.state == .confirmed ? opinion?.deciderName ?? "" : false,
                ]
            }
            let values: Values = [
                "title": words("stories.desk.suspensions.title"), "count": words.language.number(rows.count), "rows": rows,
                "hasRows": !rows.isEmpty, "why": why ?? false, "number": number, "isUnknown": typed != nil,
                "reasonOptions": moderation.reasonOptions(typed?.reason, words),
                "terms": moderation.termOptions(typed?.term, words), "until": typed?.until ?? "", "unlists": typed?.unlists ?? false,
                "unvotes": typed?.unvotes ?? false,
                "hidesEverything": typed?.hidesEverything ?? false,
                "maySuspend": person.grants.may(ModerationPages.suspending, in: nil), "needsProof": person.needsProof,
            ]
            return ("stories/moderation/admin/suspensions", values)
        }
    }
}
