import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

public struct GuestPages: Sendable {
    let admin: AdminContext
    let passwords: Passwords
    let secureCookie: Bool
    let push: Push
    let assets: Assets
    let broadcaster = HouseEventBroadcaster()

    var database: any DatabaseWriter { admin.database }
    var pages: Pages { admin.pages }

    public init(admin: AdminContext, passwords: Passwords, secureCookie: Bool, push: Push, assets: Assets) {
        (self.admin, self.passwords, self.secureCookie, self.push, self.assets) = (admin, passwords, secureCookie, push, assets)
    }

    /// Mounts the guests' pages; `router` serves `/` and knows who is signed in.
    public func addRoutes(to router: RouterGroup<Visitor>) {
        let door = router.group("house").add(middleware: SystemSwitch("house", of: admin)).add(middleware: GuestAuthenticator(guests: self))
        // The context's type admits only signed-in guests.
        let inside = door.group(context: GuestRequestContext.self)
        GuestSignInPages(guests: self).addRoutes(to: door, inside: inside)
        PairingPages(guests: self).addRoutes(to: door)
        GuestHomePages(guests: self).addRoutes(to: door, inside: inside)
        HouseAppPages(guests: self).addRoutes(to: door)
        OfflineSyncPages(guests: self).addRoutes(to: inside)
        ShoppingPages(guests: self).addRoutes(to: inside)
        ShoppingListPages(guests: self).addRoutes(to: inside)
        ShoppingListChangePages(guests: self).addRoutes(to: inside)
        PantryPages(guests: self).addRoutes(to: inside)
        HouseEventPages(guests: self).addRoutes(to: inside)
        GuestPushPages(guests: self).addRoutes(to: door, inside: inside)
        GuestNoticePages(guests: self).addRoutes(to: inside)
        HelpCallPages(guests: self).addRoutes(to: inside)
        IndependencePages(guests: self).addRoutes(to: inside)
        ClipPages(guests: self).addRoutes(to: inside)
        VoicePages(guests: self).addRoutes(to: inside)
        RecipeCategoryPages(guests: self).addRoutes(to: inside)
        RecipePages(guests: self).addRoutes(to: inside)
        RecipeThingsPages(guests: self).addRoutes(to: inside)
        RecipeStepPages(guests: self).addRoutes(to: inside)
        KitchenTimerPages(guests: self).addRoutes(to: inside)
        ClockPages(guests: self).addRoutes(to: inside)
        DayPages(guests: self).addRoutes(to: inside)
        MoneyPages(guests: self).addRoutes(to: inside)
        PricePages(guests: self).addRoutes(to: inside)
        PursePages(guests: self).addRoutes(to: inside)
    }

    /// Mounts the educators' pages; `router` serves `/admin`. `proof` guards new secrets of guests and new devices.
    public func addAdminRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) {
        let house = router.group("house").add(middleware: SystemSwitch("house", of: admin))
        let messages = HouseMessagePages(admin: admin, broadcaster: broadcaster)
        let lists = ShoppingListAdminPages(admin: admin, broadcaster: broadcaster)
        RecipeFiles(admin: admin).addRoutes(to: house)
        RecipeAsGuestPages(admin: admin).addRoutes(to: house)
        CataloguePages(admin: admin).addRoutes(to: house)
        HouseSettingsPages(admin: admin).addRoutes(to: house, proof: proof)
        messages.addRoutes(to: house)
        HelpCallAnswerPages(messages: messages).addRoutes(to: house)
        lists.addRoutes(to: house)
        ShoppingListFillingPages(lists: lists).addRoutes(to: house)
        IndependenceAdminPages(admin: admin).addRoutes(to: house)
        IndependenceOverviewPage(admin: admin).addRoutes(to: house)
        StockPage(admin: admin).addRoutes(to: house)
        DayDonePages(admin: admin).addRoutes(to: house)
        GuestPushAdminPages(admin: admin, push: push).addRoutes(to: house)
        ClipAdminPages(admin: admin).addRoutes(to: house)
        VoiceAdminPages(admin: admin).addRoutes(to: house)
        GuestSettingsPages(admin: admin, passwords: passwords).addRoutes(to: house, proof: proof)
    }

    func words(_ visitor: Visitor) -> Words { pages.words(for: visitor) }
    func words(_ person: GuestRequestContext) -> Words { pages.words(for: person.visitor) }

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
        let speech = present?.guest == nil ? nil : speechAddress(visitor.language)
        all["spokenHref"] = speech ?? false
        all["speaksTouch"] = preferences.isOn(.speechTouch)
        all["notice"] = present?.notice?.values(words(visitor)) ?? false
        if let message = present?.session?.message.flatMap(Message.init(json:)) { all["message"] = message.values }
        all.merge(KitchenTimer.running(of: present, speech: speech, words(visitor))) { $1 }
        all.merge(OfflineCopies.keeper(of: present)) { $1 }
        all.merge(values) { $1 }
        var response = try pages.page(template, all, for: visitor, request: request, status: status)
        response.headers[.cacheControl] = "no-store"
        response.headers[.porticoKeeper] = all["keeper"] as? String
        return response
    }

    func choices(
        _ title: String, back: String?, _ tiles: [GuestTile], _ values: Values = [:], for visitor: Visitor, _ request: Request,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let words = words(visitor)
        let sheet = Pagination(tiles.count, request)
        var all: Values = [
            "tiles": sheet.slice(tiles).map(\.values), "isNone": tiles.isEmpty, "none": words("living.nothing"), "lead": false,
            "search": false, "links": [Values](), "capitals": false, "without": false, "day": false,
        ]
        all.merge(sheet.values(words)) { $1 }
        all.merge(values) { $1 }
        return try page("house/guest-pages/choices", title, back: back, all, for: visitor, request, status: status)
    }
}

extension GuestPages: ErrorFrame {
    public func errorPage(_ status: HTTPResponse.Status, _ request: Request, _ visitor: Visitor) async throws -> Response? {
        guard admin.modulesOn.contains(where: { $0 == House.self }) else { return nil }
        var visitor = visitor
        if !(visitor.person is GuestPageVisitor) {
            let present = try present(request, educator: visitor.person as? SignedInPerson)
            visitor.person = present
            visitor.language = present.language ?? visitor.language
        }
        let kind =
            switch status.code {
            case 404: "notHere"
            case 429: "tooFast"
            case 500...: "broken"
            default: "notSo"
            }
        let words = words(visitor)
        return try page(
            "house/guest-pages/trouble", words("living.trouble.\(kind).title"), back: nil, ["text": words("living.trouble.\(kind).text")],
            for: visitor, request, status: status)
    }
}
