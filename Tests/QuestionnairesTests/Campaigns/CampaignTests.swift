import Foundation
import GRDB
import Testing

@testable import Questionnaires

/// Campaigns decide which courses are asked about, and when; their results open course by course.
@Suite struct CampaignTests {
    private static let day = 86_400.0

    /// A campaign of the questionnaire and year of the faculty.
    @discardableResult
    static func add(_ db: Database, _ values: [String: (any DatabaseValueConvertible)?] = [:]) throws -> Int64 {
        let common: [String: (any DatabaseValueConvertible)?] = ["name": "Primo semestre", "questionnaire": 1, "year": 1, "days": 30]
        return try Faculty.add("campaign", common.merging(values) { $1 }, db)
    }

    private func asked(_ student: Int64, now: Date = Faculty.now, _ db: Database) throws -> [Int64] {
        try Offer.refresh(of: student, now: now, db)
        return try Offer.all(of: student, db).filter { try $0.openVersion(now: now, db) != nil }.compactMap(\.activity)
    }

    // MARK: Who is asked

    @Test func aCourseIsAskedAboutFromItsClosingForTheDaysOfTheCampaign() throws {
        try Faculty().database.write { db in
            _ = try Faculty.publish(db)
            try Self.add(db)
            #expect(try asked(1, db) == [Faculty.closed])
            #expect(try asked(2, now: Faculty.now + 30 * Self.day, db) == [])
        }
    }

    @Test func studentsReadTheDayOnWhichACourseEnds() throws {
        try Faculty().database.write { db in
            _ = try Faculty.publish(db)
            try Self.add(db)
            _ = try asked(1, db)
            let course = try #require(try CampaignCourse.all(of: 1, db).first { $0.activity == Faculty.closed })
            let item = try #require(try OfferList(of: 1, now: Faculty.now, db).items.first)
            #expect(item.closes == course.closes)
            #expect(course.closes.map { $0 > Faculty.now } == true)
        }
    }

    @Test func aCourseMayHaveATimeOfItsOwn() throws {
        try Faculty().database.write { db in
            _ = try Faculty.publish(db)
            let campaign = try Self.add(db)
            try db.execute(
                sql: "INSERT INTO campaignWindow (campaign, position, activity, opens, closes) VALUES (?, 0, ?, ?, ?)",
                arguments: [campaign, Faculty.open, Faculty.now - Self.day, Faculty.now + Self.day])
            #expect(try asked(1, db) == [Faculty.closed, Faculty.open])
        }
    }

    @Test func aCourseEndsAtItsFirstExamWhereTheCampaignSaysSo() throws {
        try Faculty().database.write { db in
            _ = try Faculty.publish(db)
            let campaign = try Self.add(db, ["untilExam": true])
            func closes() throws -> Date? {
                try CampaignCourse.all(of: campaign, db).first { $0.activity == Faculty.closed }?.closes
            }
            let closing = try #require(try Date.fetchOne(db, sql: "SELECT closing FROM activity WHERE id = ?", arguments: [Faculty.closed]))
            // No exam is known: the days of the campaign hold.
            #expect(try closes() == closing + 30 * Self.day)
            for days in [-5.0, 9, 20] {
                _ = try Faculty.add(
                    "examSession", ["name": "Appello \(days)", "activity": Faculty.closed, "held": closing + days * Self.day], db)
            }
            #expect(try closes() == closing + 9 * Self.day)
            try db.execute(sql: "UPDATE campaign SET untilExam = 0")
            #expect(try closes() == closing + 30 * Self.day)
        }
    }

    @Test func onlyTheCoursesThatAreChosenAreAskedAbout() throws {
        try Faculty().database.write { db in
            _ = try Faculty.publish(db)
            let campaign = try Self.add(db, ["opening": "dates", "closes": Faculty.now + Self.day, "days": nil])
            #expect(try asked(1, db) == [Faculty.closed, Faculty.open])
            try db.execute(
                sql: "INSERT INTO campaignActivity (campaign, activity) VALUES (?, ?)", arguments: [campaign, Faculty.open])
            #expect(try asked(2, db) == [Faculty.open])
        }
    }

    @Test func theTermOfACampaignIsThatOfItsCourses() throws {
        try Faculty().database.write { db in
            _ = try Faculty.publish(db)
            try Self.add(db, ["term": "firstSemester"])
            #expect(try asked(1, db) == [])
            try db.execute(sql: "UPDATE activity SET term = 'firstSemester'")
            #expect(try asked(1, db) == [Faculty.closed])
        }
    }

    @Test func aCampaignInTheArchiveAsksNobody() throws {
        try Faculty().database.write { db in
            _ = try Faculty.publish(db)
            try Self.add(db, ["archived": true])
            #expect(try asked(1, db) == [])
        }
    }

    @Test func aCourseOfAPastYearIsAskedAboutOnlyWhereACampaignSaysSo() throws {
        try Faculty().database.write { db in
            let year = try Faculty.add(
                "academicYear", ["name": "2019/2020", "begins": "2019-10-01 00:00:00.000", "ends": "2020-09-30 00:00:00.000"], db)
            let course = try Int64.fetchOne(db, sql: "SELECT id FROM course ORDER BY id") ?? 0
            let past = try Faculty.add(
                "activity", ["code": "IN04-2019", "course": course, "year": year, "closing": "2020-01-20 00:00:00.000"], db)
            try db.execute(sql: "INSERT INTO recordBook (student, activity) VALUES (1, ?)", arguments: [past])
            _ = try Faculty.publish(db)
            #expect(try asked(1, db) == [Faculty.closed])
            let campaign = try Self.add(db, ["opening": "dates", "closes": Faculty.now + Self.day, "days": nil])
            try db.execute(sql: "INSERT INTO campaignActivity (campaign, activity) VALUES (?, ?)", arguments: [campaign, past])
            #expect(try asked(1, db) == [past])
        }
    }

    // MARK: Rates and results

    @Test func everybodyWhoCanAnswerIsCountedBeforeAnybodyLooks() throws {
        try Faculty(students: 6).database.write { db in
            _ = try Faculty.publish(db)
            try Self.add(db)
            _ = try Faculty.send(["q1": "3"], of: 1, db)
            let rates = try CampaignRates(1, [Faculty.closed], db)
            #expect(rates.rate(of: Faculty.closed) == CampaignRates.Rate(possible: 6, answered: 1))
        }
    }

    @Test func numbersOfFewStudentsAreNotShown() throws {
        try Faculty(students: 4).database.write { db in
            let rates = try CampaignRates(1, [Faculty.closed], db)
            #expect(rates.rate(of: Faculty.closed) == nil)
            #expect(rates.sum(of: [Faculty.closed]) == nil)
        }
    }

    private func isVisible(_ path: [String], _ version: QuestionnaireVersion, _ db: Database) throws -> Bool {
        let heading = try #require(try ResultHeading.find(1, db))
        let reading = try ResultReading(version.id, threshold: heading.threshold, db)
        return ResultPages.Asked(heading: heading, version: version, versions: [version], reading: reading, path: path).mayShow
    }

    @Test func resultsOfACourseOpenWhenItsTimeIsOver() throws {
        try Faculty(students: 6).database.write { db in
            let version = try Faculty.publish(db)
            try Self.add(db)
            for student in 1...6 { _ = try Faculty.send(["q1": "3"], of: Int64(student), db) }
            let course = ["all", "y1", "d1", "a1"]
            #expect(try !isVisible(course, version, db))
            try CampaignEnd.note(now: Faculty.now + 30 * Self.day, db)
            #expect(try isVisible(course, version, db))
            // Others can still answer: what is around it waits.
            #expect(try !isVisible(["all"], version, db))
        }
    }

    @Test func whatIsOverDoesNotOpenAgain() throws {
        try Faculty().database.write { db in
            _ = try Faculty.publish(db)
            try Self.add(db)
            try CampaignEnd.note(now: Faculty.now + 30 * Self.day, db)
            try db.execute(sql: "UPDATE campaign SET days = 300")
            #expect(try asked(1, db) == [])
            try db.execute(sql: "UPDATE campaign SET deletedAt = '2026-03-01 00:00:00.000'")
            #expect(try asked(1, db) == [])
        }
    }

    @Test func theLastAnswersOfACourseThatIsOverAreMoved() throws {
        try Faculty().database.write { db in
            _ = try Faculty.publish(db)
            try Self.add(db)
            _ = try Faculty.send(["q1": "3"], of: 1, mixes: false, db)
            #expect(try Mixing.mix(db, now: Faculty.now).moved == 0)
            try CampaignEnd.note(now: Faculty.now + 30 * Self.day, db)
            #expect(try Mixing.mix(db, now: Faculty.now).moved == 1)
        }
    }

    @Test func aVersionThatWasClosedBeforeStaysDividedAsItWas() throws {
        try Faculty().database.write { db in
            let version = try Faculty.publish(db)
            try version.close(now: Faculty.now, db)
            #expect(try CampaignEnd.activities(of: version.id, db) == nil)
            try Self.add(db, ["updatedAt": "2026-03-01 00:00:00.000"])
            #expect(try CampaignEnd.activities(of: version.id, db) == nil)
        }
    }

    /// A whole with one degree of these courses.
    private func cells(_ counts: [Int]) -> Cells {
        let courses = counts.enumerated().map { Cells(key: "a\($0.offset + 1)", count: $0.element) }
        let sum = counts.reduce(0, +)
        let degree = Cells(key: "d1", count: sum, parts: courses)
        return Cells(key: "all", count: sum, parts: [Cells(key: "y1", count: sum, parts: [degree])])
    }

    @Test func aCourseIsShownByItsOwnNumberAndNothingAroundItTellsTheRest() {
        func shown(_ counts: [Int]) -> [String] { cells(counts).shownByCourse(threshold: 5).compactMap(\.last) }
        #expect(shown([6, 3]) == ["a1"])
        #expect(shown([6, 3, 3]) == ["all", "y1", "d1", "a1"])
        #expect(shown([6, 7]) == ["all", "y1", "d1", "a1", "a2"])
        #expect(shown([2, 2]) == [])
    }
}
