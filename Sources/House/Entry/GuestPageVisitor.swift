import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// Who stands before a guests' page: a paired device, an educator, and the guest who came in.
struct GuestPageVisitor: Person {
    var device: PairedDevice?
    var educator: SignedInPerson?
    var session: GuestSession?
    var guest: Inhabitant?
    var preferences = GuestPreferences()
    var timers: [KitchenTimer] = []
    /// What this guest has not answered yet.
    var notice: Notice?
    /// Whether this guest agreed that the helps he uses are counted.
    var isCounted = false
    /// Whether a person has spoken words of this house.
    var hasVoices = false
    /// Whether it is time to note that he uses this device: see `PushDevice`.
    var isToBeSeen = false
    var houseLanguage: Language?

    var displayName: String { guest?.name ?? educator?.displayName ?? "" }
    var language: Language? { houseLanguage ?? educator?.language }
    var isProved: Bool { guest != nil || educator != nil }
}

/// A browser that an educator has joined to a house.
struct PairedDevice: Codable, FetchableRecord, Sendable {
    let id: Int64
    let houseID: Int64
    let stays: Bool
}

/// Somebody who came in, on one browser.
struct GuestSession: Codable, FetchableRecord, Sendable {
    let id: Int64
    let guestID: Int64
    let deviceID: Int64?
    let accountID: Int64?
    var message: String?
}

/// A guest with the house he lives in.
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
    /// Whether an educator chose with what he comes in, where that needs something.
    let isReady: Bool

    var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }
    /// What people call him.
    var firstName: String { name.split(separator: " ").first.map(String.init) ?? name }
    /// The name that attempts are counted under.
    var attemptName: String { "house guest \(id)" }

    static let sql = """
        SELECT guest.id, guest.houseID, guest.name, guest.entry, guest.active, picture.file, house.name AS houseName, house.language, house.zone,
          guest.entry = 'none' OR EXISTS (SELECT 1 FROM guestSecret WHERE guestID = guest.id AND guestSecret.entry = guest.entry) AS isReady
        FROM guest JOIN house ON house.id = guest.houseID LEFT JOIN picture ON picture.id = guest.picture AND picture.deletedAt IS NULL
        WHERE guest.deletedAt IS NULL AND house.deletedAt IS NULL
        """

    static func find(_ id: Int64, _ db: Database) throws -> Inhabitant? {
        try fetchOne(db.cachedStatement(sql: sql + " AND guest.id = ?"), arguments: [id])
    }
}

/// Finds out which device, which educator and which guest a request comes from.
struct GuestAuthenticator: RouterMiddleware {
    typealias Context = Visitor

    let living: GuestPages

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var context = context
        var present = try living.present(request, educator: context.person as? SignedInPerson)
        if request.isForKeeping {
            present.notice = nil
            present.session?.message = nil
        }
        context.person = present
        context.language = present.language ?? context.language
        let response = try await next(request, context)
        guard response.status == .ok, response.headers[.contentType]?.hasPrefix("text/html") == true else { return response }
        // The page for when there is no network is nobody's, and shows neither message nor notice.
        guard response.headers[.porticoKeeper] != "" else { return response }
        // A fragment that a script asks for has no place for the message: a whole page, which says whose it is, will show it.
        if response.headers[.porticoKeeper] == nil { present.session?.message = nil }
        try await note(present)
        return response
    }

    /// A message is shown once, and who was shown a notice has seen it.
    private func note(_ present: GuestPageVisitor) async throws {
        let hasNews = present.notice != nil && present.notice?.seenAt == nil
        guard let session = present.session, session.message != nil || hasNews || present.isToBeSeen else { return }
        try await living.database.writeIfPossible { db in
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
            let person = try Inhabitant.find(session.guestID, db), person.active, present.mayLetIn(session, person)
        else { return present }
        try present.letIn(person, session, now, db)
        return present
    }

    mutating func letIn(_ person: Inhabitant, _ session: GuestSession, _ now: Date, _ db: Database) throws {
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

    /// A session holds only on the device it began on, or while the educator who tries it is signed in.
    private func mayLetIn(_ session: GuestSession, _ guest: Inhabitant) -> Bool {
        if let id = session.deviceID { return device?.id == id && device?.houseID == guest.houseID }
        return educator?.account.id == session.accountID && mayTry(houseID: guest.houseID)
    }

    /// Whether whoever is signed in keeps a house, and so sees its entrance anywhere.
    func mayTry(houseID: Int64) -> Bool { educator?.grants.may(House.trying, in: houseID) ?? false }

    /// Whether this browser is shown the people of a house.
    func maySee(houseID: Int64) -> Bool { device?.houseID == houseID || mayTry(houseID: houseID) }
}

/// A request of a guest who has come in.
struct GuestRequestContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    var visitor: Visitor
    let guest: Inhabitant
    let session: GuestSession
    let preferences: GuestPreferences
    let notice: Notice?

    /// - Throws: `EntryNeeded` when nobody came in.
    init(context: Visitor) throws {
        guard let present = context.person as? GuestPageVisitor, let guest = present.guest, let session = present.session else {
            throw EntryNeeded()
        }
        coreContext = context.coreContext
        visitor = context
        (self.guest, self.session, preferences, notice) = (guest, session, present.preferences, present.notice)
    }

    /// The number in an address; anything else is not found.
    func id(_ name: String = "id") throws -> Int64 {
        guard let id = parameters.recordID(name) else { throw HTTPError(.notFound) }
        return id
    }
}

/// Nobody came in: the way leads back to the door.
struct EntryNeeded: HTTPResponseError {
    let status = HTTPResponse.Status.seeOther

    func response(from request: Request, context: some RequestContext) -> Response { .redirect(to: "/house") }
}

extension GuestPages {
    /// Who stands behind a request, by its cookies.
    func present(_ request: Request, educator: SignedInPerson?) throws -> GuestPageVisitor {
        let device = cookie(.device, request), guest = cookie(.guest, request)
        return try admin.brief.read { try GuestPageVisitor.find(device: device, guest: guest, educator: educator, now: .now, $0) }
    }

    enum CookieName: String { case device = "portico-device", guest = "portico-guest" }

    func cookie(_ name: CookieName, _ request: Request) -> Token? {
        request.cookie(full(name)).flatMap(Token.init(sent:))
    }

    /// - Parameter age: seconds; nil until the browser is closed, 0 to take it away.
    func set(_ name: CookieName, _ value: String, age: Int?, in response: inout Response) {
        let life = age.map { "; Max-Age=\($0)" } ?? ""
        let text = "\(full(name))=\(value)\(life); Path=/; HttpOnly; SameSite=Lax" + (secureCookie ? "; Secure" : "")
        response.headers.append(.init(name: .setCookie, value: text))
    }

    private func full(_ name: CookieName) -> String { (secureCookie ? "__Host-" : "") + name.rawValue }
}
