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
            #expect(reading.cells.count == 4)
            #expect(reading.shown.isEmpty)
            #expect(!reading.mayShow(ResultReading.whole))
            let outline = StructureOutline(try StructureStore.read(1, db))
            #expect(try reading.compilations(of: ResultReading.whole, db).isEmpty)
            #expect(try reading.tallies(of: ResultReading.whole, outline, reading.disclosed(outline), db) == Tallies([]))
            #expect(reading.parts(of: ResultReading.whole).isEmpty)
        }
        try filled(5).read { db in
            let reading = try ResultReading(1, threshold: 5, db)
            #expect(reading.shown == [["all"], ["all", "y1"], ["all", "y1", "d1"], ["all", "y1", "d1", "a1"]])
            let (path, outline) = (["all", "y1", "d1", "a1"], StructureOutline(try StructureStore.read(1, db)))
            #expect(try reading.compilations(of: path, db).count == 5)
            let tallies = try reading.tallies(of: path, outline, reading.disclosed(outline), db)
            let question = try #require(outline.structure.questions.first { $0.code == "q2" })
            #expect(tallies.count == 5)
            #expect(tallies[question.id].answered == 5)
            #expect(tallies[question.id].counts == [question.answers[3].id: 5])
            #expect(try ResultReading.name("a1", in: .italian, db) == "Corso IN04 (IN04-2025)")
            #expect(try ResultReading.name("y1", in: .italian, db) == "2025/2026")
            #expect(try ResultReading.name("y0", in: .italian, db) == nil)
        }
    }

    /// A stay abroad has neither a degree nor an activity, and is divided by years of course at once.
    @Test func whatDividesNothingIsPassedOver() throws {
        try Faculty(students: 0).database.write { db in
            _ = try Faculty.publish(db)
            for (place, count) in [("y0.d0.a0.c1", 5), ("y0.d0.a0.c0", 6)] {
                try db.execute(sql: "INSERT INTO resultGroup VALUES (1, ?, '', ?)", arguments: [place, count])
            }
            let reading = try ResultReading(1, threshold: 5, db)
            let parts = reading.parts(of: ResultReading.whole)
            #expect(parts.map(\.path) == [["all", "y0", "d0", "a0", "c0"], ["all", "y0", "d0", "a0", "c1"]])
            #expect(parts.map(\.count) == [6, 5])
            // One of several says something, also where it is not known.
            #expect(!reading.isPassedOver(["all", "y0", "d0", "a0", "c0"]))
            #expect(reading.isPassedOver(["all", "y0"]))
        }
    }

    /// What was counted as answers came in is what the answers say when they are counted one by one, and what an older database is given.
    @Test(arguments: [true, false])
    func figuresAreThoseOfTheAnswersCountedOneByOne(_ isAnonymous: Bool) throws {
        let faculty = try Faculty(students: 30, anonymous: isAnonymous)
        try faculty.database.write { db in
            var structure = Faculty.structure
            structure.pages[0].paragraphs[0].questions[0].tags = [.attendance]
            _ = try Faculty.publish(db, structure)
            for student in 1...30 {
                var said = ["q1": String(1 + student % 3), "q5": String(student % 7)]
                if student % 3 != 2 { said["q2"] = String(1 + student % 4) }
                if student % 5 == 0 { said["q4"] = "text \(student)" }
                _ = try Faculty.send(said, of: Int64(student), db)
            }
            let outline = StructureOutline(try StructureStore.read(1, db))
            let reading = try ResultReading(1, threshold: 5, db)
            let disclosed = reading.disclosed(outline)
            #expect(reading.shown.count > 4)
            for path in reading.shown {
                let one = try Tallies(counting: reading.compilations(of: path, db), outline)
                let counted = try reading.tallies(of: path, outline, disclosed, db)
                let around = try path.indices.reversed().map { try reading.tallies(of: Array(path[...$0]), outline, disclosed, db) }
                #expect(try reading.tallies(around: path, outline, disclosed, db) == around)
                #expect(one.count == reading.count(path))
                #expect(counted.count == one.count)
                for question in outline.structure.questions where disclosed.mayShow(question.id, in: path) {
                    #expect(counted[question.id] == one[question.id])
                }
                if path.count == reading.shown.map(\.count).max() {
                    #expect(
                        try reading.tallies(together: [path], outline, disclosed, db)[outline.structure.questions[0].id]
                            == one[outline.structure.questions[0].id])
                }
            }
            let counted = try countedRows(db)
            try ResultSchema.recount(db)
            #expect(try countedRows(db) == counted)
            #expect(counted.count > 60)
        }
    }

    @Test func resultsWaitForTheEnd() throws {
        try filled(5).write { db in
            let active = try #require(try QuestionnaireVersion.active(of: 1, db))
            #expect(try #require(try ResultHeading.find(1, db)).isReady(active, now: Faculty.now) == false)
            try active.close(now: Faculty.now, db)
            let closed = try #require(try QuestionnaireVersion.find(active.id, db))
            #expect(try #require(try ResultHeading.find(1, db)).isReady(closed, now: Faculty.now))
            let response = try #require(try ResultHeading.find(1, db)).response(db)
            #expect(response.offers == 5)
            #expect(response.sent == 5)
        }
    }

    /// A course that several degrees have is said to be of each; its results lie with its own degree alone, also when they are counted anew.
    @Test func theTagsKnowEveryDegreeOfTheCourse() throws {
        let faculty = try Faculty(students: 3)
        try faculty.database.write { db in
            // One with a smaller number than the course's own, and one with a number that comes first as a text but not as a number.
            for name in ["Matematica", "Fisica"] { _ = try Faculty.add("degree", ["name": name], db) }
            try db.execute(
                sql: """
                    UPDATE course SET degree = 2;
                    INSERT INTO courseDegree (course, position, degree) VALUES (1, 1, 1), (1, 2, 3), (1, 3, 2);
                    """)
            _ = try Faculty.publish(db, Faculty.structure)
            _ = try Faculty.send(["q1": "1", "q2": "1"], of: 1, db)
            let sql = "SELECT value FROM compilationTag WHERE tag = 'degree' ORDER BY value"
            #expect(try String.fetchAll(db, sql: sql) == ["1", "2", "3"])
            let place = try String.fetchOne(db, sql: "SELECT place FROM compilation")
            #expect(place?.hasPrefix("y1.d2.a1") == true)
            let counted = try countedRows(db)
            try ResultSchema.recount(db)
            #expect(try countedRows(db) == counted)
            #expect(try String.fetchOne(db, sql: "SELECT place FROM compilation") == place)
        }
    }
}
