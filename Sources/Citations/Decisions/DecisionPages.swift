import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

private enum Choice: String {
    case `in`, out
    /// Removes the decision, so that the author's page decides.
    case suggested

    var isIn: Bool? { self == .suggested ? nil : self == .in }

    init(_ form: Form) throws {
        guard let choice = Choice(rawValue: form["act"]) else { throw HTTPError(.unprocessableContent) }
        self = choice
    }
}

struct DecisionPages: Sendable {
    let runs: RunContext

    private var admin: AdminContext { runs.admin }

    func addRoutes(to run: RouterGroup<SignedIn>) {
        run.post("works/{work}/decision", use: decide)
        run.post("decisions", use: decideMany)
        run.post("decisions/{act}/undoing", use: undo)
        run.post("batches/{batch}/undoing", use: undoBatch)
    }

    /// Form fields: `act` (`in`, `out` or `suggested`) and `list` to return to the list of all works.
    @Sendable private func decide(_ request: Request, _ person: SignedIn) async throws -> Response {
        _ = try await admin.database.read { db in try runs.find(person, Citations.editing, db) }
        let form = try await Form.read(request)
        let choice = try Choice(form)
        let words = admin.pages.words(for: person.visitor)
        let back = try await admin.database.write { db in
            let (run, id, findings, index) = try runs.findWork(person, Citations.editing, db)
            let work = findings.works[index]
            let decision = work.decision.counting(choice.isIn)
            let act = try WorkDecision.set(decision, on: work.identity, called: work.title, of: (id, run.name), db, by: person.actor)
            try runs.tell(act, "citations.decide.\(choice.rawValue)Done", work.title, id, person, words, db)
            return AllWorks.back(form) ?? Self.address(id, form) + "#w\(work.id)"
        }
        return .redirect(to: back)
    }

    /// `act` and the works in `id`, or `all` for the whole shown list.
    @Sendable private func decideMany(_ request: Request, _ person: SignedIn) async throws -> Response {
        _ = try await admin.database.read { db in try runs.find(person, Citations.editing, db) }
        let form = try await Form.read(request)
        let choice = try Choice(form)
        let words = admin.pages.words(for: person.visitor)
        let back = try await admin.database.write { db in
            let (run, id) = try runs.find(person, Citations.editing, db)
            guard let outcome = try Outcome.of(id, db) else { throw HTTPError(.notFound) }
            let findings = try Findings(outcome, year: runs.year(db), db)
            let ticked = Set(form.all("id"))
            let chosen =
                form["all"] == "yes"
                ? WorkList(form).works(findings).map { findings.works[$0] } : findings.works.filter { ticked.contains(String($0.id)) }
            // Duplicates stay duplicates.
            let changes = chosen.filter { $0.decision.mergedInto == nil }.map { ($0, $0.decision.counting(choice.isIn)) }
            let acts = try WorkDecision.set(changes, of: (id, run.name), db, by: person.actor)
            try runs.announce(acts, isNothing: chosen.isEmpty, id, person, words, db)
            return Self.address(id, form)
        }
        return .redirect(to: back)
    }

    private static func address(_ run: Int64, _ form: Form) -> String {
        RunResultPages.address(run).appendingQuery(
            WorkList(form).query + [("page", String(max(1, form.number("page", in: .positions) ?? 1)))])
    }

    @Sendable private func undo(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = admin.pages.words(for: person.visitor)
        let id = try await admin.database.write { db in
            let (run, id) = try runs.find(person, Citations.editing, db)
            guard let number = person.parameters.recordID("act"), let act = try DecisionAct.find(number, of: id, db) else {
                throw HTTPError(.notFound)
            }
            if try act.undo((id, run.name), db, by: person.actor) {
                if act.changesMatching { try RunJob.begin(run, db, by: person.actor) }
                try runs.tell(nil, "citations.log.undone", act.title, id, person, words, db)
            } else {
                try person.session.setFlash(db, Flash(words("citations.log.later", ["title": act.title]), kind: .info))
            }
            return id
        }
        return .redirect(to: RunResultPages.address(id))
    }

    @Sendable private func undoBatch(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = admin.pages.words(for: person.visitor)
        let id = try await admin.database.write { db in
            let (run, id) = try runs.find(person, Citations.editing, db)
            guard let batch = person.parameters.recordID("batch"),
                let (undone, left) = try DecisionAct.undo(batch: batch, of: (id, run.name), db, by: person.actor)
            else { throw HTTPError(.notFound) }
            let said =
                words("citations.log.manyUndone", count: undone) + (left == 0 ? "" : " " + words("citations.log.manyLater", count: left))
            try person.session.setFlash(db, Flash(said, kind: left == 0 ? .good : .info))
            return id
        }
        return .redirect(to: RunResultPages.address(id))
    }
}
