import Accounts
import Admin
import GRDB
import Hummingbird
import Web

struct ProfilePublicationPages: Sendable {
    let runs: RunContext

    private var admin: AdminContext { runs.admin }

    func addRoutes(to run: RouterGroup<SignedIn>) {
        run.post("publication", use: publish)
    }

    /// Form field: `act` (`show`, which asks for the author's consent, or `hide`).
    @Sendable private func publish(_ request: Request, _ person: SignedIn) async throws -> Response {
        _ = try await admin.database.read { db in try runs.find(person, Citations.editing, db) }
        let form = try await Form.read(request)
        guard ["show", "hide"].contains(form["act"]) else { throw HTTPError(.unprocessableContent) }
        let words = admin.pages.words(for: person.visitor)
        let isShown = form["act"] == "show"
        let id = try await admin.database.write { db in
            let (run, id) = try runs.find(person, Citations.editing, db)
            guard let author = run.author, let name = try Author.fetch(db, id: author)?.name, try Outcome.of(id, db)?.computedAt != nil
            else {
                throw HTTPError(.notFound)
            }
            if isShown, form["agreed"] != "yes" {
                try person.session.setFlash(db, Flash(words("citations.profile.notAgreed"), kind: .info))
                return id
            }
            try AuthorProfile.set(isShown ? id : nil, of: author, db)
            try AuditEntry.write(
                db, "citations.authors.\(isShown ? "publish" : "unpublish")", by: person.actor, on: (Author.name, author, name))
            let inverse = Flash.Undo(
                action: "\(Run.address)/\(id)/publication", label: words("citations.log.undo"),
                fields: [["act", isShown ? "hide" : "show"]] + (isShown ? [] : [["agreed", "yes"]]))
            try person.session.setFlash(db, Flash(words("citations.profile.\(form["act"])Done", ["name": name]), undo: inverse))
            return id
        }
        return .redirect(to: RunResultPages.address(id))
    }
}
