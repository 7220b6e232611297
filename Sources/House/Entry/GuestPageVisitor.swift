import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The caller of a guests' page: the paired device, the educator and the signed-in guest.
struct GuestPageVisitor: VisitorIdentity {
    var device: PairedDevice?
    var educator: SignedInPerson?
    var session: GuestSession?
    var guest: Inhabitant?
    var preferences = GuestPreferences()
    var timers: [KitchenTimer] = []
    var notice: Notice?
    var isCounted = false
    var hasVoices = false
    /// Whether to record that the guest uses this device: see `PushDevice`.
    var isToBeSeen = false
    var houseLanguage: Language?
    /// The house whose products anybody may read: see `LegacyAppSetting`.
    var openHouse: Int64?

    var displayName: String { guest?.name ?? educator?.displayName ?? "" }
    var language: Language? { houseLanguage ?? educator?.language }
    var isProved: Bool { guest != nil || educator != nil }
}

struct PairedDevice: Codable, FetchableRecord, Sendable {
    let id: Int64
    let houseID: Int64
    let stays: Bool
}

struct GuestSession: Codable, FetchableRecord, Sendable {
    let id: Int64
    let guestID: Int64
    let deviceID: Int64?
    let accountID: Int64?
    var message: String?
}

struct Inhabitant: Codable, FetchableRecord, Sendable {
    let id: Int64
    let houseID: Int64
    let name: String
    let entry: String
    let active: Bool
    let file: String?
    let houseName: String
    let language: String
    let zone: String
    let isReady: Bool

    var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }
    var firstName: String { name.split(separator: " ").first.map(String.init) ?? name }
    var attemptName: String { "house guest \(id)" }

    static let sql = """
        SELECT guest.id, guest.houseID, guest.name, guest.entry, guest.active, picture.file, house.name AS houseName, house.language, house.zone,
          guest.entry = 'none' OR EXISTS (SELECT 1 FROM guestSecret WHERE guestID = guest.id AND guestSecret.entry = guest.entry) AS isReady
        FROM guest JOIN house ON house.id = guest.houseID LEFT JOIN picture ON picture.id = guest.picture AND \(Picture.notTrashed)
        WHERE \(Guest.notTrashed) AND \(Household.notTrashed)
        """

    static func find(_ id: Int64, _ db: Database) throws -> Inhabitant? {
        try fetchOne(db.cachedStatement(sql: sql + " AND guest.id = ?"), arguments: [id])
    }
}

struct GuestAuthenticator: RouterMiddleware {
    typealias Context = Visitor

    let guests: GuestPages

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var context = context
        var present = try guests.present(request, educator: context.person as? SignedInPerson)
        if request.isForKeeping {
            present.notice = nil
            present.session?.message = nil
        }
        context.person = present
        context.language = present.language ?? context.language
        let response = try await next(request, context)
        guard response.status == .ok, response.headers[.contentType]?.hasPrefix("text/html") == true else { return response }
        // The offline page belongs to no guest and shows neither message nor notice.
        guard response.headers[.porticoKeeper] != "" else { return response }
        // A fragment fetched by a script has no place for the message; the next whole page shows it.
        if response.headers[.porticoKeeper] == nil { present.session?.message = nil }
        try await note(present)
        return response
    }

    private func note(_ present: GuestPageVisitor) async throws {
        let hasNews = present.notice != nil && present.notice?.seenAt == nil
        guard let session = present.session, session.message != nil || hasNews || present.isToBeSeen else { return }
        try await guests.database.writeIfPossible { db in
            if let message = session.message {
                try db.execute(
                    sql: "UPDATE guestSession SET message = NULL WHERE id = ? AND message = ?", arguments: [session.id, message])
            }
            if let notice = present.notice { try Notice.seen(notice.id, by: session.guestID, at: .now, db) }
            if present.isToBeSeen { try PushDevice.see(session.guestID, on: session.deviceID, at: .now, db) }
        }
    }
}

extension GuestPageVisitor {
    static func find(device: Token?, guest: Token?, educator: SignedInPerson?, now: Date, _ db: Database) throws -> GuestPageVisitor {
        var present = GuestPageVisitor(educator: educator)
        if let device {
            let sql = "SELECT id, houseID, stays FROM houseDevice WHERE tokenHash = ?"
            present.device = try PairedDevice.fetchOne(db.cachedStatement(sql: sql), arguments: [device.hash])
        }
        if let house = present.device?.houseID {
            let code = try String.fetchOne(db, sql: "SELECT language FROM house WHERE id = ?", arguments: [house])
            present.houseLanguage = code.flatMap(Language.init(rawValue:))
            present.preferences = try GuestPreferences.of(nil, house: house, db)
        }
        guard let guest else { return present }
        let sql = "SELECT * FROM guestSession WHERE tokenHash = ? AND expiresAt > ? AND NOT isProgram"
        guard let session = try GuestSession.fetchOne(db.cachedStatement(sql: sql), arguments: [guest.hash, now]),
            let person = try Inhabitant.find(session.guestID, db), person.active, present.maySignIn(session, person)
        else { return present }
        try present.signIn(person, session, now, db)
        return present
    }

    mutating func signIn(_ person: Inhabitant, _ session: GuestSession, _ now: Date, _ db: Database) throws {
        self.session = session
        guest = person
        preferences = try GuestPreferences.of(person.id, house: person.houseID, db)
        timers = try KitchenTimer.all(of: person.id, now: now, db)
        houseLanguage = preferences.language(of: person)
        notice = try Notice.waiting(for: person.id, db)
        isCounted = try session.accountID == nil && Independence.isOn(person.id, db)
        hasVoices = try Voice.isAny(in: person.houseID, db)
        if let device = session.deviceID { isToBeSeen = try PushDevice.isToBeSeen(person.id, on: device, at: now, db) }
    }

    /// A session is valid only on its own device, or while the educator who tries it is signed in.
    private func maySignIn(_ session: GuestSession, _ guest: Inhabitant) -> Bool {
        if let id = session.deviceID { return device?.id == id && device?.houseID == guest.houseID }
        return educator?.account.id == session.accountID && mayTry(houseID: guest.houseID)
    }

    /// Whether the signed-in educator keeps the house and so sees its entrance on any device.
    func mayTry(houseID: Int64) -> Bool { educator?.grants.may(House.trying, in: houseID) ?? false }

    func maySee(houseID: Int64) -> Bool { device?.houseID == houseID || mayTry(houseID: houseID) }
}

struct GuestRequestContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    var visitor: Visitor
    let guest: Inhabitant
    let session: GuestSession
    let preferences: GuestPreferences
    let notice: Notice?

    init(context: Visitor) throws {
        guard let present = context.person as? GuestPageVisitor, let guest = present.guest, let session = present.session else {
            throw EntryNeeded()
        }
        coreContext = context.coreContext
        visitor = context
        (self.guest, self.session, preferences, notice) = (guest, session, present.preferences, present.notice)
    }

    /// Throws not found when the path component is no number.
    func id(_ name: String = "id") throws -> Int64 {
        guard let id = parameters.recordID(name) else { throw HTTPError(.notFound) }
        return id
    }
}

struct EntryNeeded: HTTPResponseError {
    let status = HTTPResponse.Status.seeOther

    func response(from request: Request, context: some RequestContext) -> Response { .redirect(to: "/house") }
}
