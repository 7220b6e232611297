import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct KeptReplies: Sendable {
    let sitting: FillingSession
    let walk: Navigation
    /// The response, when the button needs nothing else: leave, switch mode, or save by script.
    let answer: Response?
}

extension FillingContext {
    /// Saves the input for every button, even wrong or incomplete. `take` reads the form at `place` and returns the next place.
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
            case let act where act.hasPrefix("file-") && moved == nil:
                Int64(recordID: act.dropFirst("file-".count)).map { Response.redirect(to: "\(sitting.address)/files/\($0)") }
            case "other" where moved == nil: .redirect(to: sitting.address(of: sitting.draft.page))
            default: moved.map { Response.redirect(to: $0) }
            }
        return KeptReplies(sitting: sitting, walk: walk, answer: answer)
    }
}
