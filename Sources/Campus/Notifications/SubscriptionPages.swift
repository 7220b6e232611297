import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// Starting and ending notifications without an account. The form on an event's page subscribes to changes of that event.
struct SubscriptionPages: Sendable {
    let admin: AdminContext
    let alerts: AlertPages
    let events: EventPages

    private var isSecure: Bool { admin.publicURL?.hasPrefix("https://") ?? false }

    func addRoutes(to campus: RouterGroup<Visitor>) {
        campus.get("worker.js", use: worker)
        let acts = campus.group("alerts/ways").add(middleware: RateLimit(limit: 30, per: .seconds(60)))
        acts.post("browser", use: subscribeBrowser)
        acts.post("renewal", use: renew)
        acts.post("{id}", use: choose)
        acts.post("{id}/removal", use: remove)
        // Limited, so that strangers cannot flood a mailbox.
        campus.group("alerts/ways").add(middleware: RateLimit(limit: 10, per: .seconds(3_600))).post("mail", use: subscribeByMail)
    }

    /// `endpoint`, `p256dh` and `auth` of the browser's subscription, and the choices.
    @Sendable func subscribeBrowser(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        let browser = WebSubscription(endpoint: form["endpoint"], p256dh: form["p256dh"], auth: form["auth"])
        guard let browser, await admin.webPush.refusal(of: browser.address) == nil else {
            return try await refuse(form, "browser", request, visitor)
        }
        guard let choices = SubscriptionChoices(form) else { return try await refuse(form, "choice", request, visitor) }
        let label = Device.words(userAgent: request.headers[.userAgent])
        return try await tell(form, request, visitor, "browser") { reader, words, db in
            let language = LanguageVersion(words.language, isEasy: visitor.isEasy)
            try Subscription.keep(browser, choices, label, language, of: reader, at: .now, db)
        }
    }

    /// `email` and the choices. The response is the same for every address.
    @Sendable func subscribeByMail(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        guard MailAddress.isValid(form["email"]) else { return try await refuse(form, "email", request, visitor) }
        guard let choices = SubscriptionChoices(form) else { return try await refuse(form, "choice", request, visitor) }
        return try await tell(form, request, visitor, "mail") { reader, words, db in
            try MailChannel.ask(form["email"], choices, words, easy: visitor.isEasy, origin: admin.mailOrigin(db), of: reader, at: .now, db)
        }
    }

    private func tell(
        _ form: Form, _ request: Request, _ visitor: Visitor, _ kind: String,
        _ keep: @escaping @Sendable (Int64, Words, Database) throws -> Void
    ) async throws -> Response {
        let event = form.recordID("event")
        return try await act(request, visitor, back: event.map(FollowingPages.address) ?? AlertPages.address) { reader, words, db in
            guard let event else {
                try keep(reader, words, db)
                return Flash(words("campus.tell.done.\(kind)"))
            }
            // An existing subscription, perhaps from another window, keeps its choices.
            if try Subscription.all(of: reader, db).isEmpty { try keep(reader, words, db) }
            let flash = try FollowingPages(subscriptions: self).follow(event, of: reader, words, db)
            return kind == "mail" ? Flash(flash.text + " " + words("campus.tell.done.mail"), kind: flash.kind) : flash
        }
    }

    @Sendable func choose(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        guard let choices = SubscriptionChoices(form) else { return try await refuse(form, "choice", request, visitor) }
        let id = visitor.parameters.recordID("id")
        return try await act(request, visitor) { reader, words, db in
            guard let subscription = try Subscription.find(id, of: reader, db) else { throw HTTPError(.notFound) }
            try choices.keep(for: subscription.id, db)
            return Flash(words("campus.tell.done.choices"))
        }
    }

    @Sendable func remove(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let id = visitor.parameters.recordID("id")
        let form = try await Form.read(request)
        return try await act(request, visitor, back: form["next"] == "mine" ? "/campus/mine" : AlertPages.address) { reader, words, db in
            try Subscription.find(id, of: reader, db)?.remove(db)
            return Flash(words("campus.tell.done.removed"))
        }
    }

    /// Sent by the browser with `old`, `endpoint`, `p256dh` and `auth` when its push service changes the address.
    @Sendable func renew(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        let browser = WebSubscription(endpoint: form["endpoint"], p256dh: form["p256dh"], auth: form["auth"])
        guard let browser, await admin.webPush.refusal(of: browser.address) == nil else { throw HTTPError(.notFound) }
        let isKnown = try await admin.database.write { [old = form["old"]] in
            try browser.renew(old, in: "campusWay", where: "channel = 'push'", $0)
        }
        guard isKnown else { throw HTTPError(.notFound) }
        return Response(status: .noContent)
    }

    @Sendable func worker(_ request: Request, _ visitor: Visitor) -> Response {
        let assets = admin.pages.assets
        let push = PushWorker(home: "/campus", renewal: AlertPages.address + "/ways/renewal")
        let files = ["push-worker.js", "campus/copies.js"].map { "\"\(assets)/js/\($0)\"" }.joined(separator: ", ")
        var headers = push.response(assets: assets).headers
        headers[.contentLength] = nil
        let script = "\(push.preface)\nself.assets = \"\(assets)\";\nimportScripts(\(files));\n"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: script)))
    }

    private func refuse(_ form: Form, _ why: String, _ request: Request, _ visitor: Visitor) async throws -> Response {
        let typed = SubscriptionForm.Typed(form: form, why: why)
        guard let event = form.recordID("event") else {
            return try await alerts.list(request, visitor, typed, status: .unprocessableContent)
        }
        let rendering = events.rendering(for: visitor)
        let found = try await admin.database.read { try EventPages.item(event, rendering, $0) }
        guard let found else { throw HTTPError(.notFound) }
        return try await events.page(of: found, request, visitor, typed, status: .unprocessableContent)
    }

    func act(
        _ request: Request, _ visitor: Visitor, back: String = AlertPages.address,
        _ make: @escaping @Sendable (Int64, Words, Database) throws -> Flash
    ) async throws -> Response {
        let words = admin.pages.words(for: visitor)
        let token = try await admin.database.write { db -> Token? in
            let reader = try CampusReader.make(request, db)
            let flash = try make(reader.id, words, db)
            try CampusReader.say(flash.text, kind: flash.kind, to: reader.id, db)
            return reader.token
        }
        var response = Response.redirect(to: back)
        if let token { CampusReader.setCookie(token, in: &response, isSecure: isSecure) }
        return response
    }
}
