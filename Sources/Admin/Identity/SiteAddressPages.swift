import Accounts
import GRDB
import Hummingbird
import Web

struct SiteAddressPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/site/address"
    static let permission: Permission = "admin.site.edit"

    func addRoutes(to group: RouterGroup<SignedIn>, proof: RecentProof) {
        group.get("", use: show)
        group.group().add(middleware: proof).post("", use: confirm)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in ("admin/identity/address", try page(nil, nil, request, db, context)) }
    }

    /// Expects `address`, and `sending` to also send what waited in a copy.
    @Sendable func confirm(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        guard let address = admin.publicURL ?? SiteAddress(form["address"])?.text else {
            return try await admin.page(person, request, status: .unprocessableContent) { db, context in
                ("admin/identity/address", try page(form, context.words("identity.refused"), request, db, context))
            }
        }
        let wasQuiet = try await admin.database.write { db -> Bool in
            let wasQuiet = try SiteIdentity.isQuiet(db)
            try SiteIdentity.confirm(address, db)
            let sending = form["sending"] == "yes"
            try SiteIdentity.leaveQuietMode(sending: sending, admin.modules, at: db.transactionDate, db)
            if try Mail.withoutAddress(db) > 0 { try Outbox.wake(db) }
            let detail = wasQuiet ? ["address": address, "sending": sending ? "yes" : "no"] : ["address": address]
            try AuditEntry.write(db, wasQuiet ? "site.speak" : "site.address", by: person.actor, detail: detail)
            return wasQuiet
        }
        let text = admin.words(person)("identity.\(wasQuiet ? "speaks" : "confirmed")", ["address": address])
        return try await admin.redirect(person, to: "/admin", Flash(text))
    }

    private func page(
        _ form: Form?, _ error: String?, _ request: Request, _ db: Database, _ context: FormContext
    ) throws -> Values {
        let (words, identity) = (context.words, try SiteIdentity.current(db))
        let proposed = form?["address"] ?? identity.address ?? admin.origin(of: request)
        let waiting = try SiteIdentity.waiting(db)
        let heading = words("identity.title")
        return [
            "title": heading, "heading": heading, "action": Self.address, "address": proposed, "error": error ?? false,
            "errors": error.map {
                [
                    "title": words("admin.errors", count: 1),
                    "items": [["href": "#f-address", "text": words("identity.address") + ": " + $0] as Values],
                ]
                    as Values
            } ?? false,
            "fixed": admin.publicURL ?? false, "known": identity.address ?? false, "isQuiet": identity.quietSince != nil,
            "quiet": try identity.quietText(context) ?? false,
            "waiting": identity.quietSince == nil
                ? false
                : words(
                    "identity.waiting",
                    ["mails": words.language.number(waiting.mails), "deliveries": words.language.number(waiting.deliveries)]),
            "sending": form?["sending"] == "yes",
            "submit": words(identity.quietSince == nil ? "identity.confirm" : "identity.thisIs"),
            "identity": false, "breadcrumbs": [["label": words("admin.menu.site"), "href": SitePages.address]] as [Values],
        ]
    }
}

extension SiteIdentity {
    func quietText(_ context: FormContext) throws -> String? {
        guard let quietSince, let quietReason else { return nil }
        let since = context.words.language.relativeMoment(quietSince, now: .now, in: context.zone)
        return context.words("identity.quiet.\(quietReason.rawValue)", ["since": since])
    }
}

extension AdminContext {
    func identityNotice(_ person: SignedIn, _ request: Request, _ context: FormContext) throws -> Values? {
        let mayConfirm = person.grants.may(SiteAddressPages.permission, in: nil)
        let identity = try SiteIdentity.current(context.db)
        var text = try identity.quietText(context)
        if text == nil, mayConfirm, request.uri.path == "/admin", try knownOrigin(context.db) == nil {
            let count = try Mail.withoutAddress(context.db)
            if count > 0 { text = context.words("identity.noAddress", count: count) }
        }
        guard let text else { return nil }
        let address = origin(of: request)
        return [
            "text": text, "href": mayConfirm ? SiteAddressPages.address : false, "label": context.words("identity.more"),
            "button": mayConfirm ? ["address": address, "label": context.words("identity.button", ["address": address])] as Values : false,
        ]
    }
}
