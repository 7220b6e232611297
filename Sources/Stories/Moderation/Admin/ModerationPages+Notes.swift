import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension ModerationPages {
    func keepNote(_ text: String, on subject: ModeratorNote.Subject, to address: String, _ person: SignedIn) async throws -> Response {
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
                    "when": context.words.language.relativeMoment(note.at, now: .now, in: context.zone),
                ]
            },
        ]
    }
}
