import Accounts
import GRDB

enum GuessCards {
    private static let editing: Permission = "admin.people.edit"

    static func cards(_ db: Database) throws -> [Card] {
        let accounts = try FailedAttemptLog.notable([.account], at: .now, db).map { guess in
            guess.id.map { card("account", guess, PeoplePages.address($0)) }
                ?? card("nobody", guess, AuditPages.address.appendingQuery([("who", AuditQuery.nobody)]))
        }
        let programs = try FailedAttemptLog.notable([.program], at: .now, db).map { guess in
            card(guess.id == nil ? "noProgram" : "program", guess, TokenPages.all)
        }
        return accounts + programs
    }

    private static func card(_ text: String, _ guess: FailedAttemptLog.Notable, _ address: String) -> Card {
        Card(
            "admin.guesses.\(text)", count: guess.tries, address: address, icon: "warning", permission: editing, kind: .warn,
            values: ["name": guess.title])
    }
}
