import Accounts
import GRDB
import TestSupport

@testable import Questionnaires

/// The faculty behind the front door: `educator` and `educator-blu` of the test site are its first two students, and there is an exam to
/// book for the course that is closed.
struct FacultySite {
    let site: TestSite
    /// What is asked, by code.
    let questions: [String: Question]

    init(students: Int = 2, mandatory: Bool = true, isNamed: Bool = false, asking structure: Structure = Faculty.structure) async throws {
        site = try await TestSite("house", "registry", "questionnaires")
        questions = try await site.database.write { db -> [String: Question] in
            try Faculty.fill(db, students: students, anonymous: !isNamed, mandatory: mandatory)
            for (student, account) in [(1, "educator"), (2, "educator-blu")] {
                try db.execute(sql: "UPDATE student SET account = ? WHERE id = ?", arguments: [account, student])
                let id = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = ?", arguments: [account]) ?? 0
                try RoleAssignment(accountID: id, role: "student").insert(db)
            }
            _ = try Faculty.add("examSession", ["name": "Primo appello", "activity": Faculty.closed], db)
            let heading = Heading(code: Faculty.heading.code, context: Faculty.heading.context, isAnonymous: !isNamed)
            let version = try Faculty.publish(db, structure, heading: heading)
            return Dictionary(uniqueKeysWithValues: try StructureStore.read(version.id, db).questions.map { ($0.code, $0) })
        }
    }
}
