import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ModerationCasePages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>, deciding: RouterGroup<SignedIn>) {
        router.get("cases/{id}", use: showCase)
        deciding.post("cases/{id}/decisions", use: decide)
        router.post("cases/{id}/release", use: release)
        router.post("cases/{id}/notes", use: addNote)
        router.post("decisions/{id}/undoing", use: undo)
    }

    /// Opening a case claims it for a quarter of an hour.
    @Sendable private func showCase(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.storyID()
        try await moderation.database.write { _ = try ModerationCase.claim(id, by: person.accountID, at: .now, $0) }
        return try await casePage(request, person, id, why: nil, typed: nil)
    }

    @Sendable private func decide(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.storyID()
        let form = try await Form.read(request, judgesText: false)
        let asked = SanctionsForm(form, zone: moderation.admin.site.zone)
        let words = moderation.pages.words(for: person.visitor)
        let filter = QueueFilter(Form(query: request.uri.query ?? ""))
        // An unreadable version is not the newest: nothing is saved, and the typed text stays.
        let version = form.number("version", in: .versions) ?? -1
        guard let measures = asked.measures else {
            return try await casePage(
                request, person, id, why: words("stories.desk.problems.measureMissing"), typed: asked, status: .unprocessableContent)
        }
        try person.require(measures)
        do {
            let next = try await moderation.database.write { db -> Int64? in
                let author = try ModerationCase.author(of: id, db)
                let taken = try moderation.withReadySentence(measures, asked, to: author, db)
                let decision = try CaseDecision.decide(id, version: version, taken, by: person.actor, at: .now, db)
                try moderation.notifySuspended(decision, at: .now, db)
                try person.session.setFlash(
                    db, Flash(words("stories.desk.decided.\(measures.outcome.rawValue)"), undo: ModerationPages.undo(decision.id, words)))
                return try ModerationCase.next(filter, for: person.accountID, at: .now, db)?.id
            }
            return .redirect(to: (next.map { "\(ModerationPages.address)/\($0)" } ?? ModerationPages.address).appendingQuery(filter.pairs))
        } catch let problem as Sanctions.Problem {
            let why = words(problem.textKey)
            return try await casePage(request, person, id, why: why, typed: asked, status: .unprocessableContent)
        } catch let collision as Collision {
            let why = try await moderation.database.read { db in try sentence(collision, id, words, db) }
            return try await casePage(request, person, id, why: why, typed: asked, status: .conflict)
        } catch StoryRefusal.notFound {
            throw HTTPError(.notFound)
        }
    }

    private func sentence(_ collision: Collision, _ id: Int64, _ words: Words, _ db: Database) throws -> String {
        guard collision == .changed else { return words("stories.desk.problems.claimed") }
        let sql = "SELECT * FROM decision WHERE caseID = ? ORDER BY coalesce(undoneAt, at) DESC LIMIT 1"
        guard let last = try CaseDecision.fetchOne(db, sql: sql, arguments: [id]) else { return words("stories.desk.problems.reopened") }
        let when = words.language.relativeMoment(last.at, now: .now, in: moderation.admin.site.zone)
        return words("stories.desk.problems.decided", ["who": last.moderatorName, "when": when])
    }

    /// `then` is `next` to open the following case.
    @Sendable private func release(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (id, isSkipped) = (try person.storyID(), try await Form.read(request)["then"] == "next")
        let filter = QueueFilter(Form(query: request.uri.query ?? ""))
        let next = try await moderation.database.write { db -> Int64? in
            try ModerationCase.release(id, by: person.accountID, db)
            return try isSkipped ? ModerationCase.next(filter, for: person.accountID, at: .now, after: id, db)?.id : nil
        }
        return .redirect(to: (next.map { "\(ModerationPages.address)/\($0)" } ?? ModerationPages.address).appendingQuery(filter.pairs))
    }

    @Sendable private func undo(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.storyID()
        let isBatch = try await Form.read(request)["batch"] == "yes"
        let known = try await moderation.database.read { try CaseDecision.find(id, $0) }
        guard let known else { throw HTTPError(.notFound) }
        let address =
            isBatch && known.caseID != nil
            ? ModerationPages.address : known.caseID.map { "\(ModerationPages.address)/\($0)" } ?? "/admin/stories/writers/\(known.writer)"
        return try await moderation.act(person, to: address) { words, db in
            let count =
                try isBatch
                ? CaseDecision.undo(batch: id, by: person.actor, at: .now, db) : known.undo(by: person.actor, at: .now, db) ? 1 : 0
            guard count > 0 else { return Flash(words("stories.desk.alreadyUndone"), kind: .info) }
            return Flash(words("stories.desk.undone", count: count))
        }
    }

    @Sendable private func addNote(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (id, text) = (try person.storyID(), try await Form.read(request, judgesText: false)["note"])
        guard try await moderation.database.read({ try ModerationCase.find(id, $0) }) != nil else { throw HTTPError(.notFound) }
        if let problem = ModeratorNote.problem(text) {
            let why = moderation.pages.words(for: person.visitor)(problem)
            return try await casePage(request, person, id, why: why, typed: nil, note: text, status: .unprocessableContent)
        }
        let filter = QueueFilter(Form(query: request.uri.query ?? "")).pairs
        return try await moderation.keepNote(text, on: .aCase(id), to: "\(ModerationPages.address)/\(id)".appendingQuery(filter), person)
    }

    private func casePage(
        _ request: Request, _ person: SignedIn, _ id: Int64, why: String?, typed: SanctionsForm?, note: String = "",
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await moderation.admin.page(person, request, status: status) { db, context in
            guard let dossier = try CaseDetails(id, at: .now, db) else { throw HTTPError(.notFound) }
            let claimant = dossier.known.isClaimed(byOtherThan: person.accountID, at: .now) ? dossier.known.claimant : nil
            let other = try claimant.flatMap { try moderation.name(of: $0, db) }
            var values = try templateValues(dossier, context)
            values["maySuspend"] = person.grants.may(ModerationPages.suspending, in: nil)
            values.merge(choices(typed, dossier, context.words)) { $1 }
            values["needsProof"] = person.needsProof
            values["why"] = why ?? false
            values["claimant"] = other.map { context.words("stories.desk.case.claimed", ["name": $0]) } ?? false
            values["mayDecide"] = dossier.known.state == .open && claimant == nil
            let filter = QueueFilter(Form(query: request.uri.query ?? "")).pairs
            values["decideHref"] = "\(ModerationPages.address)/\(id)/decisions".appendingQuery(filter)
            values["releaseHref"] = "\(ModerationPages.address)/\(id)/release".appendingQuery(filter)
            let notesAddress = "\(ModerationPages.address)/\(id)/notes".appendingQuery(filter)
            try values.merge(moderation.notes(on: .aCase(id), at: notesAddress, context)) { $1 }
            values["typedNote"] = note
            values["breadcrumbs"] = [
                ["href": ModerationPages.address.appendingQuery(filter), "label": context.words("stories.desk.queue.title")] as Values
            ]
            return ("stories/moderation/admin/case", values)
        }
    }

    private func choices(_ typed: SanctionsForm?, _ dossier: CaseDetails, _ words: Words) -> Values {
        let chosen = typed == nil ? dossier.reason : typed?.reason
        return [
            "reasonOptions": moderation.reasonOptions(chosen, words), "terms": moderation.termOptions(typed?.term, words),
            "until": typed?.until ?? "",
            "message": typed?.message ?? "", "unsent": typed.flatMap { $0.message.isEmpty ? nil : $0.message } ?? false,
            "isReady": typed?.isReady ?? true, "hides": typed?.hides ?? false, "warns": typed?.warns ?? false,
            "unlists": typed?.unlists ?? false, "unvotes": typed?.unvotes ?? false,
            "templates": Reason.allCases.map { reason -> Values in
                ["rule": words("stories.reasons.\(reason.rawValue)"), "text": words("stories.templates.\(reason.rawValue)")]
            },
        ]
    }
}
