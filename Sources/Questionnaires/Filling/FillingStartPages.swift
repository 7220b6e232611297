import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct FillingStartPages: Sendable {
    let filling: FillingContext

    private var admin: AdminContext { filling.admin }

    func addRoutes(to offer: RouterGroup<SignedIn>) {
        offer.get("", use: start)
        offer.post("discarding", use: discard)
    }

    @Sendable private func start(_ request: Request, _ person: SignedIn) async throws -> Response {
        if let elsewhere = try await filling.redirect(person) { return elsewhere }
        let words = filling.words(person)
        let (session, about) = try await admin.database.read { db -> (FillingSession, String) in
            let found = try filling.findSession(person, db)
            return (found, try OfferText.about(found.offer, in: words.language, db))
        }
        let (pages, gap) = (session.navigation.pages, filling.gap(session, words))
        let values: Values = [
            "title": session.title, "about": about.isEmpty ? false : about, "note": session.note.isEmpty ? false : session.note,
            "isAnonymous": session.isAnonymous, "isOpen": session.isOpen, "address": session.address, "hasDraft": session.hasDraft,
            "isCarried": session.isCarried, "isLost": session.isLost, "gap": gap.notice(withTitle: session.isTitleOriginal, words),
            "titleLanguage": session.isTitleOriginal && gap.isForeign ? gap.original.rawValue as any Sendable : false,
            "length": words(
                "questionnaires.fill.length", ["minutes": String(Paths(session.outline).minutes)], count: pages.count),
            "begin": session.current, "easyHref": session.isOneByOne ? false : session.easy,
        ]
        return try await filling.page("questionnaires/filling/start", values, request, person)
    }

    @Sendable private func discard(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = filling.words(person)
        try await admin.database.write { db in
            try FillingDraft.discard(try filling.findSession(person, db).offer.id, db)
            try person.session.setFlash(db, Flash(words("questionnaires.fill.discarded"), kind: .info))
        }
        return .redirect(to: "/questionnaires")
    }
}
