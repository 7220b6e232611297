import Accounts
import Admin
import Foundation
import GRDB
import Web

/// Calls moderators by mail: one message for all that waits, with rules and links, never with words of the fragments.
enum ModeratorCalls {
    static let name = "stories-calls"

    static let kind = JobKind(name: name, title: "stories.jobs.calls", lane: .urgent, reachesOut: true, every: .hours(0.1)) { work in
        let count = try await work.admin.database.write { try send(work.admin, at: .now, $0) }
        return ["text": String(count)]
    }

    static func announce(_ db: Database) throws {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM moderatorCall)
              AND NOT EXISTS (SELECT 1 FROM job WHERE kind = ? AND state = 'waiting' AND runAt <= ?)
            """
        guard try Bool.fetchOne(db, sql: sql, arguments: [name, try db.transactionDate]) == true else { return }
        try Jobs.enqueue(db, name, by: .system("moderation"))
    }

    /// Returns the number of messages.
    static func send(_ admin: AdminContext, at now: Date, _ db: Database) throws -> Int {
        let hour = CivilTime(now, in: admin.site.zone).hour
        var count = 0
        for call in try ModeratorCall.all(db) {
            // Who has no confirmed address is called for the same things as soon as there is one.
            guard let recipient = try AccountEmail.confirmed(call.account, db) else { continue }
            let subjects = try call.waiting(at: hour, db)
            guard !subjects.isEmpty else { continue }
            let language = try Account.fetchOne(db, key: call.account)?.language ?? admin.site.language
            let words = admin.pages.templates.words(in: language)
            let lines = try subjects.map { try line($0, admin.mailOrigin(db), words, db) }
            try Mail.enqueue(
                to: recipient, of: Stories.name, subject: words("stories.calls.subject", count: subjects.count),
                body: words(
                    "stories.calls.body", ["lines": lines.joined(separator: "\n"), "link": admin.mailOrigin(db) + ModerationPages.calls]),
                at: now, db)
            try call.note(subjects, at: now, db)
            count += 1
        }
        if count > 0 { try Jobs.enqueue(db, Outbox.kind, by: .system("moderation")) }
        return count
    }

    private static func line(_ subject: CalledSubject, _ origin: String, _ words: Words, _ db: Database) throws -> String {
        if subject.kind == .appeal { return words("stories.calls.appeal") + ": " + origin + ModerationPages.appeals }
        let known = try ModerationCase.find(subject.id, db)
        let held = try known.flatMap { try CaseDecision.holding($0.fragment, db)?.reason }
        let reason = try Reason.mostNamed(in: Report.all(of: subject.id, db)) ?? held ?? known?.asked
        let rule = reason.map { words("stories.reasons.\($0.rawValue)") } ?? words("stories.reasons.other")
        return "\(rule): \(origin)\(ModerationPages.address)/\(subject.id)"
    }
}
