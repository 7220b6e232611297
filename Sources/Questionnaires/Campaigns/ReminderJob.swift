import Accounts
import Admin
import Foundation
import GRDB
import Web

/// Each morning reminds students of courses whose evaluation ends soon, once each: by mail at a confirmed address, and in the browsers in
/// which they agreed. Stores the courses, not whom.
enum ReminderJob {
    static let kind = JobKind(
        name: "questionnaire-reminders", reachesOut: true, every: .daily(hour: 9, minute: 10),
        isOn: { $0.site.systems.contains(Questionnaires.name) },
        run: { work in
            let admin = work.admin
            try await admin.database.write { try ReminderBrowser.sweep($0) }
            let campaigns = try await admin.database.read { db in
                let sql = "SELECT id FROM campaign WHERE \(Campaign.notTrashed) AND archived = 0 AND reminder IS NOT NULL ORDER BY id"
                return try Int64.fetchAll(db, sql: sql)
            }
            var count = 0
            for (done, campaign) in campaigns.enumerated() {
                count += try await admin.database.write { db in
                    let origin = try admin.mailOrigin(db)
                    return try remind(campaign, now: .now, origin: origin, db) {
                        admin.pages.templates.words(in: $0 ?? admin.site.language)
                    }
                }
                try await work.progress(done + 1, of: campaigns.count)
            }
            return count == 0 ? [:] : ["saying": LocalizedMessage("questionnaires.reminders.sent", count: count).json]
        })

    static func remind(
        _ id: Int64, now: Date, origin: String, _ db: Database, words: (Language?) -> Words
    ) throws -> Int {
        guard let campaign = try Campaign.fetch(db, id: id), let questionnaire = campaign.questionnaire, let days = campaign.reminder else {
            return 0
        }
        let end = now.addingTimeInterval(Double(days) * 86_400)
        let reminded = try Int64.fetchSet(db, sql: "SELECT activity FROM campaignReminder WHERE campaign = ?", arguments: [id])
        let due = try CampaignCourse.all(of: id, db).filter { course in
            course.state(at: now) == .open && !reminded.contains(course.activity) && course.closes.map { $0 <= end } ?? false
        }
        guard !due.isEmpty else { return 0 }
        let people = try students(questionnaire, due.map(\.activity), now: now, db)
        for person in people {
            let words = words(person.language)
            let name = campaign.translations.reading("name", campaign.name, in: words.language).text
            let values = ["campaign": name, "link": origin + Questionnaires.address]
            let subject = words("questionnaires.reminders.subject", values)
            let body = words("questionnaires.reminders.body", values, count: person.courses) + "\n"
            if let address = person.address {
                try Mail.enqueue(to: address, of: Questionnaires.name, subject: subject, body: body, at: now, db)
            }
            let short = words("questionnaires.reminders.short", count: person.courses)
            let last = due.compactMap(\.closes).max() ?? end
            try ReminderPush.add(to: person.browsers, of: id, subject, short, words.language, until: last, at: now, db)
        }
        for course in due {
            try db.execute(sql: "INSERT INTO campaignReminder (campaign, activity) VALUES (?, ?)", arguments: [id, course.activity])
        }
        if people.contains(where: { $0.address != nil }) { try Jobs.enqueue(db, Outbox.kind, by: .system("portico")) }
        if people.contains(where: { !$0.browsers.isEmpty }) { try Jobs.enqueue(db, ReminderPush.name, by: .system("portico")) }
        return people.count
    }

    private struct Reminded {
        /// Of their mail, if it is confirmed.
        let address: String?
        let browsers: [ReminderBrowser]
        let language: Language?
        let courses: Int
    }

    private static func students(_ questionnaire: Int64, _ activities: [Int64], now: Date, _ db: Database) throws -> [Reminded] {
        let sql = """
            SELECT DISTINCT known.id, account.id AS account FROM recordBook
            JOIN (SELECT student.id, student.account AS key FROM student WHERE \(Student.active) AND account <> '') AS known
              ON known.id = recordBook.student
            JOIN account ON account.key = known.key AND account.isActive = 1 AND \(Account.notTrashed)
            WHERE recordBook.activity IN (SELECT value FROM json_each(?)) ORDER BY known.id
            """
        let list = "[" + activities.map { String($0) }.joined(separator: ",") + "]"
        return try Row.fetchAll(db, sql: sql, arguments: [list]).compactMap { row -> Reminded? in
            let (student, account): (Int64, Int64) = (row["id"], row["account"])
            let address = try AccountEmail.confirmed(account, db)
            let browsers = try ReminderBrowser.all(of: student, db)
            guard address != nil || !browsers.isEmpty else { return nil }
            let sent = try Int64.fetchSet(
                db, sql: "SELECT activity FROM offer JOIN receipt ON receipt.offer = offer.id WHERE student = ? AND questionnaire = ?",
                arguments: [student, questionnaire])
            let open = try OpenQuestionnaire.all(for: student, now: now, db).filter { $0.id == questionnaire }
            let left = try open.flatMap { try $0.occasions(of: student, now: now, db) }.compactMap(\.activity).filter {
                activities.contains($0) && !sent.contains($0)
            }
            return left.isEmpty
                ? nil
                : Reminded(
                    address: address, browsers: browsers, language: try Account.fetchOne(db, key: account)?.language, courses: left.count)
        }
    }
}
