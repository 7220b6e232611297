import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// What somebody sent from a page or from a question, once it is kept.
struct KeptReplies: Sendable {
    let sitting: FillingSession
    let walk: Navigation
    /// The answer, where the button asks for nothing else: to leave, to change between pages and questions, or, from a script, to keep.
    let answer: Response?
}

extension FillingPages {
    /// Keeps what was typed, whatever button was pressed: nothing that is wrong or missing is a reason to lose it.
    /// - Parameters:
    ///   - place: the page or question that the form was sent to. Of a version that has been replaced since, what was typed is taken over.
    ///   - take: takes the replies from the form and says at which page or question the person is from now on.
    func keep(
        _ form: Form, at place: Int64, _ person: SignedIn, _ take: @escaping @Sendable (FillingSession, inout Navigation) throws -> Int64
    ) async throws -> KeptReplies {
        let words = words(person)
        let (sitting, walk, moved) = try await admin.commits.write { db -> (FillingSession, Navigation, String?) in
            var sitting = try findSitting(person, db)
            if sitting.outline.place(place) == nil {
                guard let moved = try sitting.takeOver(form, at: place, db) else { throw HTTPError(.notFound) }
                if form["act"] != "keep" {
                    try person.session.setFlash(db, Flash(words("questionnaires.fill.carried"), kind: .warn))
                }
                return (sitting, sitting.walk, moved)
            }
            var walk = sitting.walk
            sitting.draft.page = try take(sitting, &walk)
            sitting.draft.replies = walk.replies
            try sitting.draft.save(now: .now, db)
            if form["act"] == "leave" { try person.session.setFlash(db, Flash(words("questionnaires.fill.kept"))) }
            return (sitting, walk, nil)
        }
        let answer: Response? =
            switch form["act"] {
            case "keep": Response(status: .noContent)
            case "leave": .redirect(to: "/questionnaires")
            case "other" where moved == nil: .redirect(to: sitting.address(of: sitting.draft.page))
            default: moved.map { Response.redirect(to: $0) }
            }
        return KeptReplies(sitting: sitting, walk: walk, answer: answer)
    }
}
