import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// What an open designer asks every few seconds: who else is there, who writes where, and whether the draft has changed.
struct DesignVisitPages: Sendable {
    let design: DesignContext

    private var admin: AdminContext { design.admin }

    func addRoutes(to structure: RouterGroup<SignedIn>) { structure.post("visit", use: visit) }

    @Sendable private func visit(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = design.words(person)
        let (said, due) = try await admin.database.read { db in try look(form, person, words, db) }
        if let due { try await admin.database.write { try DesignVisit.note(person.accountID, at: due, now: .now, $0) } }
        return Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: said.compact)))
    }

    /// - Returns: what the page shows, and the version where the person has to be noted again.
    private func look(_ form: Form, _ person: SignedIn, _ words: Words, _ db: Database) throws -> (JSON, Int64?) {
        let heading = try design.heading(person, DesignContext.editing, db)
        let draft = try QuestionnaireVersion.draft(of: heading.id, db)
        let edition = draft?.edition ?? 0
        var said: [(String, JSON)] = [("edition", .number(edition))]
        if form.number("edition", in: .versions) != edition {
            said.append(("changed", .text(try heading.lastAct(db).sentence("questionnaires.design.arrived", words, in: admin.site.zone))))
        }
        guard let draft else { return (.object(said), nil) }
        let present = try DesignVisit.sentence(at: draft.id, except: person.accountID, now: .now, words, db)
        said.append(("present", .text(present ?? "")))
        let writers = try DesignCopy.writers(of: draft.id, except: person.accountID, now: .now, db)
        let sentences = writers.sorted { $0.key < $1.key }.map { element, names in
            (String(element), JSON.text(words("questionnaires.design.writing", ["names": names.joined(separator: ", ")])))
        }
        said.append(("writing", .object(sentences)))
        return (.object(said), try DesignVisit.isDue(person.accountID, at: draft.id, now: .now, db) ? draft.id : nil)
    }
}
