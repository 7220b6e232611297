import Accounts
import Admin
import GRDB
import Hummingbird
import Web

struct SettingsPages: Sendable {
    let admin: AdminContext
    let live: LiveSources
    static let address = "/admin/citations/settings"

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("settings", use: show)
        router.post("settings", use: save)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(Citations.arranging)
        return try await page(request, person, typed: nil, [:])
    }

    @Sendable private func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(Citations.arranging)
        let (form, words) = (try await Form.read(request), admin.pages.words(for: person.visitor))
        // An invalid version counts as outdated: nothing is saved and the input stays.
        let version = form.number("version", in: .versions) ?? -1
        let outcome = try await admin.database.write { db in try Self.write(form, version, person, words, db) }
        switch outcome {
        case .saved: return .redirect(to: Self.address)
        case .refused(let why): return try await page(request, person, typed: form, why, .unprocessableContent)
        case .changed(let merge):
            let isUnanswered = merge?.unanswered.isEmpty == false
            let changed = isUnanswered ? words("merge.unanswered") : merge == nil ? words("citations.settings.changed") : nil
            return try await page(request, person, typed: merge?.form ?? form, [:], changed: changed, .conflict)
        }
    }

    private enum Outcome: Sendable {
        case saved
        case refused([String: String])
        case changed(SettingsMerge?)
    }

    private static func write(_ sent: Form, _ version: Int, _ person: SignedIn, _ words: Words, _ db: Database) throws -> Outcome {
        var settings = try CitationSettings.current(db)
        let isCurrent = settings.version == version
        let merge = SettingsMerge(sent, saved: settings.typed)
        let form = merge?.form ?? sent
        let chosen = ChoicesForm(form, words)
        let why = chosen.why.merging(Self.refused(form, words)) { $1 }
        guard why.isEmpty else { return .refused(why) }
        guard merge?.isSettled ?? isCurrent else { return .changed(merge) }
        let changes = try Self.changes(since: version, settings, db)
        for (key, _, path) in CitationSettings.numbers { settings[keyPath: path] = form.number(key, in: .whole) ?? settings[keyPath: path] }
        let hosts = (try? HostList(form.exact("hosts")))?.names.joined(separator: "\n") ?? ""
        (settings.asksSites, settings.hosts, settings.agent) = (form["asksSites"] == "yes", hosts, form["agent"])
        settings.choices = chosen.choices
        guard try settings.save(by: person.actor, db) else { return .changed(nil) }
        let taken = merge?.sentence(by: changes, for: person.actor, words) { words(CitationSettings.label(of: $0)) }
        let text = [words("citations.settings.saved"), taken].compactMap { $0 }
        try person.session.setFlash(db, Flash(text.joined(separator: " ")))
        return .saved
    }

    /// - Parameter version: the one that a form was drawn from.
    private static func changes(since version: Int, _ settings: CitationSettings, _ db: Database) throws -> LastChange {
        try LastChange(["citations.settings.save"], last: settings.version - version, db)
    }

    private static func localized(_ name: String, _ values: [String], _ words: Words) -> String {
        switch name {
        case "asksSites": words(values.isEmpty ? "admin.no" : "admin.yes")
        case "preset": values.first.map { words("citations.preset.\($0)") } ?? ""
        case "spelling": values.first.map { words("citations.spelling.\($0)") } ?? ""
        default: values.joined(separator: ", ").replacing("\n", with: ", ")
        }
    }

    private static func refused(_ form: Form, _ words: Words) -> [String: String] {
        var why: [String: String] = [:]
        for (key, range, _) in CitationSettings.numbers where !(form.number(key, in: .whole).map(range.contains) ?? false) {
            why[key] = words(
                "citations.settings.refused", ["from": String(range.lowerBound), "to": words.language.number(range.upperBound)])
        }
        do {
            let hosts = try HostList(form.exact("hosts"))
            if form.exact("hosts").utf8.count > CitationSettings.longestHosts { why["hosts"] = words("citations.settings.hostsLong") }
            if form["asksSites"] == "yes", hosts.names.isEmpty { why["hosts"] = words("citations.settings.noHosts") }
        } catch let refusal {
            why["hosts"] = words("citations.settings.noHost", ["text": String(refusal.text.prefix(80))])
        }
        // The value becomes a header of every call.
        let agent = form["agent"]
        if !(1...CitationSettings.longestAgent).contains(agent.utf8.count) || !agent.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            why["agent"] = words("citations.settings.noAgent", ["most": String(CitationSettings.longestAgent)])
        }
        return why
    }

    private func page(
        _ request: Request, _ person: SignedIn, typed: Form?, _ why: [String: String], changed: String? = nil,
        _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            let (words, known) = (context.words, try CitationSettings.current(db))
            let labels =
                (["preset", "spelling", "titleThreshold", "authorThreshold"] + CitationSettings.numbers.map(\.key) + ["hosts", "agent"])
                .map { ($0, words(CitationSettings.label(of: $0))) }
            var values: Values = [
                "title": words("citations.settings.title"), "address": Self.address, "version": String(known.version),
                "drawn": SettingsMerge.hiddenValue(known.typed, typed),
                "changed": changed ?? false,
                "questions": SettingsMerge.questions(
                    typed, by: try Self.changes(since: typed?.number("version", in: .versions) ?? 0, known, db), context,
                    label: { words(CitationSettings.label(of: $0)) },
                    localized: { Self.localized($0, $1, words) }),
                "limits": Self.numbers(CitationSettings.limits, typed, known, why, words),
                "callLimits": Self.numbers(CitationSettings.callLimits, typed, known, why, words),
                "asksSites": typed.map { $0["asksSites"] == "yes" } ?? known.asksSites,
                "hosts": typed?.exact("hosts") ?? known.hosts, "agent": typed?["agent"] ?? known.agent,
                "whyHosts": why["hosts"] ?? false, "whyAgent": why["agent"] ?? false,
                "permitted": live.permitted.map {
                    $0.names.isEmpty
                        ? words("citations.settings.ownerForbids")
                        : words("citations.settings.ownerPermits", ["hosts": $0.names.joined(separator: ", ")])
                } ?? false,
                "sites": live.hosts(known).map { site -> Values in
                    ["name": site.name, "isOpen": site.isOpen && known.asksSites, "isForbidden": !site.isOpen]
                },
                "errors": why.isEmpty
                    ? false
                    : [
                        "title": words("citations.new.refused"),
                        "items": labels.compactMap { key, label in
                            why[key].map { ["href": "#" + key, "text": label + ": " + $0] as Values }
                        },
                    ] as Values,
            ]
            values.merge(ChoicesForm.values(typed ?? Form(ChoicesForm.typed(known.choices)), why, words)) { $1 }
            return ("citations/settings/index", values)
        }
    }

    private static func numbers(
        _ limits: [CitationSettings.Limit], _ typed: Form?, _ known: CitationSettings, _ why: [String: String], _ words: Words
    ) -> [Values] {
        limits.map { key, range, path in
            [
                "key": key, "label": words("citations.settings.\(key)"), "value": typed?[key] ?? String(known[keyPath: path]),
                "range": words(
                    "citations.settings.range", ["from": String(range.lowerBound), "to": words.language.number(range.upperBound)]),
                "why": why[key] ?? false,
            ]
        }
    }
}
