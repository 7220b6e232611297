import Accounts
import Admin
import Crypto
import Foundation
import GRDB
import Hummingbird
import Web

// The people of a house are shown only on its own devices and to its educators.

extension GuestPages {
    @Sendable func entrance(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let present = visitor.person as? GuestPageVisitor else { throw HTTPError(.notFound) }
        if present.guest != nil { return .redirect(to: "/house/home") }
        let words = pages.words(for: visitor)
        let houses = try await database.read { try Self.houses(for: present, $0) }
        let asked = Form(query: request.uri.query ?? "").recordID("house")
        let chosen = houses.first { $0.id == asked } ?? (houses.count == 1 ? houses[0] : nil)
        guard let chosen else {
            if houses.isEmpty { return try page("stranger", words("living.stranger.title"), back: "/", [:], for: visitor, request) }
            let tiles = houses.map { GuestTile(label: $0.name, href: "/house?house=\($0.id)", icon: "house") }
            return try choices(words("living.whichHouse"), back: "/", tiles, for: visitor, request)
        }
        let people = try await database.read { db in
            try Inhabitant.fetchAll(
                db, sql: Inhabitant.sql + " AND guest.active AND house.id = ? ORDER BY guest.folded", arguments: [chosen.id])
        }
        let tiles = people.map { GuestTile(label: $0.name, href: "/house/guests/\($0.id)/entry", file: $0.file, icon: "guest") }
        var values: Values = ["none": words("living.noPeople")]
        if present.device == nil { values["lead"] = words("living.educatorSees", ["house": chosen.name]) }
        return try choices(words("living.who"), back: houses.count > 1 ? "/house" : nil, tiles, values, for: visitor, request)
    }

    private static func houses(for present: GuestPageVisitor, _ db: Database) throws -> [(id: Int64, name: String)] {
        let rows = try Row.fetchAll(db, sql: "SELECT id, name FROM house WHERE deletedAt IS NULL ORDER BY folded")
        return rows.map { (id: $0[0], name: $0[1]) }.filter { present.maySee(houseID: $0.id) }
    }

    // MARK: Coming in

    @Sendable func showEntry(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (guest, _) = try await visitable(visitor)
        return try entryPage(guest, chosen: "", nil, visitor, request)
    }

    /// `POST /house/guests/3/entry`: adds a picture or digit; the last one is checked.
    @Sendable func enter(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (guest, present) = try await visitable(visitor)
        let words = pages.words(for: visitor)
        let form = try await Form.read(request)
        // An educator may try a guest's pages without the secret.
        if guest.entry == "none" || (form["try"] == "yes" && present.mayTry(houseID: guest.houseID)) {
            return try await begin(guest, present, request, visitor)
        }
        let typed =
            form["act"] == "clear" ? "" : String((form["chosen"] + form["pick"]).filter(\.isASCII).prefix(EntrySecret.length(guest.entry)))
        guard typed.count == EntrySecret.length(guest.entry) else { return try entryPage(guest, chosen: typed, nil, visitor, request) }
        switch try await judge(typed, guest, visitor) {
        case .wait(let seconds):
            return try entryPage(guest, chosen: "", Self.waiting(seconds, words), visitor, request, status: .tooManyRequests)
        case .wrong: return try entryPage(guest, chosen: "", words("living.notRight"), visitor, request, status: .unprocessableContent)
        case .right: return try await begin(guest, present, request, visitor)
        }
    }

    static func waiting(_ seconds: Int, _ words: Words) -> String {
        words("living.wait", ["minutes": words("living.minutes", count: max(1, (seconds + 59) / 60))])
    }

    enum SignInResult: Sendable {
        case right, wrong
        /// Seconds.
        case wait(Int)
    }

    /// Checks a guest's pictures or number; every attempt is counted.
    func judge(_ typed: String, _ guest: Inhabitant, _ visitor: Visitor) async throws -> SignInResult {
        let verdict = try await database.write { try Attempts.begin(guest.attemptName, from: visitor.client.network, at: .now, $0) }
        switch verdict {
        case .wait(let seconds, let isNews):
            if isNews { try await database.write { try limited(guest, visitor, $0) } }
            return .wait(seconds)
        case .allowed(let attempt):
            let hash = try await database.read { try EntrySecret.hash(of: guest, $0) }
            let isRight: Bool
            do { isRight = try await passwords.verify(EntrySecret.text(typed, guest.entry), against: hash) } catch {
                try await database.write { try Attempts.withdraw(attempt, $0) }
                throw error
            }
            guard isRight else {
                let target = (kind: "house.guests", id: guest.id, title: guest.name)
                try await database.write {
                    try Guesses.note(.guest, guest.attemptName, on: target, scope: guest.houseID, by: visitor, at: .now, $0)
                }
                return .wrong
            }
            try await database.write { try Attempts.succeed(guest.attemptName, from: visitor.client.network, at: .now, $0) }
            return .right
        }
    }

    private func limited(_ guest: Inhabitant, _ visitor: Visitor, _ db: Database) throws {
        let actor = Actor(accountID: nil, name: "", address: visitor.client.text, requestID: visitor.id)
        try AuditEntry.write(db, "sign-in.limited", by: actor, on: ("house.guests", guest.id, guest.name), scope: guest.houseID)
    }

    /// Throws not found unless this browser may see the people of the house.
    private func visitable(_ visitor: Visitor) async throws -> (Inhabitant, GuestPageVisitor) {
        guard let present = visitor.person as? GuestPageVisitor, let id = visitor.parameters.recordID("id"),
            let guest = try await database.read({ try Inhabitant.find(id, $0) }), guest.active, present.maySee(houseID: guest.houseID)
        else { throw HTTPError(.notFound) }
        return (guest, present)
    }

    /// Issues a new token at every entry and ends the browser's former session.
    private func begin(_ guest: Inhabitant, _ present: GuestPageVisitor, _ request: Request, _ visitor: Visitor) async throws -> Response {
        let (token, life) = try await beginSession(guest, present, request, visitor)
        var response = Response.redirect(to: "/house/home")
        set(
            .guest, token.text, age: present.device?.stays == true && present.device?.houseID == guest.houseID ? Int(cutting: life) : nil,
            in: &response)
        return response
    }

    /// `isProgram` means that the token is sent alone; a browser also sends its device cookie.
    func beginSession(
        _ guest: Inhabitant, _ present: GuestPageVisitor, _ request: Request, _ visitor: Visitor, isProgram: Bool = false
    ) async throws -> (token: Token, life: TimeInterval) {
        let token = Token()
        let device = present.device?.houseID == guest.houseID ? present.device : nil
        let life: TimeInterval = device?.stays == true ? 365 * 86400 : 12 * 3600
        let old = cookie(.guest, request)
        let browser = Device.words(userAgent: request.headers[.userAgent])
        try await database.write { db in
            let now = Date.now
            try db.execute(sql: "DELETE FROM guestSession WHERE tokenHash = ? OR expiresAt < ?", arguments: [old?.hash, now])
            try db.execute(
                sql:
                    "INSERT INTO guestSession (tokenHash, guestID, deviceID, accountID, browser, createdAt, expiresAt, isProgram) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    token.hash, guest.id, device?.id, device == nil ? present.educator?.account.id : nil, browser, now, now + life,
                    isProgram,
                ])
            let actor = Actor(
                accountID: present.educator?.account.id, name: guest.name, address: visitor.client.text, requestID: visitor.id)
            try AuditEntry.write(db, "house.guests.entry", by: actor, on: ("house.guests", guest.id, guest.name), scope: guest.houseID)
        }
        return (token, life)
    }

    private func entryPage(
        _ guest: Inhabitant, chosen: String, _ why: String?, _ visitor: Visitor, _ request: Request, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let words = pages.words(for: visitor)
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
        return try page("entry", title, back: "/house", values, for: visitor, request, status: status)
    }

    @Sendable func leave(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await database.write { try $0.execute(sql: "DELETE FROM guestSession WHERE id = ?", arguments: [person.session.id]) }
        var response = Response.redirect(to: "/house")
        set(.guest, "", age: 0, in: &response)
        // Without "storage", which holds unsent changes. The worker deletes saved pages itself.
        response.headers[.init("Clear-Site-Data")!] = #""cache""#
        return response
    }
}

/// The pictures in a row, or the number, of a guest; only the hash is stored.
enum EntrySecret {
    static let names = ["sun", "tree", "fish", "flower", "boat", "star"]

    static func length(_ entry: String) -> Int { entry == "pin" ? 4 : 3 }

    /// Includes the kind, so that a number of one kind never opens another.
    static func text(_ typed: String, _ entry: String) -> String { "\(entry):\(typed)" }

    static func isValid(_ typed: String, _ entry: String) -> Bool {
        let allowed: ClosedRange<UInt8> = entry == "pin" ? 0x30...0x39 : 0x31...0x36
        return typed.utf8.count == length(entry) && typed.utf8.allSatisfy(allowed.contains)
    }

    static func hash(of guest: Inhabitant, _ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT hash FROM guestSecret WHERE guestID = ? AND entry = ?", arguments: [guest.id, guest.entry])
    }

    static func signs(_ words: Words) -> [Values] {
        names.enumerated().map { ["number": String($0 + 1), "sign": $1, "label": words("living.signs.\($1)")] }
    }
}
