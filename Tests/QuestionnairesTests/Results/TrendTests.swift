import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// The same questions from version to version, and one part beside those around it.
@Suite struct TrendTests {
    private static let results = "/admin/questionnaires/questionnaires/1/results"

    private static var scored: Structure {
        var structure = Faculty.structure
        for index in structure.pages[1].paragraphs[0].questions[0].answers.indices {
            structure.pages[1].paragraphs[0].questions[0].answers[index].score = Double(index + 1)
        }
        return structure
    }

    /// Two closed versions, answered by the first students for one course and by all the others for the same course a year later.
    private static func fill(_ db: Database, first: Int, second: Int, change: (inout Question) -> Void = { _ in }) throws {
        try Faculty.fill(db, students: max(first, second), anonymous: true, mandatory: false)
        let year = try Faculty.add("academicYear", ["name": "2026/2027", "begins": "2026-10-01 00:00:00.000"], db)
        try db.execute(
            sql: """
                UPDATE activity SET year = ?, course = (SELECT course FROM activity WHERE id = ?), closing = '2026-01-21 00:00:00.000'
                WHERE id = ?
                """,
            arguments: [year, Faculty.closed, Faculty.open])
        for (round, count) in [(1, first), (2, second)] {
            let draft = try QuestionnaireVersion.beginDraft(of: 1, now: Faculty.now, db)
            var structure = round == 1 ? Self.scored : try StructureStore.read(draft.id, db)
            if round == 2 { change(&structure.pages[1].paragraphs[0].questions[0]) }
            try draft.save(round == 1 ? structure.renumbered : structure, db)
            try #require(try QuestionnaireVersion.find(draft.id, db)).activate(Faculty.heading, now: Faculty.now, db)
            let version = try #require(try QuestionnaireVersion.active(of: 1, db))
            for student in 1...Int64(count) {
                try Offer.refresh(of: student, now: Faculty.now, db)
                let activity = round == 1 ? Faculty.closed : Faculty.open
                let offer = try #require(try Offer.all(of: student, db).first { $0.activity == activity })
                let replies = try Faculty.replies(version, ["q1": "1", "q2": round == 1 ? "1" : "3"], db)
                _ = try Sending(
                    offer: offer, replies: replies, version: version.id, nonce: "n\(round)", now: Faculty.now, zone: Faculty.zone
                ).send(db)
            }
            try mix(db)
            try version.close(now: Faculty.now, db)
        }
    }

    private func trend(_ path: [String], first: Int, second: Int, change: (inout Question) -> Void = { _ in }) throws -> Trend {
        let database = try emptyDatabase()
        return try database.write { db in
            try Self.fill(db, first: first, second: second, change: change)
            return try Trend(try #require(try ResultHeading.find(1, db)), like: path, now: Faculty.now, db)
        }
    }

    @Test func aQuestionIsFollowedThroughVersionsByItsCode() throws {
        let database = try emptyDatabase()
        try database.write { db in
            try Self.fill(db, first: 5, second: 6) { $0.text = "Worded otherwise?" }
            let path = ["all", "y1", "d1", "a1", "g1"]
            for length in path.indices {
                let part = Array(path[...length])
                let trend = try Trend(try #require(try ResultHeading.find(1, db)), like: part, now: Faculty.now, db)
                #expect(trend.points.map(\.year) == ["2025/2026", "2026/2027"], "\(part)")
                #expect(trend.points.map(\.count) == [5, 6], "\(part)")
                let line = try #require(trend.lines.first { $0.question.code == "q2" })
                #expect(line.means == [1, 3], "\(part)")
                #expect(line.isReworded, "\(part)")
                #expect(trend.lines.count == 1, "\(part)")
            }
        }
    }

    @Test func aQuestionOnAnotherScaleIsNotComparedWithItself() throws {
        let trend = try trend(["all"], first: 5, second: 5) { $0.answers[3].score = 10 }
        #expect(trend.lines.first?.means == [nil, 3])
        #expect(trend.lines.first?.isReworded == false)
    }

    @Test func aYearWithTooFewAnswersIsNoPointOfTheLine() throws {
        let trend = try trend(["all", "y1", "d1", "a1"], first: 4, second: 5)
        #expect(trend.points.map(\.year) == ["2026/2027"])
    }

    @Test func aVersionThatIsStillFilledInIsNoPointEither() throws {
        let database = try emptyDatabase()
        let trend = try database.write { db -> Trend in
            try Self.fill(db, first: 5, second: 5)
            try db.execute(sql: "UPDATE questionnaireVersion SET state = 'active', closedAt = NULL WHERE number = 2")
            return try Trend(try #require(try ResultHeading.find(1, db)), like: ["all"], now: Faculty.now, db)
        }
        #expect(trend.points.map(\.version) == [1])
    }

    @Test func pagesDrawWhatTheirTablesSay() async throws {
        let made = try await TestSite("house", "registry", "questionnaires")
        try await made.database.write { try Self.fill($0, first: 5, second: 6) }
        try await made.browse(as: "admin") { browsers in
            let trend = try await browsers[0].get(Self.results + "/trend?version=2")
            #expect(trend.status == 200)
            #expect(trend.contains("<polyline"))
            #expect(trend.contains("6 compilazioni"))
            let part = try await browsers[0].get(Self.results + "?version=2&part=y2.d1.a2")
            #expect(part.contains("A confronto"))
            #expect(part.contains("<th scope=\"col\" class=\"k-number\">Tutti</th>"))
            // Nothing is around everybody.
            let whole = try await browsers[0].get(Self.results + "?version=2")
            #expect(whole.status == 200)
            #expect(!whole.contains("A confronto"))
            let hidden = try await browsers[0].get(Self.results + "/trend?version=2&part=y9")
            #expect(hidden.status == 404)
        }
    }
}
