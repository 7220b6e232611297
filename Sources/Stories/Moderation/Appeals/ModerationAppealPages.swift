import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ModerationAppealPages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("appeals", use: showAppeals)
        router.post("appeals/{id}/verdict", use: judge)
        router.post("appeals/{id}/undoing", use: reopenAppeal)
    }

    @Sendable private func showAppeals(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await appealsPage(request, person, why: nil)
    }

    private func appealsPage(
        _ request: Request, _ person: SignedIn, why: String?, id: Int64? = nil, answer: String = "", status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await moderation.admin.page(person, request, status: status) { db, context in
            let waiting = try Appeal.fetchAll(db, sql: "SELECT * FROM appeal WHERE state = 'open' ORDER BY id LIMIT 100")
            let decided = try Appeal.fetchAll(
                db, sql: "SELECT * FROM appeal WHERE state <> 'open' ORDER BY decidedAt DESC, id DESC LIMIT 50")
            let isAlone = try !SecondReviewer.areThere(beside: person.accountID, db)
            let values: Values = [
                "title": context.words("stories.desk.appeals.title"), "count": context.words.language.number(waiting.count),
                "why": why ?? false, "hasRows": !waiting.isEmpty, "hasDecided": !decided.isEmpty,
                // Where there is nothing to answer any more, what was typed is still shown.
                "unsent": answer.isEmpty || waiting.contains { $0.id == id } ? false : answer,
                "rows": try waiting.map { appeal -> Values in
                    var row = try templateValues(appeal, context)
                    row["mayDecide"] = try isAlone || CaseDecision.find(appeal.decision, db)?.moderator != person.accountID
                    row["typed"] = appeal.id == id ? answer : ""
                    return row
                },
                "decided": try decided.map { try templateValues($0, context) },
            ]
            return ("stories/moderation/appeals/index", values)
        }
    }

    private func templateValues(_ appeal: Appeal, _ context: FormContext) throws -> Values {
        let (words, db) = (context.words, context.db)
        guard let decision = try CaseDecision.find(appeal.decision, db), let writer = try Writer.find(decision.writer, db) else {
            return [:]
        }
        let fragment = try decision.fragment.flatMap { try Fragment.find($0, db) }
        let formatted: (Date) -> String = { words.language.relativeMoment($0, now: .now, in: context.zone) }
        let what: Values = [
            "id": String(appeal.id), "text": appeal.text.isEmpty ? false : appeal.text, "when": formatted(appeal.at),
            "who": moderation.name(writer, words), "href": "/admin/stories/writers/\(writer.id)",
            "decision": words(
                "stories.desk.appeals.decision",
                ["who": decision.moderatorName, "what": moderation.sentence(decision, words), "when": formatted(decision.at)]),
            "reason": decision.reason.map { words("stories.reasons.\($0.rawValue)") } ?? false,
            "message": decision.message.isEmpty ? false : decision.message,
            "fragment": fragment.map { $0.text.isEmpty ? words("stories.desk.photoOnly") : $0.text } ?? false,
            "photo": moderation.photo(fragment?.photo, .thumb),
            "caseHref": decision.caseID.map { "\(ModerationPages.address)/\($0)" } ?? false,
        ]
        let outcome: Values = [
            "isUpheld": appeal.state == .upheld, "answer": appeal.answer.isEmpty ? false : appeal.answer,
            "decider": appeal.deciderName ?? false, "decidedWhen": appeal.decidedAt.map(formatted) ?? false,
        ]
        return what.merging(outcome) { $1 }
    }

    @Sendable private func judge(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (id, form) = (try person.storyID(), try await Form.read(request, judgesText: false))
        let (upholds, answer) = (form["uphold"] == "yes", form["answer"])
        guard try await moderation.database.read({ try Appeal.find(id, $0) }) != nil else { throw HTTPError(.notFound) }
        do {
            return try await moderation.act(person, to: ModerationPages.appeals) { words, db in
                let decision = try Appeal.decide(id, upholds: upholds, answer: answer, by: person.actor, at: .now, db)
                try moderation.tellAppealed(decision, upheld: upholds, at: .now, db)
                let undo = Flash.Undo(
                    action: "\(ModerationPages.appeals)/\(id)/undoing", label: words("stories.desk.appeals.undo"), fields: [])
                return Flash(words("stories.desk.appeals.\(upholds ? "upheld" : "refused")"), undo: undo)
            }
        } catch let problem as Appeal.Problem {
            let words = moderation.pages.words(for: person.visitor)
            let known = try await moderation.database.read { try Appeal.find(id, $0) }
            var why = words(problem.textKey)
            if problem == .changed, let known, let who = known.deciderName, let at = known.decidedAt {
                let when = words.language.relativeMoment(at, now: .now, in: moderation.admin.site.zone)
                why = words("stories.desk.problems.decided", ["who": who, "when": when])
            }
            return try await appealsPage(request, person, why: why, id: id, answer: answer, status: .unprocessableContent)
        }
    }

    @Sendable private func reopenAppeal(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.storyID()
        return try await moderation.act(person, to: ModerationPages.appeals) { words, db in
            let isDone = try Appeal.undo(id, by: person.actor, at: .now, db)
            return Flash(words(isDone ? "stories.desk.appeals.undone" : "stories.desk.alreadyUndone"), kind: isDone ? .good : .info)
        }
    }
}
