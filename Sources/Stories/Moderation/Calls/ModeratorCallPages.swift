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
        router.get("waiting", use: showWaiting)
    }

    private static let hours = 0...23

    /// For open pages, which show it in the menu and in their title.
    @Sendable private func showWaiting(_ request: Request, _ person: SignedIn) async throws -> Response {
        let count = try await moderation.database.read { try Stories.waiting($0) }
        let text = moderation.pages.words(for: person.visitor).language.number(count)
        return .json(.object([("count", .number(count)), ("text", .text(text))]), headers: [.cacheControl: "no-store"])
    }

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
        let rules = form.all("rule").compactMap(Reason.init(rawValue:)).map(\.rawValue).joined(separator: " ")
        if cases == .rules, rules.isEmpty {
            return try await callsPage(request, person, typed: form, why: "needsRules", status: .unprocessableContent)
        }
        let (daily, from, to) = (hour("daily", form), hour("quietFrom", form), hour("quietTo", form))
        guard (from == nil) == (to == nil) else {
            return try await callsPage(request, person, typed: form, why: "bothHours", status: .unprocessableContent)
        }
        let call = ModeratorCall(
            account: account, cases: cases, rules: rules, byMail: form["byMail"] == "yes", daily: daily, quietFrom: from, quietTo: to)
        return try await moderation.act(person, to: ModerationPages.calls) { words, db in
            try call.save(db)
            try AuditEntry.write(db, "stories.calls.save", by: person.actor)
            return Flash(words("stories.desk.calls.saved"))
        }
    }

    private func hour(_ name: String, _ form: Form) -> Int? { Int(form[name], in: Self.hours) }

    /// - Parameter why: the last part of the key `stories.desk.calls.<why>`.
    func callsPage(
        _ request: Request, _ person: SignedIn, typed: Form?, why: String?, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let key = try await PushKey.find(in: moderation.database).publicText
        return try await moderation.admin.page(person, request, status: status) { db, context in
            let (words, known) = (context.words, try ModeratorCall.of(person.accountID, db))
            let browsers = try ModeratorBrowser.all(of: person.accountID, db)
            let address = try AccountEmail.confirmed(person.accountID, db)
            let values: Values = [
                "title": words("stories.desk.calls.title"), "action": ModerationPages.calls,
                "why": why.map { words("stories.desk.calls.\($0)") } ?? false,
                "isOfRules": why == "needsRules", "isOfHours": why == "bothHours", "address": address ?? false,
                "byMail": typed.map { $0["byMail"] == "yes" } ?? known?.byMail ?? true,
                "isUncalled": known != nil && browsers.isEmpty && (address == nil || known?.byMail == false),
                "browsers": browsers.map { templateValues($0, context) }, "hasBrowsers": !browsers.isEmpty,
                "key": key, "marks": browsers.map { $0.subscription.mark }.joined(separator: " "),
                "needsHTTPS": !moderation.admin.webPush.isReachable,
            ]
            return ("stories/moderation/admin/calls", values.merging(choices(typed, known, words)) { $1 })
        }
    }

    private func templateValues(_ browser: ModeratorBrowser, _ context: FormContext) -> Values {
        let since = moderation.formatted(browser.createdAt, context)
        return [
            "id": String(browser.id), "label": browser.label, "since": since,
            "remove": context.words("stories.desk.calls.push.removeOf", ["name": browser.label]),
        ]
    }

    private func choices(_ typed: Form?, _ known: ModeratorCall?, _ words: Words) -> Values {
        let chosen = typed?["cases"] ?? known?.cases.rawValue ?? ""
        let cases = [""] + ModeratorCall.Cases.allCases.map(\.rawValue)
        let rules = typed.map { Set($0.all("rule")) } ?? Set(known?.chosenRules.map(\.rawValue) ?? [])
        return [
            "caseOptions": cases.map { choice -> Values in
                [
                    "value": choice, "label": words("stories.desk.calls.cases.\(choice.isEmpty ? "none" : choice)"),
                    "selected": choice == chosen,
                ]
            },
            "rules": Reason.allCases.filter { !$0.isSevere }.map { rule -> Values in
                [
                    "value": rule.rawValue, "label": words("stories.reasons.\(rule.rawValue)"), "checked": rules.contains(rule.rawValue),
                ]
            },
            "dailyOptions": hourOptions("atOnce", typed?["daily"] ?? known?.daily.map(String.init), words),
            "fromOptions": hourOptions("never", typed?["quietFrom"] ?? known?.quietFrom.map(String.init), words),
            "toOptions": hourOptions("never", typed?["quietTo"] ?? known?.quietTo.map(String.init), words),
        ]
    }

    private func hourOptions(_ none: String, _ chosen: String?, _ words: Words) -> [Values] {
        let first: Values = ["value": "", "label": words("stories.desk.calls.\(none)"), "selected": (chosen ?? "").isEmpty]
        return [first]
            + Self.hours.map { hour -> Values in
                ["value": String(hour), "label": String(hour) + ":00", "selected": chosen == String(hour)]
            }
    }
}
