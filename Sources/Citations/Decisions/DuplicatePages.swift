import Accounts
import Admin
import GRDB
import Hummingbird
import Web

struct DuplicatePages: Sendable {
    let runs: RunContext

    private var admin: AdminContext { runs.admin }

    enum Choice: String { case larger, sum, apart }

    func addRoutes(to run: RouterGroup<SignedIn>) {
        run.post("duplicates", use: decide)
    }

    /// Form fields: `first`, `second`, and `act` (`larger`, `sum` or `apart`).
    @Sendable private func decide(_ request: Request, _ person: SignedIn) async throws -> Response {
        _ = try await admin.database.read { db in try runs.find(person, Citations.editing, db) }
        let form = try await Form.read(request)
        guard let choice = Choice(rawValue: form["act"]) else { throw HTTPError(.unprocessableContent) }
        let words = admin.pages.words(for: person.visitor)
        let id = try await admin.database.write { db in
            let (run, id) = try runs.find(person, Citations.editing, db)
            guard let outcome = try Outcome.of(id, db) else { throw HTTPError(.notFound) }
            let findings = try Findings(outcome, year: runs.year(db), db)
            func work(_ name: String) -> FoundWork? {
                findings.works.first { String($0.id) == form[name] && $0.decision.mergedInto == nil }
            }
            guard let first = work("first"), let second = work("second"), first.id != second.id else {
                try person.session.setFlash(db, Flash(words("citations.duplicates.noPair"), kind: .info))
                return id
            }
            let acts = try WorkDecision.set(Self.changes(choice, first, second), of: (id, run.name), db, by: person.actor)
            if choice == .apart { try RunJob.begin(run, db, by: person.actor) }
            try tell(acts, choice == .apart ? "apartDone" : "joined", first.title, id, person, words, db)
            return id
        }
        return .redirect(to: RunResultPages.address(id))
    }

    private static func changes(
        _ choice: Choice, _ first: FoundWork, _ second: FoundWork
    ) -> [(work: FoundWork, decision: WorkDecision)] {
        var (one, other) = (first.decision, second.decision)
        if choice == .apart {
            one.isNot = (one.isNot ?? []).filter { $0 != second.identity } + [second.identity]
            return [(first, one)]
        }
        let counts = [first.knownCitations, second.knownCitations].compactMap { $0 }
        let count = counts.isEmpty ? nil : choice == .sum ? counts.reduce(0, +) : counts.max()
        one.citations = count == first.listed.citations ? nil : count
        other.mergedInto = first.identity
        return [(first, one), (second, other)]
    }

    private func tell(
        _ acts: [Int64], _ key: String, _ title: String, _ run: Int64, _ person: SignedIn, _ words: Words, _ db: Database
    ) throws {
        guard let act = acts.first, let outcome = try Outcome.of(run, db) else { return }
        let h = try Findings(outcome, year: runs.year(db), db).certainty.localized(words)
        let way = acts.count > 1 ? "batches" : "decisions"
        let undo = Flash.Undo(action: "\(Run.address)/\(run)/\(way)/\(act)/undoing", label: words("citations.log.undo"), fields: [])
        try person.session.setFlash(db, Flash(words("citations.duplicates.\(key)", ["title": title, "h": h]), undo: undo))
    }
}
