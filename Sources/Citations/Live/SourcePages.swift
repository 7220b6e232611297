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

    /// Form fields: `source` (a catalogue, or `homepage`) and `what` (a name, an ORCID or a DOI; empty for the author's ORCID).
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
            let question = CatalogueQuestion(form["what"].isEmpty ? author?.orcid ?? "" : form["what"])
            if let source {
                let isAnswered = question.map { source.path($0, cursor: "") != nil }
                let refusal = isAnswered == nil ? "noORCID" : isAnswered == false ? "unsupported" : nil
                if let refusal {
                    let said = words("citations.live.errors.\(refusal)", ["source": source.name])
                    try person.session.setFlash(db, Flash(said, kind: .info))
                    return id
                }
            }
            var payload = ["run": String(id), "source": form["source"]]
            if source != nil { payload["what"] = question?.text }
            try RunJob.stop(id, db, by: person.actor)
            let job = try Jobs.enqueue(
                db, LiveSources.job, payload: payload,
                title: LocalizedMessage("citations.live.job", ["name": run.name, "source": name], about: Run.self, id), by: person.actor)
            try Outcome.begin(id, job: job.id, db)
            try AuditEntry.write(db, "citations.runs.ask", by: person.actor, on: (Run.name, id, run.name))
            try person.session.setFlash(db, Flash(words("citations.live.begun", ["source": name]), kind: .info))
            return id
        }
        return .redirect(to: RunResultPages.address(id))
    }
}
