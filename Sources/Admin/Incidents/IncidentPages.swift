import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct IncidentPages: Sendable {
    static let address = "/admin/jobs/incidents"
    private static let newsDays = 7.0

    let admin: AdminContext

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let refusals = admin.budgets.refusals
        return try await admin.page(person, request) { db, context in
            let words = context.words
            func formatted(_ moment: Date) -> String { words.language.relativeMoment(moment, now: .now, in: context.zone) }
            let crashes = try Crash.latest(50, db).map { crash -> Values in
                let jobs = crash.titles.map { $0.about == nil ? $0.localized(in: words) : words($0.key + "Private") }
                return [
                    "when": formatted(crash.at), "signal": String(crash.signal),
                    "jobs": jobs.isEmpty ? words("incidents.noJob") : jobs.joined(separator: ", "),
                    "phase": crash.served ? words("incidents.served") : words("incidents.starting"),
                ]
            }
            let rows = refusals.map { refusal -> Values in
                [
                    "what": "\(refusal.method) /\(["home", "other"].contains(refusal.part) ? "" : refusal.part)",
                    "isOther": refusal.part == "other", "reason": words("incidents.reasons.\(refusal.status)"),
                    "count": words.language.number(refusal.count), "last": formatted(refusal.last),
                ]
            }
            let title = words("incidents.title")
            return (
                "admin/incidents/index",
                [
                    "title": title, "crashes": crashes, "hasCrashes": !crashes.isEmpty, "cuts": rows, "hasCuts": !rows.isEmpty,
                    "jobsHref": JobPages.address,
                ]
            )
        }
    }

    static func card(_ context: FormContext) throws -> Card? {
        let (words, since) = (context.words, Date.now - newsDays * 86_400)
        let count = try Int.fetchOne(context.db, sql: "SELECT count(*) FROM crash WHERE at > ?", arguments: [since]) ?? 0
        guard count > 0, let last = try Crash.latest(1, context.db).first else { return nil }
        let jobs = last.titles.map { $0.about == nil ? $0.localized(in: words) : words($0.key + "Private") }
        let values = [
            "when": words.language.relativeMoment(last.at, now: .now, in: context.zone),
            "jobs": jobs.isEmpty ? words("incidents.noJob") : jobs.joined(separator: ", "),
        ]
        return Card(
            "incidents.card", count: count, address: address, icon: "warn", permission: "admin.site.edit", kind: .bad, values: values)
    }
}
