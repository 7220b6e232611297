import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct VoiceAdminPages: Sendable {
    static let address = "/admin/house/voices"

    let admin: AdminContext
    let sounds = SoundProcessor()

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("voices", use: list)
        router.get("voices/text", use: show)
        router.post("voices/text", use: save)
        router.post("voices/removal", use: remove)
        router.post("voices/restoring", use: restore)
        router.get("voices/{id}/sound", use: play)
    }

    private static let most = 200

    @Sendable private func list(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let place = VoiceText.Place(rawValue: query["place"])
        let spoken = ["yes": true, "no": false][query["spoken"]]
        return try await admin.page(person, request) { db, context in
            let words = context.words
            let house = try admin.house(person, House.voices, db)
            let found = try VoiceText.all(of: house, place: place, spoken: spoken, search: query["search"].folded, db)
            let rows = found.prefix(Self.most).map { text -> Values in
                [
                    "text": text.text, "href": Self.textAddress(text.text), "place": words("voices.places.\(text.place.rawValue)"),
                    "name": text.name == text.text || text.name.isEmpty ? false : text.name, "isSpoken": text.milliseconds != nil,
                    "length": text.milliseconds.map { Self.formatted($0, words) } ?? "",
                ]
            }
            let places = VoiceText.Place.allCases.map { one -> Values in
                ["value": one.rawValue, "label": words("voices.places.\(one.rawValue)"), "on": one == place]
            }
            let chosen = [place != nil, spoken != nil].count { $0 }
            let values: Values = [
                "chosenCount": chosen == 0 ? false : String(chosen),
                "title": words("voices.title"), "rows": rows, "hasRows": !rows.isEmpty, "places": places, "search": query["search"],
                "isSpoken": spoken == true, "isSilent": spoken == false, "count": words("voices.count", count: found.count),
                "progress": spoken == nil ? Self.progress(found, words) : false,
                "more": found.count > Self.most ? words("voices.more", count: Self.most) : false,
                "clearHref": place != nil || spoken != nil || !query["search"].isEmpty ? Self.address : false,
            ]
            return ("house/voices/index", values)
        }
    }

    /// How many of the texts have a recording.
    private static func progress(_ found: [VoiceText], _ words: Words) -> Values {
        let (done, total) = (found.count { $0.milliseconds != nil }, found.count)
        let numbers = ["done": words.language.number(done), "total": words.language.number(total)]
        return ["done": String(done), "total": String(max(total, 1)), "text": words("voices.progress", numbers)]
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await page(Form(query: request.uri.query ?? "").exact("text"), request, person)
    }

    @Sendable private func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let house = try await admin.database.read { try admin.house(person, House.voices, $0) }
        let form = try await Form.read(request, limits: .documents)
        let text = Voice.plain(form.exact("text"))
        let words = admin.pages.words(for: person.visitor)
        guard !text.isEmpty, text.unicodeScalars.count <= Voice.longest else {
            let why = words(text.isEmpty ? "voices.noText" : "voices.longText", ["limit": "\(Voice.longest)"])
            return try await page(text, request, person, textRefused: why, status: .unprocessableContent)
        }
        guard let file = form.file("sound") else {
            return try await page(text, request, person, refused: words("voices.noFile"), status: .unprocessableContent)
        }
        let sound: StoredSound
        do throws(RecordingRefusal) { sound = try await sounds.take(file) } catch {
            let why = words(error.textKey, error.values)
            return try await page(text, request, person, refused: why, status: .unprocessableContent)
        }
        return try await change(text, "save", "voices.saved", house, person) { db in
            try Voice.save(sound, of: text, in: house, by: person.account.name, at: .now, db)
        }
    }

    @Sendable private func remove(_ request: Request, _ person: SignedIn) async throws -> Response {
        let house = try await admin.database.read { try admin.house(person, House.voices, $0) }
        let text = try await Form.read(request).exact("text")
        return try await change(text, "remove", "voices.removed", house, person) { db in
            try Voice.remove(text, in: house, at: .now, db)
        }
    }

    @Sendable private func restore(_ request: Request, _ person: SignedIn) async throws -> Response {
        let house = try await admin.database.read { try admin.house(person, House.voices, $0) }
        let text = try await Form.read(request).exact("text")
        return try await change(text, "restore", "voices.restored", house, person) { db in
            guard try Voice.restore(text, in: house, at: .now, db) else { throw HTTPError(.notFound) }
        }
    }

    @Sendable private func play(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        let sound = try await admin.database.read { db in try Voice.sound(id, of: try admin.house(person, House.voices, db), db) }
        guard let sound else { throw HTTPError(.notFound) }
        return StoredSound.response(sound, to: request)
    }

    private func change(
        _ text: String, _ act: String, _ said: String, _ house: Int64, _ person: SignedIn,
        _ body: @escaping @Sendable (Database) throws -> Void
    ) async throws -> Response {
        let words = admin.pages.words(for: person.visitor)
        let undo = Flash.Undo(
            action: Self.address + "/restoring", label: words("living.undo"), fields: [["text", Voice.plain(text)]])
        try await admin.database.write { db in
            let wasSpoken = try Voice.of(text, in: house, db) != nil
            guard act != "remove" || wasSpoken else { throw HTTPError(.notFound) }
            try body(db)
            try AuditEntry.write(
                db, "house.voice.\(act)", by: person.actor, scope: house, detail: ["text": String(Voice.plain(text).prefix(200))])
            try person.session.setFlash(db, Flash(words(said), undo: wasSpoken ? undo : nil))
        }
        return .redirect(to: Self.textAddress(Voice.plain(text)))
    }

    private func page(
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
                        "name": voice.madeBy, "when": words.language.relativeMoment(voice.madeAt, now: .now, in: context.zone),
                        "length": Self.formatted(voice.milliseconds, words),
                    ])
            }
            let all = try VoiceText.all(of: house, place: nil, spoken: nil, search: "", db)
            let next = VoiceText.next(after: Voice.plain(text), in: all)
            let values: Values = [
                "title": words(text.isEmpty ? "voices.others" : "voices.these"), "text": text, "isNew": text.isEmpty || textRefused != nil,
                "sound": voice.map { "\(Self.address)/\($0.id)/sound" } ?? false, "made": made ?? "",
                "refused": refused ?? false, "textRefused": textRefused ?? false,
                "next": next.map { ["href": Self.textAddress($0), "text": $0] as Values } ?? false,
                "progress": Self.progress(all, words),
                "breadcrumbs": [["label": words("voices.title"), "href": Self.address]] as [Values],
            ]
            return ("house/voices/show", values)
        }
        // Only this page lets the browser use the microphone.
        response.headers[.permissionsPolicy] = "geolocation=(), camera=(), microphone=(self), payment=(), usb=(), interest-cohort=()"
        return response
    }

    private static func textAddress(_ text: String) -> String {
        address + "/text?text=" + (text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    }

    private static func formatted(_ milliseconds: Int, _ words: Words) -> String {
        words("voices.seconds", ["seconds": words.language.decimal((Double(milliseconds) / 100).rounded() / 10)])
    }
}

extension HTTPField.Name {
    static let permissionsPolicy = Self("Permissions-Policy")!
}
