import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ModeratedWriterPages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) {
        router.get("writers", use: findWriters)
        router.get("writers/{id}", use: showWriter)
        router.group().add(middleware: proof).post("writers/{id}/suspensions", use: suspend)
        router.post("writers/{id}/notes", use: addNote)
        router.post("writers/{id}/everything", use: hideEverything)
    }

    @Sendable private func findWriters(_ request: Request, _ person: SignedIn) async throws -> Response {
        let typed = Form(query: request.uri.query ?? "")["q"]
        return try await moderation.admin.page(person, request) { db, context in
            let found = try typed.isEmpty ? Writer.newest(db) : Writer.search(typed, db)
            let rows = try found.map { writer -> Values in
                let suspension = try Suspension.active(of: writer.id, at: .now, db)
                return [
                    "id": String(writer.id), "nickname": moderation.name(writer, context.words),
                    "name": "\(writer.firstName) \(writer.lastName)",
                    "email": writer.email ?? "", "href": "/admin/stories/writers/\(writer.id)",
                    "suspension": suspension.map { moderation.suspended($0, context) } ?? false, "isUnverified": writer.verifiedAt == nil,
                    "since": context.words.language.date(writer.createdAt, in: context.zone),
                ]
            }
            let values: Values = [
                "title": context.words("stories.desk.writers.title"), "q": typed, "rows": rows, "hasRows": !rows.isEmpty,
                "isAsked": !typed.isEmpty,
            ]
            return ("stories/moderation/admin/writers", values)
        }
    }

    @Sendable private func showWriter(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await writerPage(request, person, try person.storyID(), why: nil, typed: nil)
    }

    @Sendable private func suspend(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.suspending)
        return try await suspend(try person.storyID(), try await Form.read(request, judgesText: false), request, person)
    }

    func suspend(_ id: Int64, _ form: Form, _ request: Request, _ person: SignedIn) async throws -> Response {
        var form = form
        form["way"] = SanctionsForm.Way.suspend.rawValue
        let asked = SanctionsForm(form, zone: moderation.admin.site.zone)
        let words = moderation.pages.words(for: person.visitor)
        do {
            guard let measures = asked.measures else { throw Sanctions.Problem.endIsOver }
            return try await moderation.act(person, to: "/admin/stories/writers/\(id)") { words, db in
                let decision = try CaseDecision.impose(measures, on: id, by: person.actor, at: .now, db)
                try moderation.notifySuspended(decision, at: .now, db)
                if asked.hidesEverything, let reason = measures.reason {
                    let outcome = try WriterContentRemoval.hide(
                        id, fragments: true, votes: false, reason, message: measures.message, by: person.actor, first: decision.id,
                        at: .now,
                        db)
                    return everythingFlash(outcome, words)
                }
                let isProposed = try SecondOpinion.about(decision.id, db) != nil
                return Flash(
                    words(isProposed ? "stories.desk.decided.proposed" : "stories.desk.decided.suspended"),
                    undo: ModerationPages.undo(decision.id, words))
            }
        } catch let problem as Sanctions.Problem {
            let why = words(problem.textKey)
            return try await writerPage(request, person, id, why: why, typed: asked, status: .unprocessableContent)
        } catch StoryRefusal.notFound {
            throw HTTPError(.notFound)
        }
    }

    @Sendable private func hideEverything(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (id, form) = (try person.storyID(), try await Form.read(request))
        let (hides, leavesOut) = (form["hides"] == "yes", form["unvotes"] == "yes")
        guard try await moderation.database.read({ try Writer.find(id, $0) }) != nil else { throw HTTPError(.notFound) }
        return try await moderation.act(person, to: "/admin/stories/writers/\(id)") { words, db in
            guard hides || leavesOut else { return Flash(words("stories.desk.everything.nothingChosen"), kind: .bad) }
            guard let reason = Reason(rawValue: form["reason"]) else {
                return Flash(words(Sanctions.Problem.reasonMissing.textKey), kind: .bad)
            }
            let outcome = try WriterContentRemoval.hide(
                id, fragments: hides, votes: leavesOut, reason, message: "", by: person.actor, at: .now, db)
            return everythingFlash(outcome, words)
        }
    }

    private func everythingFlash(_ outcome: WriterContentRemoval.Outcome, _ words: Words) -> Flash {
        let parts = [
            words("stories.desk.everything.done", count: outcome.hidden),
            outcome.left == 0 ? nil : words("stories.desk.queue.left", count: outcome.left),
        ]
        let undo = outcome.first.map { ModerationPages.undo($0, isBatch: true, words) }
        return Flash(parts.compactMap { $0 }.joined(separator: " "), kind: outcome.left == 0 ? .good : .warn, undo: undo)
    }

    /// What "everything" would be now.
    private func everything(_ writer: Int64, _ context: FormContext) throws -> Values {
        let (words, all) = (context.words, try WriterContentRemoval(writer, context.db))
        let most = words.language.number(WriterContentRemoval.most)
        return [
            "everything": [
                "fragments": words("stories.desk.everything.fragments", count: all.fragments),
                "votes": words("stories.desk.everything.votes", count: all.votes),
                "isMore": all.fragments > WriterContentRemoval.most ? words("stories.desk.everything.most", ["most": most]) : false,
            ] as Values
        ]
    }

    @Sendable private func addNote(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (id, text) = (try person.storyID(), try await Form.read(request, judgesText: false)["note"])
        guard let writer = try await moderation.database.read({ try Writer.find(id, $0) }), writer.deletedAt == nil else {
            throw HTTPError(.notFound)
        }
        if let problem = ModeratorNote.problem(text) {
            let why = moderation.pages.words(for: person.visitor)(problem)
            return try await writerPage(request, person, id, why: why, typed: nil, note: text, status: .unprocessableContent)
        }
        return try await moderation.keepNote(text, on: .writer(id), to: "/admin/stories/writers/\(id)", person)
    }

    private func writerPage(
        _ request: Request, _ person: SignedIn, _ id: Int64, why: String?, typed: SanctionsForm?, note: String = "",
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await moderation.admin.page(person, request, status: status) { db, context in
            guard let writer = try Writer.find(id, db) else { throw HTTPError(.notFound) }
            let words = context.words
            let suspension = try Suspension.active(of: id, at: .now, db)
            let fragments = try Fragment.fetchAll(
                db, sql: "SELECT * FROM fragment WHERE writer = ? ORDER BY id DESC LIMIT 20", arguments: [id])
            let decisions = try CaseDecision.fetchAll(
                db, sql: "SELECT * FROM decision WHERE writer = ? ORDER BY id DESC LIMIT 20", arguments: [id])
            let values: Values = [
                "title": moderation.name(writer, words), "id": String(id), "name": "\(writer.firstName) \(writer.lastName)",
                "email": writer.email ?? false,
                "avatar": moderation.photo(writer.avatar, .thumb), "isVerified": writer.verifiedAt != nil,
                "isFormer": writer.deletedAt != nil,
                "record": moderation.record(try WriterRecord(id, at: .now, db), words),
                "accuracy": moderation.accuracy(try Reporter(id, db), words),
                "suspension": suspension.map { moderation.suspended($0, context) } ?? false,
                "suspensionID": suspension.map { String($0.id) } ?? false,
                "fragments": fragments.map { moderation.templateValues($0, context) },
                "decisions": try decisions.map { try moderation.templateValues($0, context) },
                "mayErase": person.grants.may(ModerationPages.erasing, in: nil) && writer.deletedAt == nil,
                "maySuspend": person.grants.may(ModerationPages.suspending, in: nil) && writer.deletedAt == nil,
                "breadcrumbs": [["href": "/admin/stories/writers", "label": words("stories.desk.writers.title")] as Values],
            ]
            let form: Values = [
                "reasonOptions": moderation.reasonOptions(typed?.reason, words), "until": typed?.until ?? "",
                "message": typed?.message ?? "",
                "terms": moderation.termOptions(typed?.term, words), "unlists": typed?.unlists ?? false, "unvotes": typed?.unvotes ?? false,
                "hidesEverything": typed?.hidesEverything ?? false, "why": why ?? false,
                "typedNote": note, "needsProof": person.needsProof,
            ]
            let (made, received) = try (
                reports("fragmentReport.writer = ?", id, context), reports("fragment.writer = ?", id, context)
            )
            let reported: Values = [
                "about": try about(writer, context), "made": made, "hasMade": !made.isEmpty, "received": received,
                "hasReceived": !received.isEmpty,
                "hasActs": writer.deletedAt == nil, "neighbours": try neighbours(of: id, context),
                "hasDecisions": !decisions.isEmpty, "hasFragments": !fragments.isEmpty,
                "profileHref": writer.nickname.map { "/stories/writers/\($0)" } ?? false,
            ]
            let notes = try moderation.notes(on: .writer(id), at: "/admin/stories/writers/\(id)/notes", context)
            let all = try everything(id, context)
            return (
                "stories/moderation/admin/writer",
                values.merging(form) { $1 }.merging(reported) { $1 }.merging(notes) { $1 }.merging(all) { $1 }
            )
        }
    }

    private func neighbours(of writer: Int64, _ context: FormContext) throws -> [Values] {
        try WriterNetwork.neighbours(of: writer, at: .now, context.db).compactMap { neighbour -> Values? in
            guard let other = try Writer.find(neighbour.writer, context.db) else { return nil }
            let words = context.words
            let last = words.language.relativeMoment(neighbour.last, now: .now, in: context.zone)
            return [
                "href": "/admin/stories/writers/\(other.id)", "name": moderation.name(other, words),
                "days": words("stories.desk.networks.days", ["last": last], count: neighbour.days),
            ]
        }
    }

    private func about(_ writer: Writer, _ context: FormContext) throws -> [Values] {
        let (words, db) = (context.words, context.db)
        let last = try Date.fetchOne(db, sql: "SELECT max(at) FROM signIn WHERE writer = ?", arguments: [writer.id])
        let sql = "SELECT access, count(*) AS count FROM signIn WHERE writer = ? GROUP BY 1 ORDER BY 2 DESC"
        let ways = try Row.fetchAll(db, sql: sql, arguments: [writer.id]).map { row -> String in
            "\(row["access"] as String): \(words.language.number(row["count"] as Int))"
        }
        let facts: [(key: String, said: String?)] = [
            ("joined", words.language.date(writer.createdAt, in: context.zone)),
            ("country", writer.country.map { Country.name($0, words) }),
            ("language", Language(rawValue: writer.language).map { words.name(of: $0, "stories.desk.writers.languages") }),
            ("lastSignIn", last.map { words.language.relativeMoment($0, now: .now, in: context.zone) }),
            ("signIns", ways.isEmpty ? nil : ways.joined(separator: " · ")),
        ]
        return facts.map { key, said in ["label": words("stories.desk.writers.\(key)"), "said": said ?? "–"] }
    }

    /// Returns the newest twenty with their outcomes. `condition` is SQL on `fragmentReport` and `fragment` with one argument.
    private func reports(_ condition: String, _ writer: Int64, _ context: FormContext) throws -> [Values] {
        let sql = """
            SELECT fragmentReport.caseID, fragmentReport.reason, fragmentReport.at, fragmentReport.outcome, fragment.text
            FROM fragmentReport JOIN fragment ON fragment.id = fragmentReport.fragment
            WHERE \(condition) ORDER BY fragmentReport.id DESC LIMIT 20
            """
        return try Row.fetchAll(context.db, sql: sql, arguments: [writer]).map { row in
            let (id, reason, at): (Int64, String, Date) = (row["caseID"], row["reason"], row["at"])
            let (outcome, text): (String?, String) = (row["outcome"], row["text"])
            return [
                "href": "\(ModerationPages.address)/\(id)", "text": text.isEmpty ? context.words("stories.desk.photoOnly") : text,
                "reason": context.words("stories.reasons.\(reason)"),
                "when": context.words.language.relativeMoment(at, now: .now, in: context.zone),
                "outcome": context.words("stories.desk.outcomes.\(outcome ?? "waiting")"),
                "kind": outcome == "upheld" ? "good" : outcome == "rejected" ? "warn" : "info",
            ]
        }
    }
}
