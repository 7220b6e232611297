import Accounts
import Admin
import GRDB
import Hummingbird
import Web

extension ResultPages {
    /// `POST /admin/citations/runs/12/sources` with `source`: `openalex` or `orcid`.
    @Sendable func ask(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        guard let source = Source(rawValue: form["source"]), live.offered.contains(source) else { throw HTTPError(.notFound) }
        let words = desk.pages.words(for: person.visitor)
        let id = try await desk.database.write { db in
            let (run, id) = try find(person, Citations.editing, db)
            let author = try run.author.flatMap { try Author.fetch(db, id: $0) }
            guard author.flatMap({ ORCID($0.orcid) }) != nil else {
                try person.session.setFlash(db, Flash(words("citations.live.errors.noORCID"), kind: .info))
                return id
            }
            try RunJob.stop(id, db, by: person.actor)
            let job = try Jobs.enqueue(
                db, LiveSources.job, payload: ["run": String(id), "source": source.rawValue],
                title: Saying("citations.live.job", ["name": run.name, "source": source.name]), by: person.actor)
            try Outcome.begin(id, job: job.id, db)
            try AuditEntry.write(db, "citations.runs.ask", by: person.actor, on: (Run.name, id, run.name))
            try person.session.setFlash(db, Flash(words("citations.live.begun", ["source": source.name]), kind: .info))
            return id
        }
        return .redirect(to: Self.address(id))
    }
}
