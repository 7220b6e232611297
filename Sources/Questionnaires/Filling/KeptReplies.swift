import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct KeptReplies: Sendable {
    let session: FillingSession
    let navigation: Navigation
    /// The response, when the button needs nothing else: leave, switch mode, or save by script.
    let answer: Response?
}

extension FillingContext {
    /// Saves the input for every button, even wrong or incomplete. `take` reads the form at `place` and returns the next place.
    func keep(
        _ form: Form, at place: Int64, _ person: SignedIn, _ take: @escaping @Sendable (FillingSession, inout Navigation) throws -> Int64
    ) async throws -> KeptReplies {
        let words = words(person)
        let (session, navigation, moved) = try await admin.commits.write { db -> (FillingSession, Navigation, String?) in
            var session = try findSession(person, db)
            if session.outline.place(place) == nil {
                guard let moved = try session.takeOver(form, at: place, db) else { throw HTTPError(.notFound) }
                if form["act"] != "keep" {
                    try person.session.setFlash(db, Flash(words("questionnaires.fill.carried"), kind: .warn))
                }
                return (session, session.navigation, moved)
            }
            var navigation = session.navigation
            session.draft.page = try take(session, &navigation)
            session.draft.replies = navigation.replies
            try session.draft.save(now: .now, db)
            if form["act"] == "leave" { try person.session.setFlash(db, Flash(words("questionnaires.fill.kept"))) }
            return (session, navigation, nil)
        }
        let answer: Response? =
            switch form["act"] {
            case "keep": Response(status: .noContent)
            case "leave": .redirect(to: "/questionnaires")
            case let act where act.hasPrefix("file-") && moved == nil:
                Int64(recordID: act.dropFirst("file-".count)).map { Response.redirect(to: "\(session.address)/files/\($0)") }
            case "other" where moved == nil: .redirect(to: session.address(of: session.draft.page))
            default: moved.map { Response.redirect(to: $0) }
            }
        return KeptReplies(session: session, navigation: navigation, answer: answer)
    }
}
