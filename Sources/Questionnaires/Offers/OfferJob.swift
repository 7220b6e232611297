import Admin
import Foundation
import GRDB

/// Makes offers for students who have not visited yet, so that response rates count everyone who could answer.
enum OfferJob {
    static let name = "questionnaire-offers"

    /// Students for each transaction: a longer one would block other writers.
    private static let batch = 200

    static let kind = JobKind(
        name: name, every: .hours(1), isOn: { $0.site.systems.contains(Questionnaires.name) },
        run: { work in
            let database = work.admin.database
            let hasEnded = try await database.write { try CampaignEnd.note(now: .now, $0) }
            // The answers of courses that ended are moved, and then their results are shown.
            if hasEnded { try await TraceJob.mix(database) }
            let students = try await database.read { db in
                try Int64.fetchAll(db, sql: "SELECT id FROM student WHERE \(Student.active) ORDER BY id")
            }
            var done = 0
            while done < students.count {
                let some = Array(students[done..<min(done + batch, students.count)])
                try await database.write { db in
                    for student in some { try Offer.refresh(of: student, now: .now, db) }
                }
                done += some.count
                try await work.progress(done, of: students.count)
            }
            return [:]
        })
}
