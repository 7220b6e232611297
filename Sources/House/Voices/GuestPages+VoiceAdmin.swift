import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

extension GuestPages {
    @Sendable func showVoice(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await voicePage(Form(query: request.uri.query ?? "").exact("text"), request, person)
    }

    @Sendable func saveVoice(_ request: Request, _ person: SignedIn) async throws -> Response {
        let house = try await database.read { try admin.house(person, House.voices, $0) }
        let form = try await Form.read(request, limits: .documents)
        let text = Voice.plain(form.exact("text"))
        let words = pages.words(for: person.visitor)
        guard !text.isEmpty, text.unicodeScalars.count <= Voice.longest else {
            let why = words(text.isEmpty ? "voices.noText" : "voices.longText", ["limit": "\(Voice.longest)"])
            return try await voicePage(text, request, person, textRefused: why, status: .unprocessableContent)
        }
        guard let file = form.file("sound") else {
            return try await voicePage(text, request, person, refused: words("voices.noFile"), status: .unprocessableContent)
        }
        let sound: StoredSound
        do throws(SoundRefusal) { sound = try await sounds.take(file) } catch {
            let why = words(error.textKey, error.values)
            return try await voicePage(text, request, person, refused: why, status: .unprocessableContent)
        }
        return try await change(text, "save", "voices.saved", house, person) { db in
            try Voice.save(sound, of: text, in: house, by: person.account.name, at: .now, db)
        }
    }

    @Sendable func removeVoice(_ request: Request, _ person: SignedIn) async throws -> Response {
        let house = try await database.read { try admin.house(person, House.voices, $0) }
        let text = try await Form.read(request).exact("text")
        return try await change(text, "remove", "voices.removed", house, person) { db in
            try Voice.remove(text, in: house, at: .now, db)
        }
    }

    /// `POST /admin/house/voices/restoring` with `text`: undoes the last removal or replacement.
    @Sendable func restoreVoice(_ request: Request, _ person: SignedIn) async throws -> Response {
        let house = try await database.read { try admin.house(person, House.voices, $0) }
        let text = try await Form.read(request).exact("text")
        return try await change(text, "restore", "voices.restored", house, person) { db in
            guard try Voice.restore(text, in: house, at: .now, db) else { throw HTTPError(.notFound) }
        }
    }

    @Sendable func playVoice(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        let sound = try await database.read { db in try Voice.sound(id, of: try admin.house(person, House.voices, db), db) }
        guard let sound else { throw HTTPError(.notFound) }
        return StoredSound.response(sound, to: request)
    }

    private func change(
        _ text: String, _ act: String, _ said: String, _ house: Int64, _ person: SignedIn,
        _ body: @escaping @Sendable (Database) throws -> Void
    ) async throws -> Response {
        let words = pages.words(for: person.visitor)
        let undo = Flash.Undo(
            action: Self.voicesAddress + "/restoring", label: words("living.undo"), fields: [["text", Voice.plain(text)]])
        try await database.write { db in
            let wasSpoken = try Voice.of(text, in: house, db) != nil
            guard act != "remove" || wasSpoken else { throw HTTPError(.notFound) }
            try body(db)
            try AuditEntry.write(
                db, "house.voice.\(act)", by: person.actor, scope: house, detail: ["text": String(Voice.plain(text).prefix(200))])
            try person.session.setFlash(db, Flash(words(said), undo: wasSpoken ? undo : nil))
        }
        return .redirect(to: Self.voiceAddress(Voice.plain(text)))
    }

    private func voicePage(
        _ text: String, _ request: Request, _ person: SignedIn, refused: String? = nil, textRefused: String? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var response = try await admin.page(person, request, status: status) { db, context in
            let words = context.words
            let house = try admin.house(person, House.voices, db)
            let voice = try Voice.of(text, in: house, db)
            let made = voice.map { voice in
                words(
                    "voices.made",
                    [
                        "name": voice.madeBy, "when": words.language.saidMoment(voice.madeAt, now: .now, in: context.zone),
                        "length": Self.said(voice.milliseconds, words),
                    ])
            }
            let values: Values = [
                "title": words(text.isEmpty ? "voices.others" : "voices.these"), "text": text, "isNew": text.isEmpty || textRefused != nil,
                "sound": voice.map { "\(Self.voicesAddress)/\($0.id)/sound" } ?? false, "made": made ?? "",
                "refused": refused ?? false, "textRefused": textRefused ?? false,
                "breadcrumbs": [["label": words("voices.title"), "href": Self.voicesAddress]] as [Values],
            ]
            return ("living/voices/one", values)
        }
        // Only this page lets the browser use the microphone.
        response.headers[.permissionsPolicy] = "geolocation=(), camera=(), microphone=(self), payment=(), usb=(), interest-cohort=()"
        return response
    }
}

extension HTTPField.Name {
    fileprivate static let permissionsPolicy = Self("Permissions-Policy")!
}
