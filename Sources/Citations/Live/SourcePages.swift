import Accounts
import Admin
import GRDB
import Hummingbird
import Web

struct SourcePages: Sendable {
    let runs: RunContext

    private var admin: AdminContext { runs.admin }

    func addRoutes(to run: RouterGroup<SignedIn>) {
        run.post("sources", use: ask)
    }

    /// Form field: `source` (`openalex`, `orcid`, or `homepage` for the author's page).
    @Sendable private func ask(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let source = Source(rawValue: form["source"])
        guard source != nil || form["source"] == "homepage" else { throw HTTPError(.notFound) }
        let words = admin.pages.words(for: person.visitor)
        let id = try await admin.database.write { db in
            let (run, id) = try runs.find(person, Citations.editing, db)
            let author = try run.author.flatMap { try Author.fetch(db, id: $0) }
            let settings = try CitationSettings.current(db)
            let name = source.map { runs.live.offered(settings).contains($0) ? $0.name : nil } ?? runs.live.homeSite(of: author, settings)
            guard let name else { throw HTTPError(.notFound) }
            guard source == nil || author.flatMap({ ORCID($0.orcid) }) != nil else {
                try person.session.setFlash(db, Flash(words("citations.live.errors.noORCID"), kind: .info))
                return id
            }
            try RunJob.stop(id, db, by: person.actor)
            let job = try Jobs.enqueue(
                db, LiveSources.job, payload: ["run": String(id), "source": form["source"]],
                title: LocalizedMessage("citations.live.job", ["name": run.name, "source": name], about: Run.self, id), by: person.actor)
            try Outcome.begin(id, job: job.id, db)
            try AuditEntry.write(db, "citations.runs.ask", by: person.actor, on: (Run.name, id, run.name))
            try person.session.setFlash(db, Flash(words("citations.live.begun", ["source": name]), kind: .info))
            return id
        }
        return .redirect(to: RunResultPages.address(id))
    }
}
