import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

// A program with a token is judged by the token alone; its cookies are ignored.

/// Admits guests by the token of `POST /session`, or by the cookies of device and session.
struct GuestCallers: RouterMiddleware {
    typealias Context = Visitor

    let api: GuestAPI

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let present = try api.present(request, .guest)
        guard present.guest != nil else {
            try await api.recordFailedToken(request, .guest, context)
            throw Problem.entryNeeded(isBad: request.headers[.authorization] != nil)
        }
        return try await next(request, context.with(present))
    }
}

/// Identifies the device by token or cookie, and admits unknown callers too.
struct DeviceCallers: RouterMiddleware {
    typealias Context = Visitor

    let api: GuestAPI

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let present = try api.present(request, .device)
        if request.headers[.authorization] != nil, present.device == nil {
            try await api.recordFailedToken(request, .device, context)
            throw Problem.entryNeeded(isBad: true)
        }
        return try await next(request, context.with(present))
    }
}

/// Admits guests, devices of a house, and educators by token or session.
struct GuestOrEducatorCallers: RouterMiddleware {
    typealias Context = Visitor

    let api: GuestAPI
    let callers: Callers

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var present = try api.present(request, .guest)
        if present.guest == nil, present.device == nil { present = try api.present(request, .device) }
        if present.guest != nil || present.device != nil { return try await next(request, context.with(present)) }
        for kind in [HouseToken.guest, .device] where kind.sent(in: request) != nil {
            try await api.recordFailedToken(request, kind, context)
            throw Problem.entryNeeded(isBad: true)
        }
        return try await callers.handle(request, context: context, next: next)
    }
}

/// Admits devices and guests, and anybody if a house lets the first app read its products.
struct LegacyAppCallers: RouterMiddleware {
    typealias Context = Visitor

    let api: GuestAPI

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var present = try api.present(request, .device)
        if present.device == nil { present = try api.present(request, .guest) }
        if present.device == nil, present.guest == nil, request.headers[.authorization] == nil {
            present.openHouse = try api.guests.admin.brief.read { try LegacyAppSetting.openHouse($0) }
        }
        guard present.device != nil || present.guest != nil || present.openHouse != nil else {
            try await api.recordFailedToken(request, HouseToken.guest.sent(in: request) == nil ? .device : .guest, context)
            throw Problem.entryNeeded()
        }
        return try await next(request, context.with(present))
    }
}

enum HouseToken: String {
    case device = "ptd_"
    case guest = "ptg_"

    func text(_ token: Token) -> String { rawValue + token.text }

    func sent(in request: Request) -> Token? {
        let header = request.headers[.authorization] ?? ""
        guard header.lowercased().hasPrefix("bearer \(rawValue)") else { return nil }
        return Token(sent: String(header.dropFirst("Bearer ".count + rawValue.count)))
    }
}

extension GuestAPI {
    /// Counts an invalid token: expired, of a removed device, or invented.
    fileprivate func recordFailedToken(_ request: Request, _ kind: HouseToken, _ visitor: Visitor) async throws {
        guard let header = request.headers[.authorization], !header.lowercased().hasPrefix("bearer ptc_") else { return }
        // A valid token of the other kind is no guess.
        let other = try present(request, kind == .guest ? .device : .guest)
        guard other.device == nil, other.guest == nil else { return }
        let sent = kind.sent(in: request)
        try await guesses.note(kind == .guest ? .guestToken : .deviceToken, by: visitor, in: guests.database) { db in
            guard kind == .guest, let sent else { return nil }
            let sql = """
                SELECT guest.id, guest.name, guest.houseID FROM guestSession JOIN guest ON guest.id = guestID
                WHERE tokenHash = ? AND isProgram
                """
            return try Row.fetchOne(db, sql: sql, arguments: [sent.hash]).map { (("house.guests", $0["id"], $0["name"]), $0["houseID"]) }
        }
    }

    /// The sender by token or else by cookies; throws `Problem` (403) for a request from a page of another site.
    fileprivate func present(_ request: Request, _ kind: HouseToken) throws -> GuestPageVisitor {
        if request.headers[.authorization] != nil {
            guard let token = kind.sent(in: request) else { return GuestPageVisitor() }
            return try guests.admin.brief.read { db in
                kind == .device
                    ? try GuestPageVisitor.find(device: token, guest: nil, educator: nil, now: .now, db)
                    : try GuestPageVisitor.find(program: token, now: .now, db)
            }
        }
        let device = guests.cookie(.device, request), guest = guests.cookie(.guest, request)
        guard device != nil else { return GuestPageVisitor() }
        if origin.isForeign(request) { throw Problem(.forbidden, "crossSite") }
        return try guests.admin.brief.read { try GuestPageVisitor.find(device: device, guest: guest, educator: nil, now: .now, $0) }
    }
}

extension GuestPageVisitor {
    /// The token alone suffices: it was issued on a proven device and ends with that device.
    fileprivate static func find(program token: Token, now: Date, _ db: Database) throws -> GuestPageVisitor {
        var present = GuestPageVisitor()
        let sql = "SELECT * FROM guestSession WHERE tokenHash = ? AND expiresAt > ? AND isProgram"
        guard let session = try GuestSession.fetchOne(db.cachedStatement(sql: sql), arguments: [token.hash, now]),
            let person = try Inhabitant.find(session.guestID, db), person.active
        else { return present }
        try present.signIn(person, session, now, db)
        return present
    }
}

extension Visitor {
    fileprivate func with(_ present: GuestPageVisitor) -> Visitor {
        var visitor = self
        visitor.person = present
        visitor.language = present.language ?? language
        return visitor
    }
}

extension Problem {
    /// A 401 with the way to sign in; `isBad` means that an invalid token was sent.
    static func entryNeeded(isBad: Bool = false) -> Problem {
        let challenge = "Bearer realm=\"Portico\"" + (isBad ? ", error=\"invalid_token\"" : "")
        return isBad
            ? Problem(.unauthorized, "token", headers: [.wwwAuthenticate: challenge])
            : Problem(.unauthorized, headers: [.wwwAuthenticate: challenge])
    }
}
