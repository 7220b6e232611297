import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

// For whom a program calls. One that brings a token is judged by it alone; its cookies are not looked at.

/// Lets guests in: by the token of `POST /session`, or as pages do, by the cookies of a device and of who came in on it.
struct GuestCallers: RouterMiddleware {
    typealias Context = Visitor

    let api: GuestAPI

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let present = try api.present(request, .guest)
        guard present.guest != nil else {
            try await api.noteGuess(request, .guest, context)
            throw Problem.entryNeeded(isBad: request.headers[.authorization] != nil)
        }
        return try await next(request, context.with(present))
    }
}

/// Finds out what stands at the door: a device, by its token or its cookie, or nothing that is known.
struct DoorCallers: RouterMiddleware {
    typealias Context = Visitor

    let api: GuestAPI

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let present = try api.present(request, .device)
        if request.headers[.authorization] != nil, present.device == nil {
            try await api.noteGuess(request, .device, context)
            throw Problem.entryNeeded(isBad: true)
        }
        return try await next(request, context.with(present))
    }
}

/// Lets guests in, the devices of a house, and educators by their tokens or sessions.
struct EitherCaller: RouterMiddleware {
    typealias Context = Visitor

    let api: GuestAPI
    let callers: Callers

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var present = try api.present(request, .guest)
        if present.guest == nil, present.device == nil { present = try api.present(request, .device) }
        if present.guest != nil || present.device != nil { return try await next(request, context.with(present)) }
        for kind in [HouseToken.guest, .device] where kind.sent(in: request) != nil {
            try await api.noteGuess(request, kind, context)
            throw Problem.entryNeeded(isBad: true)
        }
        return try await callers.handle(request, context: context, next: next)
    }
}

/// Lets the first app in: on a device of the house, or for a guest.
struct OldAppCallers: RouterMiddleware {
    typealias Context = Visitor

    let api: GuestAPI

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var present = try api.present(request, .device)
        if present.device == nil { present = try api.present(request, .guest) }
        guard present.device != nil || present.guest != nil else {
            try await api.noteGuess(request, HouseToken.guest.sent(in: request) == nil ? .device : .guest, context)
            throw Problem.entryNeeded()
        }
        return try await next(request, context.with(present))
    }
}

/// What programs of a house send as `Authorization: Bearer …`.
enum HouseToken: String {
    /// Of a device that was joined to a house.
    case device = "ptd_"
    /// Of a guest who came in.
    case guest = "ptg_"

    func text(_ token: Token) -> String { rawValue + token.text }

    func sent(in request: Request) -> Token? {
        let header = request.headers[.authorization] ?? ""
        guard header.lowercased().hasPrefix("bearer \(rawValue)") else { return nil }
        return Token(sent: String(header.dropFirst("Bearer ".count + rawValue.count)))
    }
}

extension GuestAPI {
    /// Counts a token that opens nothing: one that has run out, of a device that was taken away, or an invented one.
    fileprivate func noteGuess(_ request: Request, _ kind: HouseToken, _ visitor: Visitor) async throws {
        guard let header = request.headers[.authorization], !header.lowercased().hasPrefix("bearer ptc_") else { return }
        // A good token at another's door is no guess.
        let other = try present(request, kind == .guest ? .device : .guest)
        guard other.device == nil, other.guest == nil else { return }
        let sent = kind.sent(in: request)
        try await guesses.note(kind == .guest ? .guestToken : .deviceToken, by: visitor, in: living.database) { db in
            guard kind == .guest, let sent else { return nil }
            let sql = """
                SELECT guest.id, guest.name, guest.houseID FROM guestSession JOIN guest ON guest.id = guestID
                WHERE tokenHash = ? AND isProgram
                """
            return try Row.fetchOne(db, sql: sql, arguments: [sent.hash]).map { (("house.guests", $0["id"], $0["name"]), $0["houseID"]) }
        }
    }

    /// Whoever a request comes from, as far as its token or, where it brings none, its cookies say.
    /// - Throws: `Problem` (403) when a page of another site made a browser ask: what is read here is read by programs.
    fileprivate func present(_ request: Request, _ kind: HouseToken) throws -> GuestPageVisitor {
        if request.headers[.authorization] != nil {
            guard let token = kind.sent(in: request) else { return GuestPageVisitor() }
            return try living.admin.brief.read { db in
                kind == .device
                    ? try GuestPageVisitor.find(device: token, guest: nil, educator: nil, now: .now, db)
                    : try GuestPageVisitor.find(program: token, now: .now, db)
            }
        }
        let device = living.cookie(.device, request), guest = living.cookie(.guest, request)
        guard device != nil else { return GuestPageVisitor() }
        if origin.isForeign(request) { throw Problem(.forbidden, "crossSite") }
        return try living.admin.brief.read { try GuestPageVisitor.find(device: device, guest: guest, educator: nil, now: .now, $0) }
    }
}

extension GuestPageVisitor {
    /// By the token alone: whoever has it proved the device when he came in, and it ends with the device.
    fileprivate static func find(program token: Token, now: Date, _ db: Database) throws -> GuestPageVisitor {
        var present = GuestPageVisitor()
        let sql = "SELECT * FROM guestSession WHERE tokenHash = ? AND expiresAt > ? AND isProgram"
        guard let session = try GuestSession.fetchOne(db.cachedStatement(sql: sql), arguments: [token.hash, now]),
            let person = try Inhabitant.find(session.guestID, db), person.active
        else { return present }
        try present.letIn(person, session, now, db)
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
    /// 401, with the way to come in.
    /// - Parameter isBad: a token was sent and is none.
    static func entryNeeded(isBad: Bool = false) -> Problem {
        let challenge = "Bearer realm=\"Portico\"" + (isBad ? ", error=\"invalid_token\"" : "")
        return isBad
            ? Problem(.unauthorized, "token", headers: [.wwwAuthenticate: challenge])
            : Problem(.unauthorized, headers: [.wwwAuthenticate: challenge])
    }
}
