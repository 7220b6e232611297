import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The pages on which a student fills in a questionnaire. They work without scripts: each button saves the input.
struct FillingPages: Sendable {
    let admin: AdminContext
    let outlines: PublishedOutlines

    func addRoutes(to router: RouterGroup<SignedIn>) {
        let offer = router.group("offers/{offer}")
        offer.get("", use: start)
        offer.post("discarding", use: discard)
        offer.get("pages/{page}", use: show)
        offer.post("pages/{page}", use: save)
        offer.get("questions/{question}", use: showQuestion)
        offer.post("questions/{question}", use: saveQuestion)
        offer.get("summary", use: summary)
        offer.post("sending", use: send)
        offer.get("receipt", use: receipt)
    }

    // MARK: Who and what

    func student(_ person: SignedIn, _ db: Database) throws -> Int64 {
        guard person.grants.mayAnywhere(Questionnaires.filling), let id = try Student.id(ofAccount: person.account.key, db) else {
            throw HTTPError(.notFound)
        }
        return id
    }

    /// - Throws: not found, also for another person's offer.
    func findSitting(_ person: SignedIn, _ db: Database) throws -> FillingSession {
        let id = person.parameters.get("offer") ?? ""
        let language = words(person).language
        guard let sitting = try FillingSession.find(id, of: try student(person, db), now: .now, in: language, outlines, db) else {
            throw HTTPError(.notFound)
        }
        return sitting
    }

    /// Redirects from an offer that can no longer be filled in: to its receipt when sent, else to the list with the reason. `isTyped` makes
    /// the receipt say that unsent input was not added. Nil when it can be filled in.
    func redirect(_ person: SignedIn, isTyped: Bool = false) async throws -> Response? {
        let id = person.parameters.get("offer") ?? ""
        let (isSent, isOpen) = try await admin.database.read { db -> (Bool, Bool) in
            let student = try student(person, db)
            guard try Offer.find(id, of: student, db) != nil else { throw HTTPError(.notFound) }
            return (try FillingSession.isSent(id, db), try FillingSession.find(id, of: student, now: .now, outlines, db) != nil)
        }
        if isSent { return .redirect(to: "/questionnaires/offers/\(id)/receipt" + (isTyped ? "?late=yes" : "")) }
        return isOpen ? nil : try await closed(person)
    }

    /// Redirects from a page or question of a replaced version to the current place. - Throws: not found for an unknown place.
    func goOn(_ sitting: FillingSession, insteadOf place: Int64) async throws -> Response {
        guard try await admin.database.read({ try sitting.older(place, $0) }) != nil else { throw HTTPError(.notFound) }
        return .redirect(to: sitting.current)
    }

    func closed(_ person: SignedIn) async throws -> Response {
        let flash = Flash(words(person)("questionnaires.fill.closed"), kind: .warn)
        try await admin.database.write { try person.session.setFlash($0, flash) }
        return .redirect(to: "/questionnaires")
    }

    func page(
        _ template: String, _ values: Values, _ request: Request, _ person: SignedIn, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var all: Values = values
        if person.session.flash != nil, let flash = try await admin.database.write({ try person.session.takeFlash($0) }) {
            all["flash"] = ["text": flash.text, "kind": flash.kind.rawValue, "undo": false] as Values
        }
        return try admin.pages.page("questionnaires/\(template)", all, for: person.visitor, request: request, status: status)
    }

    func gap(_ sitting: FillingSession, _ words: Words) -> LanguageGap {
        LanguageGap(sitting.outline.structure, for: words.language, original: admin.site.language)
    }

    func words(_ person: SignedIn) -> Words { admin.pages.words(for: person.visitor) }

    // MARK: Before it begins

    @Sendable func start(_ request: Request, _ person: SignedIn) async throws -> Response {
        if let elsewhere = try await redirect(person) { return elsewhere }
        let words = words(person)
        let (sitting, about) = try await admin.database.read { db -> (FillingSession, String) in
            let found = try findSitting(person, db)
            return (found, try OfferText.about(found.offer, in: words.language, db))
        }
        let pages = sitting.walk.pages
        let values: Values = [
            "title": sitting.title, "about": about.isEmpty ? false : about, "note": sitting.note.isEmpty ? false : sitting.note,
            "isAnonymous": sitting.isAnonymous, "isOpen": sitting.isOpen, "address": sitting.address, "hasDraft": sitting.hasDraft,
            "isCarried": sitting.isCarried, "isLost": sitting.isLost, "gap": gap(sitting, words).notice(words),
            "length": words(
                "questionnaires.fill.length", ["minutes": String(Paths(sitting.outline).minutes)], count: pages.count),
            "begin": sitting.current, "easyHref": sitting.isOneByOne ? false : sitting.easy,
        ]
        return try await page("start", values, request, person)
    }

    @Sendable func discard(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = words(person)
        try await admin.database.write { db in
            try FillingDraft.discard(try findSitting(person, db).offer.id, db)
            try person.session.setFlash(db, Flash(words("questionnaires.fill.discarded"), kind: .info))
        }
        return .redirect(to: "/questionnaires")
    }
}
