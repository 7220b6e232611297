import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension GuestPages {
    @Sendable func showGuest(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await guestPage(request, person)
    }

    @Sendable func saveGuest(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        guard GuestPreferences.mistakes(form).isEmpty else {
            return try await guestPage(request, person, refused: form, status: .unprocessableContent)
        }
        let (guest, words) = (try await find(person), pages.words(for: person.visitor))
        do {
            try await database.write { db in
                // What guests choose on their own pages is not written down.
                let taken = try GuestPreferences.merge(form, for: guest.id, house: guest.houseID, by: nil, person.actor, words, db)
                let object = (kind: "house.guests", id: guest.id, title: guest.name)
                try AuditEntry.write(db, "house.guests.preferences", by: person.actor, on: object, scope: guest.houseID)
                let text = [words("living.desk.saved", ["name": guest.name]), taken].compactMap { $0 }
                try person.session.setFlash(db, Flash(text.joined(separator: " ")))
            }
        } catch let disputed as DisputedPreferences {
            return try await guestPage(request, person, refused: disputed.form, status: .conflict)
        }
        return .redirect(to: "/admin/house/guests/\(guest.id)/living")
    }

    @Sendable func showHouse(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await housePage(request, person)
    }

    @Sendable func saveHouse(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        guard GuestPreferences.mistakes(form).isEmpty else {
            return try await housePage(request, person, refused: form, status: .unprocessableContent)
        }
        let words = pages.words(for: person.visitor)
        do {
            try await database.write { db in
                let house = try admin.house(person, House.living, db)
                let changes = try Self.changes(of: house, since: form.number("since", in: .whole).map(Int64.init), db)
                let taken = try GuestPreferences.merge(form, for: nil, house: house, by: changes, person.actor, words, db)
                try AuditEntry.write(db, "house.living.preferences", by: person.actor, scope: house)
                let text = [words("living.desk.houseSaved"), taken].compactMap { $0 }
                try person.session.setFlash(db, Flash(text.joined(separator: " ")))
            }
        } catch let disputed as DisputedPreferences {
            return try await housePage(request, person, refused: disputed.form, status: .conflict)
        }
        return .redirect(to: "/admin/house/living")
    }

    /// - Parameter since: the newest entry of the log when a page was drawn.
    private static func changes(of house: Int64, since: Int64?, _ db: Database) throws -> LastChange {
        try LastChange(["house.living.preferences"], since: since, in: house, db)
    }

    // MARK: What the educators' pages share

    /// Throws not found unless this educator keeps the guest's house.
    func find(_ person: SignedIn) async throws -> Inhabitant {
        guard let id = person.parameters.recordID("id"), let guest = try await database.read({ try Inhabitant.find(id, $0) }),
            person.grants.may(House.living, in: guest.houseID)
        else { throw HTTPError(.notFound) }
        return guest
    }

    func act(
        _ person: SignedIn, _ action: String, _ text: String, at page: String = "living",
        _ body: @escaping @Sendable (Inhabitant, Database) throws -> Void
    ) async throws -> Response {
        let guest = try await find(person)
        let words = pages.words(for: person.visitor)
        try await database.write { db in
            try body(guest, db)
            try AuditEntry.write(
                db, "house.guests.\(action)", by: person.actor, on: ("house.guests", guest.id, guest.name), scope: guest.houseID)
            try person.session.setFlash(db, Flash(words(text, ["name": guest.name])))
        }
        return .redirect(to: "/admin/house/guests/\(guest.id)/\(page)")
    }

    func actOnHouse(
        _ person: SignedIn, _ action: String, _ text: String, may permission: Permission = House.living,
        to address: String = "/admin/house/living",
        _ body: @escaping @Sendable (Int64, Database) throws -> Void
    ) async throws -> Response {
        let words = pages.words(for: person.visitor)
        try await database.write { db in
            let house = try admin.house(person, permission, db)
            try body(house, db)
            try AuditEntry.write(db, action, by: person.actor, scope: house)
            try person.session.setFlash(db, Flash(words(text)))
        }
        return .redirect(to: address)
    }

    func guestPage(
        _ request: Request, _ person: SignedIn, why: String? = nil, refused: Form? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let guest = try await find(person)
        return try await admin.page(person, request, status: status) { db, context in
            let words = context.words
            let house = try GuestPreferences.of(nil, house: guest.houseID, db)
            let pictures = try ClockPicture.offered(in: guest.houseID, db)
            let title = words("living.desk.title", ["name": guest.name])
            var values: Values = [
                "title": title, "address": "/admin/house/guests/\(guest.id)/living", "why": why ?? false,
                "groups": GuestPreferences.drawn(
                    try GuestPreferences.own(guest.id, house: guest.houseID, db), over: house, "living.desk.likeHouse", words,
                    pictures: pictures, refused: refused),
                "tryHref": guest.active ? "/house/guests/\(guest.id)/entry" : false, "guestHref": "/admin/house/guests/\(guest.id)",
                "drawn": SettingsMerge.drawn(try GuestPreferences.typed(guest.id, house: guest.houseID, db), refused), "since": false,
                "questions": GuestPreferences.questions(refused, by: nil, context),
                "independenceHref": "/admin/house/guests/\(guest.id)/independence",
                "breadcrumbs": [
                    ["label": words("house.guests.many"), "href": "/admin/house/guests"],
                    ["label": guest.name, "href": "/admin/house/guests/\(guest.id)"],
                ] as [Values],
            ]
            values.merge(try entryValues(guest, words, db)) { $1 }
            return ("living/desk/guest", values)
        }
    }

    /// `code` is a new pairing code, shown once.
    func housePage(
        _ request: Request, _ person: SignedIn, code: String? = nil, refused: Form? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var response = try await admin.page(person, request, status: status) { db, context in
            let words = context.words
            let house = try admin.house(person, House.living, db)
            let own = try GuestPreferences.own(nil, house: house, db)
            let values: Values = [
                "title": words("living.desk.houseTitle"), "code": code ?? false,
                "groups": GuestPreferences.drawn(
                    own, over: GuestPreferences(), "living.desk.asUsual", words, without: [.language],
                    pictures: try ClockPicture.offered(in: house, db), refused: refused),
                "devices": try deviceValues(house, words, db),
                "drawn": SettingsMerge.drawn(try GuestPreferences.typed(nil, house: house, db), refused),
                "since": try refused?["since"] ?? String(Int64.fetchOne(db, sql: "SELECT max(id) FROM audit") ?? 0),
                "questions": try GuestPreferences.questions(
                    refused, by: refused.map { try Self.changes(of: house, since: $0.number("since", in: .whole).map(Int64.init), db) },
                    context),
            ]
            return ("living/desk/house", values)
        }
        if code != nil { response.markSecret() }
        return response
    }
}

extension AdminContext {
    /// Returns the selected house; throws without the permission.
    func house(_ person: SignedIn, _ permission: Permission, _ db: Database) throws -> Int64 {
        try requireScope(person, permission, db)
    }
}

/// Preferences that two people changed to different values, with the form that asks about them.
private struct DisputedPreferences: Error { let form: Form }

extension GuestPreferences {
    /// What was chosen, as the form brings it; blank where nothing was.
    fileprivate static func typed(_ guest: Int64?, house: Int64, _ db: Database) throws -> [String: [String]] {
        let own = try own(guest, house: house, db)
        return Dictionary(Preference.allCases.map { ($0.rawValue, [own[$0.rawValue] ?? ""]) }) { $1 }
    }

    /// Saves what an educator sent beside what others saved since.
    /// - Returns: what came from others.
    fileprivate static func merge(
        _ form: Form, for guest: Int64?, house: Int64, by changes: LastChange?, _ actor: Actor, _ words: Words, _ db: Database
    ) throws -> String? {
        let merge = SettingsMerge(form, saved: try typed(guest, house: house, db))
        if let merge, !merge.isSettled { throw DisputedPreferences(form: merge.form) }
        try save(merge?.form ?? form, for: guest, house: house, db)
        return merge?.sentence(by: changes, for: actor, words) { words("living.preference.\($0)") }
    }

    fileprivate static func questions(_ form: Form?, by changes: LastChange?, _ context: FormContext) -> [Values] {
        let words = context.words
        return SettingsMerge.questions(
            form, by: changes, context, label: { words("living.preference.\($0)") },
            said: { name, values in
                guard let value = values.first, !value.isEmpty, let preference = Preference(rawValue: name) else { return "" }
                return label(of: value, preference, words)
            })
    }

    /// What an educator sent that may not be chosen.
    static func mistakes(_ form: Form) -> [Preference] {
        Preference.allCases.filter { !form[$0.rawValue].isEmpty && !$0.allows(form[$0.rawValue]) }
    }

    /// Preferences that the form omits stay unchanged.
    static func save(_ form: Form, for guest: Int64?, house: Int64, _ db: Database) throws {
        for preference in Preference.allCases where form.has(preference.rawValue) {
            let value = form[preference.rawValue]
            try choose(value.isEmpty ? nil : value, preference, for: guest, house: house, db)
        }
    }

    /// The form by heading; each preference has its own choice, or the inherited value.
    static func drawn(
        _ own: [String: String], over below: GuestPreferences, _ without: String, _ words: Words, without hidden: Set<Preference> = [],
        pictures: [ClockPicture.Offered], refused: Form?
    ) -> [Values] {
        let mistakes = Set(refused.map(mistakes) ?? [])
        let names = Dictionary(pictures.map { ($0.value, $0.name) }) { first, _ in first }
        let label = { (value: String, preference: Preference) in names[value] ?? Self.label(of: value, preference, words) }
        return Preference.groups.map { group in
            let fields = group.preferences.filter { !hidden.contains($0) }.map { preference -> Values in
                let sent = refused.flatMap { $0.has(preference.rawValue) ? $0[preference.rawValue] : nil }
                let chosen = sent.map { $0.isEmpty ? nil : $0 } ?? own[preference.rawValue]
                let inherited: Values = [
                    "value": "", "label": words(without, ["choice": label(below[preference], preference)]), "on": chosen == nil,
                ]
                let offered = preference.choices.filter { $0 != "house" } + (preference.takesPictures ? pictures.map(\.value) : [])
                let choices = offered.map { value -> Values in
                    ["value": value, "label": label(value, preference), "on": chosen == value]
                }
                return [
                    "name": preference.rawValue, "label": words("living.preference.\(preference.rawValue)"),
                    "options": [inherited] + choices, "number": number(preference, chosen, inherited["label"], words),
                    "why": mistakes.contains(preference) ? words("living.preference.wrong") : false,
                ]
            }
            return ["name": words("living.preferences.\(group.name)"), "fields": fields]
        }
    }

    private static func number(
        _ preference: Preference, _ chosen: String?, _ inherited: (any Sendable)?, _ words: Words
    ) -> any Sendable {
        guard let range = preference.range else { return false }
        let value = chosen.map { preference.choices.contains($0) ? "" : $0 } ?? ""
        return ["value": value, "least": String(range.lowerBound), "most": String(range.upperBound), "without": inherited ?? ""] as Values
    }

    private static func label(of value: String, _ preference: Preference, _ words: Words) -> String {
        words.optional("living.choice.\(preference.rawValue).\(value)") ?? words.optional("living.choice.\(value)")
            ?? words("living.choice.\(preference.rawValue).other", ["value": value])
    }
}
