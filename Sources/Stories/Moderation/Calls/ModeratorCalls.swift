import Accounts
import Admin
import Foundation
import GRDB
import Web

/// Calls moderators by mail and push: one message for all that waits, with rules and links, never with words of the fragments.
enum ModeratorCalls {
    static let name = "stories-calls"

    static let kind = JobKind(name: name, title: "stories.jobs.calls", lane: .urgent, reachesOut: true, every: .hours(0.1)) { work in
        let count = try await work.admin.database.write { try send(work.admin, at: .now, $0) }
        _ = try await ModeratorPush.sendDue(work.admin)
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

    static func send(_ admin: AdminContext, at now: Date, _ db: Database) throws -> Int {
        let hour = CivilTime(now, in: admin.site.zone).hour
        var (count, hasMail) = (0, false)
        for call in try ModeratorCall.all(db) {
            let recipient = call.byMail ? try AccountEmail.confirmed(call.account, db) : nil
            let browsers = try ModeratorBrowser.all(of: call.account, db)
            // Who has neither a confirmed address nor a browser is called for the same things as soon as there is one.
            guard recipient != nil || !browsers.isEmpty else { continue }
            let subjects = try call.waiting(at: hour, db)
            guard !subjects.isEmpty else { continue }
            let language = try Account.fetchOne(db, key: call.account)?.language ?? admin.site.language
            let words = admin.pages.templates.words(in: language)
            let lines = try subjects.map { try Line($0, words, db) }
            if let recipient {
                let origin = try admin.mailOrigin(db)
                let text = lines.map { "\($0.text): \(origin)\($0.path)" }.joined(separator: "\n")
                try Mail.enqueue(
                    to: recipient, of: Stories.name, subject: words("stories.calls.subject", count: subjects.count),
                    body: words("stories.calls.body", ["lines": text, "link": origin + ModerationPages.calls]), at: now, db)
                hasMail = true
            }
            let message = try push(lines, subjects, words, db)
            for browser in browsers { try ModeratorPush.enqueue(message, for: browser.id, at: now, db) }
            try call.note(subjects, at: now, db)
            count += 1
        }
        if hasMail { try Jobs.enqueue(db, Outbox.kind, by: .system("moderation")) }
        return count
    }

    private static func push(_ lines: [Line], _ subjects: [ModeratorCallSubject], _ words: Words, _ db: Database) throws
        -> ModeratorPush.Message
    {
        // Each rule once, in the order of the subjects: severe ones first.
        let said = lines.reduce(into: [String]()) { if !$0.contains($1.text) { $0.append($1.text) } }
        return ModeratorPush.Message(
            title: words("stories.calls.subject", count: subjects.count), text: said.joined(separator: ", ").cut(toBytes: 500),
            path: lines.count == 1 ? lines[0].path : ModerationPages.address, language: words.language,
            isUrgent: subjects.contains { $0.kind.isSevere }, waiting: try Stories.waiting(db))
    }

    private struct Line {
        let text: String
        let path: String

        init(_ subject: ModeratorCallSubject, _ words: Words, _ db: Database) throws {
            switch subject.kind {
            case .appeal: (text, path) = (words("stories.calls.appeal"), ModerationPages.appeals)
            case .profile, .severeProfile: (text, path) = (words("stories.calls.profile"), ModerationPages.profiles)
            case .case, .severe:
                let known = try ModerationCase.find(subject.id, db)
                let held = try known.flatMap { try CaseDecision.holding($0.fragment, db)?.reason }
                let reason = try Reason.mostNamed(in: Report.all(of: subject.id, db)) ?? held ?? known?.asked
                text = words("stories.reasons.\((reason ?? .other).rawValue)")
                path = "\(ModerationPages.address)/\(subject.id)"
            }
        }
    }
}
