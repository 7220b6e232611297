import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The entrance of a house, signing in and signing out. Its people are shown only on its own devices and to its educators.
struct GuestSignInPages: Sendable {
    let guests: GuestPages

    func addRoutes(to door: RouterGroup<Visitor>, inside: RouterGroup<GuestRequestContext>) {
        door.get("", use: entrance)
        door.get("guests/{id}/entry", use: showEntry)
        door.post("guests/{id}/entry", use: enter)
        inside.post("exit", use: leave)
    }

    @Sendable private func entrance(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let present = visitor.person as? GuestPageVisitor else { throw HTTPError(.notFound) }
        if present.guest != nil { return .redirect(to: "/house/home") }
        let words = guests.words(visitor)
        let houses = try await guests.database.read { try Self.houses(for: present, $0) }
        let asked = Form(query: request.uri.query ?? "").recordID("house")
        let chosen = houses.first { $0.id == asked } ?? (houses.count == 1 ? houses[0] : nil)
        guard let chosen else {
            if houses.isEmpty {
                return try guests.page("house/entry/stranger", words("living.stranger.title"), back: "/", [:], for: visitor, request)
            }
            let tiles = houses.map { GuestTile(label: $0.name, href: "/house?house=\($0.id)", icon: "house") }
            return try guests.choices(words("living.whichHouse"), back: "/", tiles, for: visitor, request)
        }
        let people = try await guests.database.read { db in
            try Inhabitant.fetchAll(
                db, sql: Inhabitant.sql + " AND guest.active AND house.id = ? ORDER BY guest.folded", arguments: [chosen.id])
        }
        let tiles = people.map { GuestTile(label: $0.name, href: "/house/guests/\($0.id)/entry", file: $0.file, icon: "guest") }
        var values: Values = ["none": words("living.noPeople")]
        if present.device == nil { values["lead"] = words("living.educatorSees", ["house": chosen.name]) }
        return try guests.choices(words("living.who"), back: houses.count > 1 ? "/house" : nil, tiles, values, for: visitor, request)
    }

    private static func houses(for present: GuestPageVisitor, _ db: Database) throws -> [(id: Int64, name: String)] {
        let rows = try Row.fetchAll(db, sql: "SELECT id, name FROM house WHERE \(Household.notTrashed) ORDER BY folded")
        return rows.map { row -> (id: Int64, name: String) in (row["id"], row["name"]) }.filter { present.maySee(houseID: $0.id) }
    }

    @Sendable private func showEntry(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (guest, _) = try await visitable(visitor)
        return try entryPage(guest, chosen: "", nil, visitor, request)
    }

    @Sendable private func enter(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (guest, present) = try await visitable(visitor)
        let words = guests.words(visitor)
        let form = try await Form.read(request)
        // An educator may try a guest's pages without the secret.
        if guest.entry == "none" || (form["try"] == "yes" && present.mayTry(houseID: guest.houseID)) {
            return try await begin(guest, present, request, visitor, next: form["next"])
        }
        let typed =
            form["act"] == "clear" ? "" : String((form["chosen"] + form["pick"]).filter(\.isASCII).prefix(EntrySecret.length(guest.entry)))
        guard typed.count == EntrySecret.length(guest.entry) else { return try entryPage(guest, chosen: typed, nil, visitor, request) }
        switch try await GuestSignIn(guests: guests).judge(typed, guest, visitor) {
        case .wait(let seconds):
            return try entryPage(guest, chosen: "", Self.waiting(seconds, words), visitor, request, status: .tooManyRequests)
        case .wrong: return try entryPage(guest, chosen: "", words("living.notRight"), visitor, request, status: .unprocessableContent)
        case .right: return try await begin(guest, present, request, visitor)
        }
    }

    private static func waiting(_ seconds: Int, _ words: Words) -> String {
        words("living.wait", ["minutes": words("living.minutes", count: max(1, (seconds + 59) / 60))])
    }

    /// Throws not found unless this browser may see the people of the house.
    private func visitable(_ visitor: Visitor) async throws -> (Inhabitant, GuestPageVisitor) {
        guard let present = visitor.person as? GuestPageVisitor, let id = visitor.parameters.recordID("id"),
            let guest = try await guests.database.read({ try Inhabitant.find(id, $0) }), guest.active,
            present.maySee(houseID: guest.houseID)
        else { throw HTTPError(.notFound) }
        return (guest, present)
    }

    /// Issues a new token at every entry and ends the browser's former session.
    private func begin(_ guest: Inhabitant, _ present: GuestPageVisitor, _ request: Request, _ visitor: Visitor, next: String = "")
        async throws -> Response
    {
        let (token, life) = try await GuestSignIn(guests: guests).begin(guest, present, request, visitor)
        let page = SafePath.local(next).flatMap { $0.hasPrefix("/house/") ? $0 : nil }
        var response = Response.redirect(to: page ?? "/house/home")
        guests.set(
            .guest, token.text, age: present.device?.stays == true && present.device?.houseID == guest.houseID ? Int(cutting: life) : nil,
            in: &response)
        return response
    }

    private func entryPage(
        _ guest: Inhabitant, chosen: String, _ why: String?, _ visitor: Visitor, _ request: Request, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let words = guests.words(visitor)
        let present = visitor.person as? GuestPageVisitor
        let dots = (0..<EntrySecret.length(guest.entry)).map { ["full": $0 < chosen.count] as Values }
        let values: Values = [
            "name": guest.name, "picture": guest.file.map { Picture.address(file: $0, .medium) } ?? false, "why": why ?? false,
            "isPictures": guest.entry == "pictures", "isPin": guest.entry == "pin", "isOpen": guest.entry == "none",
            "isReady": guest.isReady, "chosen": chosen,
            "hasChosen": !chosen.isEmpty, "dots": dots,
            "digits": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"].map { ["digit": $0] as Values },
            "signs": EntrySecret.signs(words), "mayTry": guest.entry != "none" && present?.mayTry(houseID: guest.houseID) == true,
            "soFar": words("living.soFar", ["count": String(chosen.count), "of": String(EntrySecret.length(guest.entry))]),
        ]
        let title = words("living.hello", ["name": guest.firstName])
        return try guests.page("house/entry/index", title, back: "/house", values, for: visitor, request, status: status)
    }

    @Sendable func leave(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await guests.database.write { try $0.execute(sql: "DELETE FROM guestSession WHERE id = ?", arguments: [person.session.id]) }
        var response = Response.redirect(to: "/house")
        guests.set(.guest, "", age: 0, in: &response)
        // Without "storage", which holds unsent changes. The worker deletes saved pages itself.
        response.headers[.init("Clear-Site-Data")!] = #""cache""#
        return response
    }
}
