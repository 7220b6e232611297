import Foundation
import GRDB
import Testing

@testable import Questionnaires

/// An attack on the promise: somebody with the whole database, who knows exactly in which order known students sent their answers, tries
/// to tell whose answers are whose. Each student writes his own number as free text, so that the test knows the truth.
@Suite struct AnonymityTests {
    private static let students = 40

    private func filled() throws -> DatabaseQueue {
        let faculty = try Faculty(students: Self.students)
        try faculty.database.write { db in _ = try Faculty.publish(db) }
        for student in 1...Int64(Self.students) {
            try faculty.database.write { db in
                let version = try #require(try QuestionnaireVersion.active(of: 1, db))
                let offer = try Faculty.offer(of: student, db)
                let said = ["q1": "1", "q2": "2", "q4": "student \(student)"]
                // As people do it: first a draft, then the sending.
                let replies = try Faculty.replies(version, said, db)
                try FillingDraft(offer: offer.id, version: version.id, replies: replies, page: 1).save(now: Faculty.now, db)
                _ = try Faculty.send(said, of: student, nonce: "nonce \(student)", db)
            }
        }
        // What is decided of a text lies beside it, and may lead to nobody either.
        try faculty.database.write { db in
            for text in try WrittenAnswer.all(of: 1, db) { try text.decide(.shown, db) }
        }
        return faculty.database
    }

    private func tables(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
    }

    private static let ofAnswers: Set<String> = ["compilation", "compilationAnswer", "compilationTag", "textReview"]

    /// Values that stand beside answers and are peculiar to one compilation must stand nowhere beside a person.
    @Test func noValueLeadsFromAnswersToAPerson() throws {
        try filled().read { db in
            var peculiar: Set<String> = []
            for table in Self.ofAnswers {
                let whose = table == "compilation" ? "id" : "compilation"
                for column in try db.columns(in: table).map(\.name) {
                    let sql = """
                        SELECT CAST("\(column)" AS TEXT) FROM "\(table)" WHERE "\(column)" IS NOT NULL
                        GROUP BY "\(column)" HAVING count(DISTINCT "\(whose)") = 1
                        """
                    peculiar.formUnion(try String.fetchAll(db, sql: sql).filter { $0.utf8.count > 4 })
                }
            }
            #expect(peculiar.count >= 2 * Self.students)
            for table in try tables(db) where !Self.ofAnswers.contains(table) {
                for column in try db.columns(in: table).map(\.name) {
                    let values = try String.fetchAll(
                        db, sql: "SELECT CAST(\"\(column)\" AS TEXT) FROM \"\(table)\" WHERE \"\(column)\" IS NOT NULL")
                    let found = values.filter { value in peculiar.contains { value.contains($0) } }
                    #expect(found.isEmpty, "\(table).\(column): \(found.prefix(3))")
                }
            }
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM compilation WHERE student IS NOT NULL") == 0)
            #expect(
                try Int.fetchOne(db, sql: "SELECT count(*) FROM compilationTag WHERE tag IN ('student', 'mobility', 'yearOfCourse')") == 0)
        }
    }

    /// What all compilations have in common with people must be common to all.
    @Test func whatAnswersShareWithPeopleTheyAllShare() throws {
        try filled().read { db in
            let sql =
                "SELECT count(DISTINCT tags) FROM (SELECT group_concat(tag || value) AS tags FROM compilationTag GROUP BY compilation)"
            let (combinations, days) = (
                try Int.fetchOne(db, sql: sql), try Int.fetchOne(db, sql: "SELECT count(DISTINCT day) FROM receipt")
            )
            #expect(combinations == 1)
            #expect(days == 1)
        }
    }

    /// Neither the order in which rows lie nor that of any index follows the order in which people came.
    @Test func noOrderFollowsTheOrderInWhichPeopleCame() throws {
        try filled().read { db in
            for table in [
                "compilation", "compilationAnswer", "compilationTag", "textReview", "receipt", "offer", "resultGroup", "resultCount",
            ] {
                let schema = try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [table]) ?? ""
                #expect(schema.contains("WITHOUT ROWID"), "\(table)")
            }
            let orders = [
                "SELECT value FROM compilationAnswer WHERE value LIKE 'student %'",
                "SELECT value FROM compilationAnswer INDEXED BY compilationAnswer_question WHERE question > 0 AND value LIKE 'student %'",
                """
                SELECT value FROM compilation CROSS JOIN compilationAnswer ON compilation = compilation.id
                WHERE value LIKE 'student %'
                """,
                """
                SELECT compilationAnswer.value FROM compilationTag INDEXED BY compilationTag_value CROSS JOIN compilationAnswer
                  ON compilationAnswer.compilation = compilationTag.compilation
                WHERE tag = 'activity' AND compilationTag.value > '' AND compilationAnswer.value LIKE 'student %'
                """,
            ]
            for sql in orders {
                let came = try String.fetchAll(db, sql: sql).compactMap { Int($0.dropFirst(8)) }
                #expect(came.count == Self.students)
                #expect(abs(Self.correlation(came)) < 0.7, "\(sql): \(came)")
            }
            let receipts = try Int.fetchAll(db, sql: "SELECT student FROM receipt CROSS JOIN offer ON offer.id = receipt.offer")
            #expect(receipts.count == Self.students, "\(receipts)")
            #expect(abs(Self.correlation(receipts)) < 0.7, "\(receipts)")
        }
    }

    /// Spearman's: 1 when a list of ranks is in order. By chance it is beyond 0.7 for forty ranks once in two million times.
    private static func correlation(_ ranks: [Int]) -> Double {
        let n = Double(ranks.count)
        let squares = ranks.enumerated().reduce(0.0) { $0 + Double(($1.offset + 1 - $1.element) * ($1.offset + 1 - $1.element)) }
        return 1 - 6 * squares / (n * (n * n - 1))
    }

    /// What is counted follows from the answers alone, whoever sent them and in whatever order: it can say no more than they do. It names no
    /// compilation and holds nothing that somebody wrote.
    @Test func whatIsCountedFollowsFromTheAnswersAlone() throws {
        try filled().write { db in
            let counted = try countedRows(db)
            try ResultSchema.recount(db)
            #expect(try countedRows(db) == counted)
            let ids = try String.fetchSet(db, sql: "SELECT id FROM compilation")
            for table in ["resultGroup", "resultCount"] {
                for row in try Row.fetchAll(db, sql: "SELECT * FROM \(table)") {
                    let values = row.databaseValues.map { "\($0)" }
                    #expect(values.allSatisfy { value in !value.contains("student") && !ids.contains { value.contains($0) } })
                }
            }
        }
    }

    /// No column beside answers holds a time, and none of a receipt one finer than a day.
    @Test func noTimeIsKeptBesideAnswers() throws {
        try filled().read { db in
            for table in Self.ofAnswers.union(["receipt", "resultGroup", "resultCount"]) {
                for column in try db.columns(in: table).map(\.name) {
                    let sql =
                        "SELECT DISTINCT CAST(\"\(column)\" AS TEXT) FROM \"\(table)\" WHERE \"\(column)\" LIKE '%:%:%' AND typeof(\"\(column)\") = 'text'"
                    #expect(try String.fetchAll(db, sql: sql) == [], "\(table).\(column)")
                }
            }
        }
    }

    /// Nothing that somebody typed stays behind under his name, and sending is not written down anywhere else.
    @Test func theDraftIsDestroyedAndNothingElseIsWritten() throws {
        try filled().read { db in
            for table in ["filling", "audit", "revision"] {
                let rows = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)")
                #expect(rows == 0, "\(table)")
            }
            let overwrites = try Int.fetchOne(db, sql: "PRAGMA secure_delete")
            #expect(overwrites == 1)
        }
    }

    @Test func theDatabaseItselfRefusesToNameSomebody() throws {
        let database = try filled()
        for sql in [
            "INSERT INTO compilation (id, questionnaire, version, student) VALUES ('aaaaaaaaaaaaaaaaaaaaaaaa', 1, 1, 1)",
            "UPDATE compilation SET student = 1", "UPDATE questionnaire SET anonymous = 0", "UPDATE compilationAnswer SET value = 'x'",
            "UPDATE compilation SET place = 'y9'",
            "INSERT INTO compilationTag (compilation, tag, value) SELECT id, 'student', '1' FROM compilation LIMIT 1",
        ] {
            #expect(throws: DatabaseError.self, "\(sql)") { try database.write { try $0.execute(sql: sql) } }
        }
    }

    @Test func whoIsToldThatHeIsNamedIsNamed() throws {
        try Faculty(students: 1, anonymous: false).database.write { db in
            _ = try Faculty.publish(db)
            _ = try Faculty.send(["q1": "3"], of: 1, db)
            #expect(try Int64.fetchOne(db, sql: "SELECT student FROM compilation") == 1)
            #expect(try String.fetchSet(db, sql: "SELECT tag FROM compilationTag").isSuperset(of: ["student", "activity"]))
        }
    }
}
