import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The reported faces and names, each once however many report it.
struct ProfileCasePages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("profiles", use: showCases)
        router.post("profiles/{id}/decisions", use: decide)
    }

    private struct Subject: Hashable {
        let writer: Int64
        let part: ProfilePart
    }

    @Sendable private func showCases(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await moderation.admin.page(person, request) { db, context in
            let reports = try ProfileReport.waiting(db)
            let cases = Dictionary(grouping: reports) { Subject(writer: $0.subject, part: $0.part) }
            // Severe rules first, then the oldest.
            let ordered = cases.sorted { one, other in
                let severe = (one.value.contains(where: \.reason.isSevere), other.value.contains(where: \.reason.isSevere))
                return severe.0 != severe.1 ? severe.0 : one.value[0].id < other.value[0].id
            }
            let rows = try ordered.compactMap { subject, reports in try templateValues(subject, reports, context) }
            let values: Values = [
                "title": context.words("stories.desk.profiles.title"), "count": context.words.language.number(rows.count), "rows": rows,
                "hasRows": !rows.isEmpty,
            ]
            return ("stories/moderation/admin/profiles", values)
        }
    }

    private func templateValues(_ subject: Subject, _ reports: [ProfileReport], _ context: FormContext) throws -> Values? {
        let (words, db) = (context.words, context.db)
        guard let writer = try Writer.find(subject.writer, db) else { return nil }
        let chosen = Dictionary(grouping: reports, by: \.reason).max { $0.value.count < $1.value.count }?.key
        let hold = try ProfileReport.holding(subject.part, of: writer.id, db)
        let hidden = try hold.flatMap { try ProfileHiding.hidden(by: $0.id, db) }
        let name = hidden.flatMap { $0.part == .name ? "\($0.firstName) \($0.lastName)" : nil } ?? "\(writer.firstName) \(writer.lastName)"
        return [
            "hold": hold?.automatic.map { words("stories.desk.grounds.\($0.rawValue).name") } ?? false,
            "id": String(writer.id), "part": subject.part.rawValue, "what": words("stories.report.parts.\(subject.part.rawValue)"),
            "name": name, "nickname": hidden?.nickname ?? moderation.name(writer, words),
            "href": "/admin/stories/writers/\(writer.id)",
            "photo": subject.part == .face ? moderation.photo(hidden?.face ?? writer.avatar, .medium) : false,
            "reports": try reports.map { report -> Values in
                [
                    "reason": words("stories.reasons.\(report.reason.rawValue)"), "note": report.note.isEmpty ? false : report.note,
                    "who": try Writer.find(report.writer, db).map { moderation.name($0, words) } ?? "",
                    "when": moderation.formatted(report.at, context),
                ]
            },
            "reasonOptions": moderation.reasonOptions(chosen, words),
        ]
    }

    @Sendable private func decide(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (id, form) = (try person.storyID(), try await Form.read(request, judgesText: false))
        guard let part = ProfilePart(rawValue: form["part"]), try await moderation.database.read({ try Writer.find(id, $0) }) != nil else {
            throw HTTPError(.notFound)
        }
        let (hides, reason) = (form["way"] == "hide", Reason(rawValue: form["reason"]))
        let address = form["from"] == "writer" ? "/admin/stories/writers/\(id)" : ModerationPages.profiles
        return try await moderation.act(person, to: address) { words, db in
            do {
                let message = try hides ? moderation.words(of: id, db)("stories.desk.profiles.told.\(part.rawValue)") : ""
                let decision = try ProfileReport.decide(
                    part, of: id, hides: hides, reason, message: message, by: person.actor, at: .now, db)
                let said = words("stories.desk.profiles.\(hides ? "hidden" : "kept")")
                return Flash(said, undo: ModerationPages.undo(decision.id, words))
            } catch let problem as Sanctions.Problem {
                return Flash(words(problem.textKey), kind: .bad)
            }
        }
    }
}
