import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// What students wrote is read by somebody before their teachers see it, and teachers answer.
@Suite struct ReviewTests {
    private static let results = "/admin/questionnaires/questionnaires/1/results"
    private static let own = "/questionnaires/results/1/\(Faculty.closed)"

    /// Five students of the closed course, two of whom wrote something; `educator` teaches it, `educator-blu` follows it.
    private func site(students: Int = 5) async throws -> TestSite {
        let made = try await TestSite("house", "registry", "questionnaires")
        try await made.database.write { db in
            try Faculty.fill(db, students: students, anonymous: true, mandatory: false)
            _ = try Faculty.publish(db)
            let person = try Faculty.add("person", ["name": "Ada Bianchi", "account": "educator"], db)
            try db.execute(sql: "INSERT INTO activityTeacher (activity, person) VALUES (?, ?)", arguments: [Faculty.closed, person])
            try db.execute(sql: "UPDATE student SET account = 'educator-blu' WHERE id = 1")
            for (account, role) in [("educator", "teacher"), ("educator-blu", "student")] {
                let id = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = ?", arguments: [account]) ?? 0
                try RoleAssignment(accountID: id, role: role).insert(db)
            }
            for student in 1...Int64(students) {
                let said = [1: "Prima <b>parola</b>", 2: "Seconda parola"][student]
                _ = try Faculty.send(["q1": "1", "q2": "2"].merging(said.map { ["q4": $0] } ?? [:]) { $1 }, of: student, db)
            }
            try #require(try QuestionnaireVersion.active(of: 1, db)).close(now: .now, db)
        }
        return made
    }

    @Test func aReviewerSearchesWhatWasWritten() async throws {
        let made = try await site()
        try await made.browse(as: "admin") { browsers in
            let found = try await browsers[0].get(Self.results + "/texts?version=1&part=&q=seconda")
            #expect(found.contains("Seconda parola"))
            #expect(!found.contains("Prima"))
            #expect(found.contains("Da leggere: 1"))
            let none = try await browsers[0].get(Self.results + "/texts?version=1&part=&q=terza")
            #expect(none.contains("Da leggere: 0"))
        }
    }

    private func handle(of text: String, _ made: TestSite) async throws -> String {
        try await made.database.read { db in
            let texts = try WrittenAnswer.all(of: 1, db)
            return try #require(texts.first { $0.text == text }).handle
        }
    }

    @Test func aTeacherSeesAWrittenAnswerOnlyOnceItWasReadAndLetThrough() async throws {
        let made = try await site()
        let (first, second) = (try await handle(of: "Prima <b>parola</b>", made), try await handle(of: "Seconda parola", made))
        try await made.browse(as: "admin", "educator") { browsers in
            let (reviewer, teacher) = (browsers[0], browsers[1])
            let before = try await teacher.get(Self.own)
            #expect(before.status == 200)
            #expect(!before.contains("parola"))
            let page = try await reviewer.get(Self.results + "/texts")
            #expect(page.contains("Prima &lt;b&gt;parola&lt;/b&gt;"))
            #expect(page.contains("Da leggere: 2"))
            let saved = try await reviewer.post(Self.results + "/texts", [("d-" + first, "shown"), ("d-" + second, "withheld")])
            #expect(saved.status == 303)
            let after = try await teacher.get(Self.own)
            #expect(after.contains("Prima &lt;b&gt;parola&lt;/b&gt;"))
            #expect(!after.contains("Seconda parola"))
            // Changed his mind.
            try await reviewer.post(Self.results + "/texts?show=shown", [("d-" + first, "")])
            let last = try await teacher.get(Self.own)
            #expect(!last.contains("parola"))
        }
        let sql = "SELECT detail FROM audit WHERE action = 'questionnaires.questionnaires.review' ORDER BY id"
        let entries = try await made.database.read { try String.fetchAll($0, sql: sql) }
        #expect(entries.count == 2)
        #expect(entries.allSatisfy { !$0.contains("parola") })
        #expect(entries.allSatisfy { !$0.contains(first) })
    }

    @Test func thePageOfReviewSaysNothingByWhichTwoTextsOfOnePersonBelongTogether() async throws {
        let made = try await site()
        let keys = try await made.database.read { try String.fetchAll($0, sql: "SELECT id FROM compilation") }
        try await made.browse(as: "admin") { browsers in
            let page = try await browsers[0].get(Self.results + "/texts")
            #expect(page.status == 200)
            #expect(keys.allSatisfy { !page.contains($0) })
        }
    }

    @Test func tooFewToShowAreTooFewToReviewAndToAnswer() async throws {
        let made = try await site(students: 4)
        let handle = try await handle(of: "Seconda parola", made)
        let question = try await made.value("SELECT id FROM element WHERE code = 'q2'", as: Int64.self) ?? 0
        try await made.browse(as: "admin", "educator") { browsers in
            let page = try await browsers[0].get(Self.results + "/texts")
            let decided = try await browsers[0].post(Self.results + "/texts", [("d-" + handle, "shown")])
            let answered = try await browsers[1].post("\(Self.own)/answers/\(question)", [("text", "x")])
            #expect(page.status == 404)
            #expect(decided.status == 404)
            #expect(answered.status == 404)
        }
        let rows = try await made.value("SELECT (SELECT count(*) FROM textReview) + (SELECT count(*) FROM teacherAnswer)", as: Int.self)
        #expect(rows == 0)
    }

    /// Sends further words, each in a compilation of its own.
    /// - Returns: the question that they answer.
    private func say(_ texts: [String], of activity: Int64, _ db: Database) throws -> Question {
        let outline = StructureOutline(try StructureStore.read(1, db))
        let question = try #require(outline.structure.questions.first { $0.code == "q4" })
        let offer = try SeededOccasion(activity: activity).offer("", 1, student: 0, db)
        for text in texts {
            let given = GivenAnswer(question: question.id, answer: question.answers[0].id, value: text)
            try Sending.store([given], of: offer, version: 1, outline, isAnonymous: true, db)
        }
        return question
    }

    /// A small part is read by itself and a large one by its words: both say the same.
    @Test(arguments: [["all"], ["all", "y1", "d1", "a1"]])
    func textsOfAPartAreReadInTheOrderOfTheirWords(_ path: [String]) async throws {
        let made = try await site(students: 40)
        let hidden = try await handle(of: "Seconda parola", made)
        try await made.database.write { db in
            // Many more of another activity, so that the first is a small part.
            let question = try say((0..<200).map { "Altrove \($0)" }, of: Faculty.open, db)
            try #require(try WrittenAnswer.all(of: 1, db).first { $0.handle == hidden }).decide(.withheld, db)
            let reading = try ResultReading(1, threshold: 5, db)
            let all = try WrittenAnswer.texts(to: question, in: path, of: reading, db)
            #expect(all == all.sorted())
            #expect(all.suffix(2) == ["Prima <b>parola</b>", "Seconda parola"])
            #expect(all.count == (path.count == 1 ? 202 : 2))
            #expect(try WrittenAnswer.texts(to: question, in: path, of: reading, most: 1, db).count == 1)
            #expect(try WrittenAnswer.texts(to: question, in: path, of: reading, decided: .withheld, db) == ["Seconda parola"])
        }
    }

    @Test func aPageHoldsAFewTextsAndLeadsToAllOfThem() async throws {
        let made = try await site(students: 5)
        try await made.database.write { db in
            _ = try say((100..<220).map { "Parola \($0)" }, of: Faculty.closed, db)
        }
        try await made.browse(as: "admin") { browsers in
            let page = try await browsers[0].get(Self.results)
            #expect(page.contains("Parola 102"))
            #expect(!page.contains("Parola 103"))
            #expect(page.contains("Tutti i 122 testi"))
            // There is more than was asked for: how many have answered is not known any more.
            #expect(page.contains("125 compilazioni. Oggi gli invitati sono di meno"))
            let file = try await browsers[0].get(Self.results + "/answers.csv")
            #expect(file.contains("Parola 219"))
        }
    }

    @Test func whoMayOnlyReadResultsDecidesNothing() async throws {
        let made = try await site()
        let handle = try await handle(of: "Seconda parola", made)
        try await made.database.write { db in
            let id = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = 'educator'") ?? 0
            try RoleAssignment(accountID: id, role: "analyst").insert(db)
        }
        try await made.browse(as: "educator") { browsers in
            let results = try await browsers[0].get(Self.results)
            #expect(results.status == 200)
            #expect(!results.contains("results/texts"))
            let decided = try await browsers[0].post(Self.results + "/texts", [("d-" + handle, "shown")])
            #expect(decided.status == 404)
        }
    }

    @Test func aTeacherAnswersToAQuestionAndHisStudentsReadIt() async throws {
        let made = try await site()
        let question = try await made.value("SELECT id FROM element WHERE code = 'q2'", as: Int64.self) ?? 0
        let address = "\(Self.own)/answers/\(question)"
        try await made.browse(as: "educator", "educator-blu", "admin") { browsers in
            let (teacher, student) = (browsers[0], browsers[1])
            let long = try await teacher.post(address, [("text", String(repeating: "è", count: 2_001))])
            #expect(long.status == 422)
            #expect(long.contains("al massimo 2.000 caratteri"))
            #expect(long.contains("èèè"))
            let saved = try await teacher.post(address, [("text", "Cambierò & basta")])
            #expect(saved.status == 303)
            for (browser, path) in [
                (teacher, Self.own), (student, "/questionnaires/answers"), (browsers[2], Self.results + "?part=y1.d1.a1"),
            ] {
                let page = try await browser.get(path)
                #expect(page.contains("Cambierò &amp; basta"), "\(path)")
                #expect(page.contains("Ada Bianchi"), "\(path)")
            }
            // Somebody else's results are answered by nobody else.
            let other = try await student.post(address, [("text", "x")])
            #expect(other.status == 404)
            try await teacher.post(address, [("text", " ")])
            let nothing = try await student.get("/questionnaires/answers")
            #expect(nothing.contains("Nessuno dei tuoi docenti"))
        }
        let audits = try await made.value(
            "SELECT count(*) FROM audit WHERE action = 'questionnaires.questionnaires.answer'", as: Int.self)
        #expect(audits == 2)
    }
}
