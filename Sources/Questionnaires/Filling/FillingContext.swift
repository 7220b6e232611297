import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// Shared by the pages on which a student fills in a questionnaire. They work without scripts: each button saves the input.
struct FillingContext: Sendable {
    let admin: AdminContext
    let outlines: PublishedOutlines

    func student(_ person: SignedIn, _ db: Database) throws -> Int64 {
        guard person.grants.mayAnywhere(Questionnaires.filling), let id = try Student.id(ofAccount: person.account.key, db) else {
            throw HTTPError(.notFound)
        }
        return id
    }

    /// - Throws: not found, also for another person's offer.
    func findSession(_ person: SignedIn, _ db: Database) throws -> FillingSession {
        let id = person.parameters.get("offer") ?? ""
        let language = words(person).language
        guard let session = try FillingSession.find(id, of: try student(person, db), now: .now, in: language, outlines, db) else {
            throw HTTPError(.notFound)
        }
        return session
    }

    /// Redirects from an offer that is over to its receipt, else to the list. `isTyped`: the receipt says that input was not added.
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
    func redirectToCurrent(_ session: FillingSession, insteadOf place: Int64) async throws -> Response {
        guard try await admin.database.read({ try session.older(place, $0) }) != nil else { throw HTTPError(.notFound) }
        return .redirect(to: session.current)
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
        // Students and teachers without other work are not led to the back office, where nothing is for them.
        let hasAdminPages = try await admin.database.read { try admin.hasAdminPages(person, $0) }
        all["isWithoutDesk"] = !hasAdminPages
        return try await admin.plainPage(template, all, request, person, status: status)
    }

    func gap(_ session: FillingSession, _ words: Words) -> LanguageGap {
        LanguageGap(session.outline.structure, for: words.language, original: admin.site.language)
    }

    func words(_ person: SignedIn) -> Words { admin.pages.words(for: person.visitor) }

    /// Updates the offers of the account's student; writes nothing when they are current. Nil when the account belongs to no student.
    func upToDate(_ key: String) async throws -> Int64? {
        let (student, isBehind) = try await admin.database.read { db -> (Int64?, Bool) in
            let student = try Student.id(ofAccount: key, db)
            return (student, try student.map { try Offer.isBehind(of: $0, now: .now, db) } ?? false)
        }
        if let student, isBehind { try await admin.database.write { try Offer.refresh(of: student, now: .now, $0) } }
        return student
    }
}
