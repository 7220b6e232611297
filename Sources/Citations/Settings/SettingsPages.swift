import Accounts
import Admin
import Hummingbird
import Web

/// What an administrator decides for all researchers: how a run goes unless one says otherwise, and how large it may be.
struct SettingsPages: Sendable {
    let desk: Desk
    let live: LiveSources
    static let address = "/admin/citations/settings"

    /// `GET /admin/citations/settings`
    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(Citations.arranging)
        return try await page(request, person, typed: nil, [:])
    }

    /// `POST /admin/citations/settings` with the choices, the limits and `version`
    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(Citations.arranging)
        let (form, words) = (try await Form.read(request), desk.pages.words(for: person.visitor))
        guard let version = Int(form["version"]) else { throw HTTPError(.badRequest) }
        let chosen = ChoicesForm(form, words)
        var why = chosen.why
        for (key, range, _) in CitationSettings.limits where !(Int(form[key]).map(range.contains) ?? false) {
            why[key] = words(
                "citations.settings.refused", ["from": String(range.lowerBound), "to": words.language.number(range.upperBound)])
        }
        guard why.isEmpty else { return try await page(request, person, typed: form, why, .unprocessableContent) }
        let isSaved = try await desk.database.write { db in
            var settings = try CitationSettings.current(db)
            for (key, _, path) in CitationSettings.limits { settings[keyPath: path] = Int(form[key]) ?? settings[keyPath: path] }
            (settings.choices, settings.version) = (chosen.choices, version)
            guard try settings.save(by: person.actor, db) else { return false }
            try person.session.setFlash(db, Flash(words("citations.settings.saved")))
            return true
        }
        if isSaved { return .redirect(to: Self.address) }
        return try await page(request, person, typed: form, [:], isChanged: true, .conflict)
    }

    private func page(
        _ request: Request, _ person: SignedIn, typed: Form?, _ why: [String: String], isChanged: Bool = false,
        _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await desk.page(person, request, status: status) { db, context in
            let (words, known) = (context.words, try CitationSettings.current(db))
            let labels =
                ["titleThreshold", "authorThreshold"].map { ($0, words("citations.runs.fields.\($0)")) }
                + CitationSettings.limits.map { ($0.key, words("citations.settings.\($0.key)")) }
            var values: Values = [
                "title": words("citations.settings.title"), "address": Self.address, "version": String(known.version),
                "changed": isChanged ? words("citations.settings.changed") : false,
                "limits": CitationSettings.limits.map { key, range, path -> Values in
                    [
                        "key": key, "label": words("citations.settings.\(key)"), "value": typed?[key] ?? String(known[keyPath: path]),
                        "range": words(
                            "citations.settings.range",
                            ["from": String(range.lowerBound), "to": words.language.number(range.upperBound)]),
                        "why": why[key] ?? false,
                    ]
                },
                "sources": Source.allCases.map { ["name": $0.name, "host": $0.host, "isOn": live.offered.contains($0)] as Values },
                "hosts": Source.allCases.map(\.host).joined(separator: ","),
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
            return ("citations/settings", values)
        }
    }
}
