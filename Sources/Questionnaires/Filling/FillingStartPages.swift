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
        let (sitting, about) = try await admin.database.read { db -> (FillingSession, String) in
            let found = try filling.findSitting(person, db)
            return (found, try OfferText.about(found.offer, in: words.language, db))
        }
        let (pages, gap) = (sitting.walk.pages, filling.gap(sitting, words))
        let values: Values = [
            "title": sitting.title, "about": about.isEmpty ? false : about, "note": sitting.note.isEmpty ? false : sitting.note,
            "isAnonymous": sitting.isAnonymous, "isOpen": sitting.isOpen, "address": sitting.address, "hasDraft": sitting.hasDraft,
            "isCarried": sitting.isCarried, "isLost": sitting.isLost, "gap": gap.notice(withTitle: sitting.isTitleOriginal, words),
            "titleLanguage": sitting.isTitleOriginal && gap.isForeign ? gap.original.rawValue as any Sendable : false,
            "length": words(
                "questionnaires.fill.length", ["minutes": String(Paths(sitting.outline).minutes)], count: pages.count),
            "begin": sitting.current, "easyHref": sitting.isOneByOne ? false : sitting.easy,
        ]
        return try await filling.page("questionnaires/filling/start", values, request, person)
    }

    @Sendable private func discard(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = filling.words(person)
        try await admin.database.write { db in
            try FillingDraft.discard(try filling.findSitting(person, db).offer.id, db)
            try person.session.setFlash(db, Flash(words("questionnaires.fill.discarded"), kind: .info))
        }
        return .redirect(to: "/questionnaires")
    }
}
