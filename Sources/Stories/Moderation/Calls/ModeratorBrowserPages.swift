import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The browsers that call a moderator, and the worker that shows the messages there.
struct ModeratorBrowserPages: Sendable {
    let moderation: ModerationPages

    /// Open, because a push service changes an address also when no session is left; the browser must know the old one.
    static let renewal = "/stories/moderators/renewal"

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("worker.js", use: worker)
        router.post("calls/browsers", use: add)
        router.post("calls/browsers/{id}/removal", use: remove)
    }

    @Sendable private func worker(_ request: Request, _ person: SignedIn) -> Response {
        PushWorker(home: "/admin/stories", renewal: Self.renewal).response(assets: moderation.pages.assets)
    }

    @Sendable private func add(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let browser = WebSubscription(endpoint: form["endpoint"], p256dh: form["p256dh"], auth: form["auth"])
        guard let browser, await moderation.admin.webPush.refusal(of: browser.address) == nil else {
            return try await ModeratorCallPages(moderation: moderation)
                .callsPage(request, person, typed: nil, why: "push.refused", status: .unprocessableContent)
        }
        let (account, label) = (person.accountID, Device.words(userAgent: request.headers[.userAgent]))
        return try await moderation.act(person, to: ModerationPages.calls) { words, db in
            try ModeratorBrowser.keep(browser, label, of: account, at: .now, db)
            try AuditEntry.write(db, "stories.calls.browser", by: person.actor, detail: ["device": label])
            // A person who has chosen nothing yet gets what cannot wait.
            let isNew = try ModeratorCall.of(account, db) == nil
            if isNew { try ModeratorCall(account: account, cases: .severe, daily: nil, quietFrom: nil, quietTo: nil).save(db) }
            try ModeratorCalls.announce(db)
            return Flash(words("stories.desk.calls.push.\(isNew ? "addedSevere" : "added")"))
        }
    }

    @Sendable private func remove(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (id, account) = (try person.storyID(), person.accountID)
        return try await moderation.act(person, to: ModerationPages.calls) { words, db in
            guard try ModeratorBrowser.remove(id, of: account, db) else { throw HTTPError(.notFound) }
            try AuditEntry.write(db, "stories.calls.browser", by: person.actor, detail: ["device": ""])
            return Flash(words("stories.desk.calls.push.removed"))
        }
    }
}

/// Records a browser's new address.
struct ModeratorRenewalPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Visitor>) {
        router.group("moderators").add(middleware: RateLimit(limit: 30, per: .seconds(60))).post("renewal", use: renew)
    }

    @Sendable private func renew(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        let browser = WebSubscription(endpoint: form["endpoint"], p256dh: form["p256dh"], auth: form["auth"])
        guard let browser, await stories.admin.webPush.refusal(of: browser.address) == nil else { throw HTTPError(.notFound) }
        let isKnown = try await stories.database.write { [old = form["old"]] in try browser.renew(old, in: "moderatorBrowser", $0) }
        guard isKnown else { throw HTTPError(.notFound) }
        return Response(status: .noContent)
    }
}
