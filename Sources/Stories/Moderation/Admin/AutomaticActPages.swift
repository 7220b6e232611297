import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The acts of automatic moderation, newest first, each with one button that undoes it.
struct AutomaticActPages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("automatic", use: showActs)
        router.post("automatic/{id}/undoing", use: undo)
    }

    private static let actsPerPage = 50

    @Sendable private func showActs(_ request: Request, _ person: SignedIn) async throws -> Response {
        let page = Form(query: request.uri.query ?? "")["page"]
        return try await moderation.admin.page(person, request) { db, context in
            let words = context.words
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM decision WHERE automatic IS NOT NULL") ?? 0
            let part = PagePart(page, size: Self.actsPerPage, of: count)
            let sql = "SELECT * FROM decision WHERE automatic IS NOT NULL ORDER BY at DESC, id DESC LIMIT ? OFFSET ?"
            let acts = try CaseDecision.fetchAll(db, sql: sql, arguments: [part.size, part.skipped])
            let rows = try acts.compactMap { try templateValues($0, context) }
            let values: Values = [
                "title": words("stories.desk.automatic.title"), "count": words.language.number(count), "rows": rows,
                "hasRows": !rows.isEmpty, "mayArrange": person.grants.may(ModerationPages.arranging, in: nil),
                "settingsHref": ModerationPages.settings + "#desk",
            ]
            return ("stories/moderation/admin/automatic", values.merging(part.values(ModerationPages.automatic, [], words)) { $1 })
        }
    }

    private func templateValues(_ act: CaseDecision, _ context: FormContext) throws -> Values? {
        let (words, db) = (context.words, context.db)
        guard let ground = act.automatic else { return nil }
        let fragment = try act.fragment.flatMap { try Fragment.find($0, db) }
        let replacing = "SELECT * FROM decision WHERE replaces = ? AND undoneAt IS NULL"
        let later = try CaseDecision.fetchOne(db, sql: replacing, arguments: [act.id])
        let state: String =
            later.map { "\($0.moderatorName) \(moderation.sentence($0, words))" }
            ?? (act.undoneAt == nil ? words("stories.desk.automatic.waits") : words("stories.desk.case.undone"))
        return [
            "id": String(act.id), "text": localized(act, fragment, words), "photo": moderation.photo(fragment?.photo, .thumb),
            "state": state,
            "when": moderation.formatted(act.at, context),
            "author": try Writer.find(act.writer, db).map { moderation.name($0, words) } ?? "",
            "writerHref": "/admin/stories/writers/\(act.writer)",
            "href": act.caseID.map { "\(ModerationPages.address)/\($0)" }
                ?? fragment.map { ModerationPages.tree(of: $0.story, at: $0.id) } ?? ModerationPages.profiles,
            "ground": words("stories.desk.grounds.\(ground.rawValue).name"),
            "reason": act.reason.map { words("stories.reasons.\($0.rawValue)") } ?? false, "mayUndo": act.undoneAt == nil,
        ]
    }

    private func localized(_ act: CaseDecision, _ fragment: Fragment?, _ words: Words) -> String {
        guard let fragment else { return words("stories.report.parts.\((act.hidesFace ? ProfilePart.face : .name).rawValue)") }
        return fragment.text.isEmpty ? words("stories.desk.photoOnly") : fragment.text
    }

    @Sendable private func undo(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.storyID()
        let known = try await moderation.database.read { try CaseDecision.find(id, $0) }
        guard let known, known.automatic != nil else { throw HTTPError(.notFound) }
        return try await moderation.act(person, to: ModerationPages.automatic) { words, db in
            guard try known.undo(by: person.actor, at: .now, db) else { return Flash(words("stories.desk.alreadyUndone"), kind: .info) }
            return Flash(words("stories.desk.automatic.undone"))
        }
    }
}
