import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension ModerationPages {
    func addNoteRoutes(to router: RouterGroup<SignedIn>) {
        router.post("cases/{id}/notes", use: noteOnCase)
        router.post("writers/{id}/notes", use: noteOnWriter)
    }

    @Sendable func noteOnCase(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (id, text) = (try person.storyID(), try await Form.read(request, judgesText: false)["note"])
        guard try await database.read({ try ModerationCase.find(id, $0) }) != nil else { throw HTTPError(.notFound) }
        if let problem = ModeratorNote.problem(text) {
            let why = pages.words(for: person.visitor)(problem)
            return try await casePage(request, person, id, why: why, typed: nil, note: text, status: .unprocessableContent)
        }
        let filter = QueueFilter(Form(query: request.uri.query ?? "")).pairs
        return try await keep(text, on: .aCase(id), to: "\(Self.address)/\(id)".appendingQuery(filter), person)
    }

    @Sendable func noteOnWriter(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (id, text) = (try person.storyID(), try await Form.read(request, judgesText: false)["note"])
        guard let writer = try await database.read({ try Writer.find(id, $0) }), writer.deletedAt == nil else { throw HTTPError(.notFound) }
        if let problem = ModeratorNote.problem(text) {
            let why = pages.words(for: person.visitor)(problem)
            return try await writerPage(request, person, id, why: why, typed: nil, note: text, status: .unprocessableContent)
        }
        return try await keep(text, on: .writer(id), to: "/admin/stories/writers/\(id)", person)
    }

    private func keep(_ text: String, on subject: ModeratorNote.Subject, to address: String, _ person: SignedIn) async throws -> Response {
        try await act(person, to: address) { words, db in
            try ModeratorNote.add(text, on: subject, by: person.actor, at: .now, db)
            return Flash(words("stories.desk.notes.kept"))
        }
    }

    func notes(on subject: ModeratorNote.Subject, at address: String, _ context: FormContext) throws -> Values {
        [
            "noteHref": address,
            "notes": try ModeratorNote.all(on: subject, context.db).map { note -> Values in
                [
                    "who": note.authorName, "text": note.text,
                    "when": context.words.language.saidMoment(note.at, now: .now, in: context.zone),
                ]
            },
        ]
    }
}
