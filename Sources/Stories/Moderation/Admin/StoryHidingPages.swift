import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StoryHidingPages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("hidings", use: showHidings)
        router.post("hidings/{id}/ending", use: endHiding)
        router.post("hidings/{id}/resumption", use: resumeHiding)
    }

    private static let hidingsPerPage = 50

    @Sendable private func showHidings(_ request: Request, _ person: SignedIn) async throws -> Response {
        let page = Form(query: request.uri.query ?? "")["page"]
        return try await moderation.admin.page(person, request) { db, context in
            let words = context.words
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM hiding WHERE endedAt IS NULL") ?? 0
            let part = PagePart(page, size: Self.hidingsPerPage, of: count)
            let sql = """
                SELECT hiding.id, fragment.text, fragment.photo, first.title, hiding.since, decision.moderatorName, decision.reason,
                  fragment.id AS fragment, fragment.story
                FROM hiding JOIN fragment ON fragment.id = hiding.fragment JOIN fragment AS first ON first.id = fragment.story
                JOIN decision ON decision.id = hiding.decision WHERE hiding.endedAt IS NULL ORDER BY hiding.id DESC
                LIMIT ? OFFSET ?
                """
            let rows = try Row.fetchAll(db, sql: sql, arguments: [part.size, part.skipped]).map { row -> Values in
                let (id, text, file, reason): (Int64, String, String?, String?) = (row["id"], row["text"], row["photo"], row["reason"])
                return [
                    "id": String(id), "text": text.isEmpty ? words("stories.desk.photoOnly") : text,
                    "photo": moderation.photo(file, .thumb),
                    "treeHref": ModerationPages.tree(of: row["story"], at: row["fragment"]), "story": row["title"] as String,
                    "since": words.language.relativeMoment(row["since"], now: .now, in: context.zone),
                    "who": row["moderatorName"] as String, "reason": reason.map { words("stories.reasons.\($0)") } ?? false,
                ]
            }
            let values: Values = [
                "title": words("stories.desk.hidings.title"), "count": words.language.number(count), "rows": rows,
                "hasRows": !rows.isEmpty,
            ]
            return ("stories/moderation/admin/hidings", values.merging(part.values("/admin/stories/hidings", [], words)) { $1 })
        }
    }

    @Sendable private func endHiding(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.storyID()
        return try await moderation.act(person, to: "/admin/stories/hidings") { words, db in
            let sql = "SELECT fragment FROM hiding WHERE id = ? AND endedAt IS NULL"
            guard let fragment = try Int64.fetchOne(db, sql: sql, arguments: [id]) else {
                return Flash(words("stories.desk.alreadyUndone"), kind: .info)
            }
            try Hiding.lift(fragment, by: person.actor, at: .now, db)
            let undo = Flash.Undo(action: "/admin/stories/hidings/\(id)/resumption", label: words("stories.desk.appeals.undo"), fields: [])
            return Flash(words("stories.desk.hidings.ended"), undo: undo)
        }
    }

    @Sendable private func resumeHiding(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.storyID()
        return try await moderation.act(person, to: "/admin/stories/hidings") { words, db in
            let isDone = try Hiding.resume(id, by: person.actor, db)
            return Flash(words(isDone ? "stories.desk.hidings.resumed" : "stories.desk.alreadyUndone"), kind: isDone ? .good : .info)
        }
    }
}
