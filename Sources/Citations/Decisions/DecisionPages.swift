import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension ResultPages {
    /// `POST /admin/citations/runs/12/works/34/decision` with `act`: `in`, `out`, or `suggested` for no decision.
    @Sendable func decide(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        guard ["in", "out", "suggested"].contains(form["act"]) else { throw HTTPError(.unprocessableContent) }
        let words = desk.pages.words(for: person.visitor)
        let back = try await desk.database.write { db in
            let (run, id, findings, index) = try findWork(person, Citations.editing, db)
            let work = findings.works[index]
            let decision = work.decision.counting(form["act"] == "suggested" ? nil : form["act"] == "in")
            let act = try Decision.set(decision, on: work.identity, called: work.title, of: (id, run.name), db, by: person.actor)
            try tell(act, "citations.decide.\(form["act"])Done", work.title, id, person, words, db)
            return "?page=\(max(1, Int(form["page"]) ?? 1))" + (form["only"] == "doubtful" ? "&only=doubtful" : "") + "#w\(work.id)"
        }
        guard let id = person.parameters.get("id", as: Int64.self) else { throw HTTPError(.notFound) }
        return .redirect(to: Self.address(id) + back)
    }

    /// The message after an act: what it did, the index as it is now, and the way back.
    func tell(
        _ act: Int64?, _ key: String, _ title: String, _ run: Int64, _ person: SignedIn, _ words: Words, _ db: Database
    ) throws {
        guard let outcome = try Outcome.of(run, db) else { return }
        let h = try Findings(outcome, year: year(db), db).own.h
        let undo = act.map {
            Flash.Undo(action: "\(Run.address)/\(run)/decisions/\($0)/undoing", label: words("citations.log.undo"), fields: [])
        }
        try person.session.setFlash(db, Flash(words(key, ["title": title, "h": String(h)]), undo: undo))
    }

    /// `POST /admin/citations/runs/12/decisions/5/undoing`
    @Sendable func undo(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = desk.pages.words(for: person.visitor)
        let id = try await desk.database.write { db in
            let (run, id) = try find(person, Citations.editing, db)
            guard let number = person.parameters.get("act", as: Int64.self), let act = try DecisionAct.find(number, of: id, db) else {
                throw HTTPError(.notFound)
            }
            if try act.undo((id, run.name), db, by: person.actor) {
                if act.changesMatching { try RunJob.begin(run, db, by: person.actor) }
                try tell(nil, "citations.log.undone", act.title, id, person, words, db)
            } else {
                try person.session.setFlash(db, Flash(words("citations.log.later", ["title": act.title]), kind: .info))
            }
            return id
        }
        return .redirect(to: Self.address(id))
    }
}
