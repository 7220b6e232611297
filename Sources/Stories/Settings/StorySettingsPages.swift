import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StorySettingsPages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) {
        router.get("settings", use: showSettings)
        router.group("settings").add(middleware: proof).post("", use: saveSettings)
    }

    @Sendable private func showSettings(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.arranging)
        return try await settingsPage(request, person, typed: nil, errors: [:])
    }

    @Sendable private func saveSettings(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.arranging)
        let (form, words) = (try await Form.read(request), moderation.pages.words(for: person.visitor))
        // An unreadable version is not the newest: nothing is saved, and the typed text stays.
        let version = form.number("version", in: .versions) ?? -1
        var errors: [String: String] = [:]
        for (key, range, _) in StorySettings.numbers where !(form.number(key, in: .whole).map(range.contains) ?? false) {
            errors[key] = words(
                "stories.desk.settings.range", ["from": String(range.lowerBound), "to": words.language.number(range.upperBound)])
        }
        guard errors.isEmpty else {
            return try await settingsPage(request, person, typed: form, errors: errors, status: .unprocessableContent)
        }
        let (isSaved, merge) = try await moderation.database.write { db -> (Bool, SettingsMerge?) in
            var settings = try StorySettings.current(db)
            let merge = SettingsMerge(form, saved: settings.typed, lists: ["country"])
            guard merge?.isSettled ?? (settings.version == version) else { return (false, merge) }
            let changes = try settings.changes(since: version, db)
            let form = merge?.form ?? form
            for (key, _, path) in StorySettings.numbers {
                settings[keyPath: path] = form.number(key, in: .whole) ?? settings[keyPath: path]
            }
            settings.isOpen = form["isOpen"] == "yes"
            settings.chosenCountries = form.all("country").filter { Country.of($0) != nil }
            guard try settings.save(by: person.actor, db) else { return (false, nil) }
            let taken = merge?.sentence(by: changes, for: person.actor, words) { StorySettings.label(of: $0, words) }
            let text = [words("stories.desk.settings.saved"), taken].compactMap { $0 }
            try person.session.setFlash(db, Flash(text.joined(separator: " ")))
            return (true, nil)
        }
        if isSaved { return .redirect(to: ModerationPages.settings) }
        let isUnanswered = merge?.unanswered.isEmpty == false
        let why = isUnanswered ? words("merge.unanswered") : merge == nil ? words("stories.desk.problems.changed") : nil
        return try await settingsPage(request, person, typed: merge?.form ?? form, errors: errors, why: why, status: .conflict)
    }

    private func settingsPage(
        _ request: Request, _ person: SignedIn, typed: Form?, errors: [String: String], why: String? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await moderation.admin.page(person, request, status: status) { db, context in
            let (words, known) = (context.words, try StorySettings.current(db))
            let isPreset = typed == nil && Form(query: request.uri.query ?? "")["values"] == "open"
            let shown = isPreset ? known.forOpenSite : known
            let numbers = StorySettings.numbers.map { key, range, path -> Values in
                [
                    "key": key, "label": words("stories.desk.settings.\(key)"), "value": typed?[key] ?? String(shown[keyPath: path]),
                    "least": String(range.lowerBound), "most": String(range.upperBound), "error": errors[key] ?? false,
                ]
            }
            let ofDesk = StorySettings.numbers.firstIndex { $0.key == StorySettings.firstOfDesk } ?? numbers.count
            let documents = try StoryDocument.edited.map { document -> Values in
                let newest = try DocumentEdition.find(document, db)
                return [
                    "href": "/admin/stories/documents/\(document.rawValue)", "title": words("stories.documents.\(document.rawValue).title"),
                    "edition": words("stories.documents.edition", ["number": String(newest?.number ?? 1)]),
                    "when": newest.map { words.language.date($0.at, in: context.zone) } ?? false,
                ]
            }
            let chosen = typed?.all("country") ?? known.chosenCountries
            let values: Values = [
                "countries": Country.choices(words, chosen: Set(chosen)),
                "someCountries": chosen.isEmpty ? false : words("stories.desk.settings.someCountries", ["count": String(chosen.count)]),
                "title": words("stories.desk.settings.title"), "numbers": Array(numbers[..<ofDesk]),
                "deskNumbers": Array(numbers[ofDesk...]), "isPreset": isPreset,
                "presetHref": ModerationPages.settings + "?values=open#desk",
                "documents": documents, "why": why ?? false,
                "isOpen": typed.map { $0["isOpen"] == "yes" } ?? known.isOpen,
                "version": status == .unprocessableContent ? typed?["version"] ?? "" : String(known.version),
                "drawn": SettingsMerge.hiddenValue(known.typed, typed),
                "questions": SettingsMerge.questions(
                    typed, by: try known.changes(since: typed?.number("version", in: .versions) ?? 0, db), context,
                    label: { StorySettings.label(of: $0, words) },
                    localized: { name, values in name == "isOpen" ? words(values.isEmpty ? "admin.no" : "admin.yes") : values.joined() }),
                "hasErrors": !errors.isEmpty && why == nil,
            ]
            return ("stories/settings/index", values)
        }
    }
}
