import GRDB
import Testing

@testable import Questionnaires

@Suite struct ResultReadingTests {
    private func filled(_ count: Int) throws -> DatabaseQueue {
        let faculty = try Faculty(students: count)
        try faculty.database.write { db in
            _ = try Faculty.publish(db)
            for student in 0..<count { _ = try Faculty.send(["q1": "1", "q2": "4", "q4": "text"], of: Int64(student + 1), db) }
        }
        return faculty.database
    }

    @Test func fourCompilationsAreNothingAndFiveAreShown() throws {
        try filled(4).read { db in
            let reading = try ResultReading(1, threshold: 5, db)
            #expect(reading.cells.count == 4 && reading.shown.isEmpty && !reading.mayShow(ResultReading.whole))
            let answers = try reading.answers(db)
            #expect(answers.count == 4 && reading.compilations(of: ResultReading.whole, in: answers).isEmpty)
            #expect(reading.parts(of: ResultReading.whole).isEmpty)
        }
        try filled(5).read { db in
            let reading = try ResultReading(1, threshold: 5, db)
            #expect(reading.shown == [["all"], ["all", "y1"], ["all", "y1", "d1"], ["all", "y1", "d1", "a1"]])
            let compilations = reading.compilations(of: ["all", "y1", "d1", "a1"], in: try reading.answers(db))
            let tallies = Tallies(compilations, Outline(try StructureStore.read(1, db)))
            let question = try #require(try StructureStore.read(1, db).questions.first { $0.code == "q2" })
            #expect(tallies.count == 5 && tallies[question.id].answered == 5)
            #expect(tallies[question.id].counts == [question.answers[3].id: 5])
            #expect(try ResultReading.name("a1", db) == "Corso IN04 (IN04-2025)" && ResultReading.name("y1", db) == "2025/2026")
            #expect(try ResultReading.name("y0", db) == nil)
        }
    }

    @Test func resultsWaitForTheEnd() throws {
        try filled(5).write { db in
            let active = try #require(try Version.active(of: 1, db))
            #expect(try #require(try ResultHeading.find(1, db)).isReady(active, now: Faculty.now) == false)
            try active.close(now: Faculty.now, db)
            let closed = try #require(try Version.find(active.id, db))
            #expect(try #require(try ResultHeading.find(1, db)).isReady(closed, now: Faculty.now))
            let response = try #require(try ResultHeading.find(1, db)).response(db)
            #expect(response.offers == 5 && response.receipts == 5)
        }
    }
}
