import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The pages of guests, and those with which educators manage access, preferences, lists and messages.
public struct GuestPages: Sendable {
    let admin: AdminContext
    let passwords: Passwords
    let secureCookie: Bool
    let push: Push
    let assets: Assets
    let broadcaster = HouseEventBroadcaster()
    let sounds = SoundProcessor()

    var database: any DatabaseWriter { admin.database }
    var pages: Pages { admin.pages }

    public init(admin: AdminContext, passwords: Passwords, secureCookie: Bool, push: Push, assets: Assets) {
        (self.admin, self.passwords, self.secureCookie, self.push, self.assets) = (admin, passwords, secureCookie, push, assets)
    }

    /// Mounts the guests' pages; `router` serves `/` and knows who is signed in.
    public func addRoutes(to router: RouterGroup<Visitor>) {
        let door = router.group("house").add(middleware: SystemSwitch("house", of: admin)).add(middleware: GuestAuthenticator(living: self))
        door.get("", use: entrance)
        door.get("device", use: showPairing)
        door.post("device", use: pair)
        door.get("guests/{id}/entry", use: showEntry)
        door.post("guests/{id}/entry", use: enter)
        door.get("help", use: help)
        addAppRoutes(to: door)
        addPushRoutes(to: door)

        // The context's type admits only signed-in guests.
        let inside = door.group(context: GuestRequestContext.self)
        inside.get("home", use: home)
        inside.post("exit", use: leave)
        inside.post("sync", use: sync)
        addShoppingRoutes(to: inside)
        addMessageRoutes(to: inside)
        addCallRoutes(to: inside)
        addIndependenceRoutes(to: inside)
        addPushRoutes(inside: inside)
        addVoiceRoutes(to: inside)
        CookingPages(living: self).addRoutes(to: inside)
        ClockPages(living: self).addRoutes(to: inside)
        MoneyPages(living: self).addRoutes(to: inside)
    }

    /// Mounts the educators' pages; `router` serves `/admin`. `proof` guards new secrets of guests and new devices.
    public func addDeskRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) {
        let admin = router.group("house").add(middleware: SystemSwitch("house", of: admin))
        RecipeFiles(admin: self.admin).addRoutes(to: admin)
        CataloguePages(admin: self.admin).addRoutes(to: admin)
        admin.get("living", use: showHouse)
        admin.post("living", use: saveHouse)
        admin.group("living/pairing").add(middleware: proof).post("", use: makePairing)
        admin.post("living/devices/{device}/ending", use: endDevice)
        admin.get("messages", use: showMessages)
        admin.post("messages", use: sendMessage)
        admin.post("messages/calls/{call}/answer", use: answerCall)
        addListRoutes(to: admin)
        addIndependenceRoutes(toDesk: admin)
        addPushDeskRoutes(to: admin)
        addVoiceRoutes(toDesk: admin)

        let guest = admin.group("guests/{id}/living")
        guest.get("", use: showGuest)
        guest.post("", use: saveGuest)
        guest.group("secret").add(middleware: proof).post("", use: saveSecret)
        guest.post("unlocking", use: unlock)
        guest.post("sessions/{session}/ending", use: endSession)
    }

    /// Renders a guest's page. `template` is below `living`, or includes another feature's folder; `back` is nil without a previous page.
    func page(
        _ template: String, _ title: String, back: String?, _ values: Values, for visitor: Visitor, _ request: Request,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let present = visitor.person as? GuestPageVisitor
        let preferences = present?.preferences ?? GuestPreferences()
        var all: Values = [
            "title": title, "back": back ?? false, "homeHref": present?.guest == nil ? "/house" : "/house/home",
            "here": request.uri.description, "stay": request.uri.description, "question": false, "backLabel": false,
            "nowMilliseconds": String(Int(cutting: Date.now.timeIntervalSince1970 * 1000)),
            "textSize": preferences[.textSize], "contrast": preferences[.contrast], "motion": preferences[.motion],
            "speech": preferences[.speech], "speechRate": preferences[.speechRate],
            "sounds": preferences.isOn(.sounds), "token": Token().text, "message": false, "isHelp": false,
            "who": present?.guest.map { ["name": $0.firstName, "isTried": present?.session?.accountID != nil] as Values } ?? false,
        ]
        all["isCounted"] = present?.isCounted ?? false
        all["hasVoices"] = present?.hasVoices ?? false
        all["notice"] = present?.notice?.values(pages.words(for: visitor)) ?? false
        if let message = present?.session?.message.flatMap(Message.init(json:)) { all["message"] = message.values }
        all.merge(runningTimers(present, visitor)) { $1 }
        all.merge(Self.keeping(present)) { $1 }
        all.merge(values) { $1 }
        var response = try pages.page(
            template.contains("/") ? template : "living/\(template)", all, for: visitor, request: request, status: status)
        response.headers[.cacheControl] = "no-store"
        response.headers[.porticoKeeper] = all["keeper"] as? String
        return response
    }

    func choices(
        _ title: String, back: String?, _ tiles: [GuestTile], _ values: Values = [:], for visitor: Visitor, _ request: Request,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let words = pages.words(for: visitor)
        let sheet = Pagination(tiles.count, request)
        var all: Values = [
            "tiles": sheet.slice(tiles).map(\.values), "isNone": tiles.isEmpty, "none": words("living.nothing"), "lead": false,
            "search": false, "links": [Values](), "capitals": false,
        ]
        all.merge(sheet.values(words)) { $1 }
        all.merge(values) { $1 }
        return try page("choices", title, back: back, all, for: visitor, request, status: status)
    }
}

struct GuestTile: Sendable {
    var label: String
    var href: String?
    var file: String?
    /// A file of `Public/images/doors`, used without a picture.
    var drawing: String?
    var icon = "house"
    var text: String?
    /// The product that a press adds to the list; makes the tile a button.
    var product: Int64?
    var isDone = false
    /// The longest text that a press can produce; its space is reserved, so nothing moves.
    var room: String?

    var values: Values {
        [
            "id": product.map { "p\($0)" } ?? false, "label": label, "href": href ?? false, "icon": icon, "text": text ?? false,
            "picture": file.map { Picture.address(file: $0, .medium) } ?? false, "drawing": drawing ?? false,
            "product": product.map(String.init) ?? false, "room": room ?? false,
            "isDone": isDone,
        ]
    }
}

/// The last outcome, shown on the next page with an undo.
struct Message: Codable, Sendable {
    var text: String
    var undo: String?
    var undoValue = ""
    /// The form field of the undo; nil is `removal`.
    var undoName: String?
    /// The label of the undo; nil is "as it was before".
    var undoLabel: String?

    init(_ text: String, undo: String? = nil, undoValue: String = "", undoName: String? = nil, undoLabel: String? = nil) {
        (self.text, self.undo, self.undoValue) = (text, undo, undoValue)
        (self.undoName, self.undoLabel) = (undoName, undoLabel)
    }

    init?(json: String) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
        self = read
    }

    var json: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}" }
    var values: Values {
        [
            "text": text, "undo": undo ?? false, "undoValue": undoValue, "undoName": undoName ?? "removal",
            "undoLabel": undoLabel ?? false,
        ]
    }
}
