import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ModeratorCallPages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("calls", use: showCalls)
        router.post("calls", use: saveCalls)
    }

    private static let hours = 0...23

    @Sendable private func showCalls(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await callsPage(request, person, typed: nil, why: nil)
    }

    @Sendable private func saveCalls(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let account = person.accountID
        guard let cases = ModeratorCall.Cases(rawValue: form["cases"]) else {
            return try await moderation.act(person, to: ModerationPages.calls) { words, db in
                try ModeratorCall.end(account, db)
                try AuditEntry.write(db, "stories.calls.save", by: person.actor)
                return Flash(words("stories.desk.calls.ended"))
            }
        }
        let (daily, from, to) = (hour("daily", form), hour("quietFrom", form), hour("quietTo", form))
        guard (from == nil) == (to == nil) else {
            return try await callsPage(request, person, typed: form, why: "stories.desk.calls.bothHours", status: .unprocessableContent)
        }
        let call = ModeratorCall(account: account, cases: cases, daily: daily, quietFrom: from, quietTo: to)
        return try await moderation.act(person, to: ModerationPages.calls) { words, db in
            try call.save(db)
            try AuditEntry.write(db, "stories.calls.save", by: person.actor)
            return Flash(words("stories.desk.calls.saved"))
        }
    }

    private func hour(_ name: String, _ form: Form) -> Int? { Int(form[name], in: Self.hours) }

    private func callsPage(
        _ request: Request, _ person: SignedIn, typed: Form?, why: String?, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await moderation.admin.page(person, request, status: status) { db, context in
            let (words, known) = (context.words, try ModeratorCall.of(person.accountID, db))
            let chosen = typed?["cases"] ?? known?.cases.rawValue ?? ""
            let cases = [""] + ModeratorCall.Cases.allCases.map(\.rawValue)
            let values: Values = [
                "title": words("stories.desk.calls.title"), "action": ModerationPages.calls, "why": why.map { words($0) } ?? false,
                "address": try AccountEmail.confirmed(person.accountID, db) ?? false,
                "caseOptions": cases.map { choice -> Values in
                    [
                        "value": choice, "label": words("stories.desk.calls.cases.\(choice.isEmpty ? "none" : choice)"),
                        "selected": choice == chosen,
                    ]
                },
                "dailyOptions": hourOptions("atOnce", typed?["daily"] ?? known?.daily.map(String.init), words),
                "fromOptions": hourOptions("never", typed?["quietFrom"] ?? known?.quietFrom.map(String.init), words),
                "toOptions": hourOptions("never", typed?["quietTo"] ?? known?.quietTo.map(String.init), words),
            ]
            return ("stories/moderation/admin/calls", values)
        }
    }

    private func hourOptions(_ none: String, _ chosen: String?, _ words: Words) -> [Values] {
        let first: Values = ["value": "", "label": words("stories.desk.calls.\(none)"), "selected": (chosen ?? "").isEmpty]
        return [first]
            + Self.hours.map { hour -> Values in
                ["value": String(hour), "label": String(hour) + ":00", "selected": chosen == String(hour)]
            }
    }
}
