import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct TreeCheckPages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("tree-check", use: showCheck)
        router.post("tree-check", use: repair)
    }

    @Sendable private func showCheck(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await moderation.admin.page(person, request) { db, context in
            let findings = try TreeCheck.findings(db)
            let stories = try Fragment.all(findings.map(\.story), db)
            let rows = findings.map { finding -> Values in
                [
                    "href": "/admin/stories/trees/\(finding.story)", "story": stories[finding.story]?.title ?? String(finding.story),
                    "what": finding.what.map { context.words("stories.desk.check.\($0)") }.joined(separator: ", "),
                ]
            }
            let values: Values = ["title": context.words("stories.desk.check.title"), "rows": rows, "hasRows": !rows.isEmpty]
            return ("stories/moderation/admin/tree-check", values)
        }
    }

    @Sendable private func repair(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await moderation.act(person, to: "/admin/stories/tree-check") { words, db in
            let repaired = try TreeCheck.repair(db)
            try AuditEntry.write(db, "stories.trees.repair", by: person.actor, detail: ["rows": String(repaired.count)])
            return Flash(words("stories.desk.check.repaired", count: repaired.count))
        }
    }
}
