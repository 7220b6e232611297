import Foundation
import GRDB

@testable import Questionnaires

/// A small faculty in a database: one course closed in January 2026, one still open, and as many students as a test wants, all of whom
/// follow both.
struct Faculty {
    static let now = Date(timeIntervalSince1970: 1_770_000_000)  // 2026-02-02
    static let zone = TimeZone(identifier: "Europe/Rome") ?? .gmt
    static let closed: Int64 = 1
    static let open: Int64 = 2

    let database: DatabaseQueue

    init(students: Int = 3, anonymous: Bool = true, mandatory: Bool = true) throws {
        database = try emptyDatabase()
        try database.write { try Self.fill($0, students: students, anonymous: anonymous, mandatory: mandatory) }
    }

    static func fill(_ db: Database, students: Int, anonymous: Bool, mandatory: Bool) throws {
        let year = try add("academicYear", ["name": "2025/2026", "begins": "2025-10-01 00:00:00.000"], db)
        let degree = try add("degree", ["name": "Informatica"], db)
        for code in ["IN04", "IN05"] {
            let course = try add("course", ["code": code, "name": "Corso \(code)", "degree": degree], db)
            let closing = code == "IN04" ? "2026-01-20 00:00:00.000" : nil
            _ = try add("activity", ["code": code + "-2025", "course": course, "year": year, "closing": closing], db)
        }
        for number in 0..<students {
            let id = try add("student", ["number": "8\(number)", "degree": degree, "courseYear": 1], db)
            for activity in [closed, open] {
                try db.execute(sql: "INSERT INTO recordBook (student, activity) VALUES (?, ?)", arguments: [id, activity])
            }
        }
        _ = try add(
            "questionnaire",
            [
                "name": "Valutazione", "code": "VALDID", "context": "teaching", "repetition": "activity", "opening": "closing",
                "anonymous": anonymous, "mandatory": mandatory, "folded": "valutazione",
            ], db)
    }

    /// - Returns: the id.
    static func add(_ table: String, _ values: [String: (any DatabaseValueConvertible)?], _ db: Database) throws -> Int64 {
        let name: (any DatabaseValueConvertible)? = values["name"] ?? nil
        let number: (any DatabaseValueConvertible)? = values["number"] ?? nil
        let known: (any DatabaseValueConvertible)? = values["code"] ?? nil
        let title = (name ?? number).map { "\($0)" } ?? "x"
        let code = known.map { "\($0)" } ?? ""
        var all = values
        for (name, value) in [
            "key": title + code, "createdAt": "2026-01-01", "updatedAt": "2026-01-01", "folded": title + code, "words": title,
        ] where all[name] == nil {
            all[name] = value
        }
        let names = all.keys.sorted()
        try db.execute(
            sql: "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(databaseQuestionMarks(count: names.count)))",
            arguments: StatementArguments(names.map { name -> (any DatabaseValueConvertible)? in all[name] ?? nil }))
        return db.lastInsertedRowID
    }

    /// Attendance on the first page; the second page, on the lessons, is hidden from whoever never came.
    static var structure: Structure {
        var sketch = Sketch()
        sketch.page(10, [.choice(1, .single, 3, mandatory: true)])
        sketch.page(20, [.choice(2, .singleAcross, 4, mandatory: true), .choice(3, .singleAcross, 4)])
        sketch.page(30, [.written(4), .written(5, .number, Limits(least: "0", greatest: "80"))])
        sketch.rule(13, .hide, 20)
        var structure = sketch.structure
        for page in structure.pages.indices {
            for question in structure.pages[page].paragraphs[0].questions.indices {
                var changed = structure.pages[page].paragraphs[0].questions[question]
                changed.code = "q\(changed.id)"
                for answer in changed.answers.indices { changed.answers[answer].code = "a\(answer + 1)" }
                structure.pages[page].paragraphs[0].questions[question] = changed
            }
        }
        return structure
    }

    static let heading = Heading(code: "VALDID", context: "teaching")

    /// Publishes a version, with the structure above unless another one is given.
    static func publish(
        _ db: Database, _ structure: Structure = Self.structure, heading: Heading = Self.heading
    ) throws -> QuestionnaireVersion {
        let draft = try QuestionnaireVersion.beginDraft(of: 1, now: now, db)
        try draft.save(structure.renumbered, db)
        try draft.activate(heading, now: now, db)
        return try QuestionnaireVersion.active(of: 1, db)!
    }

    /// Replies by codes: the answer's number for a choice, the text for what is written.
    static func replies(_ version: QuestionnaireVersion, _ said: [String: String], _ db: Database) throws -> Replies {
        var replies = Replies()
        for question in try StructureStore.read(version.id, db).questions {
            guard let value = said[question.code] else { continue }
            if question.format == .free {
                replies[question.id] = Reply(typed: [question.answers[0].id: value])
            } else {
                replies[question.id] = Reply(chosen: question.answers.filter { "a" + value == $0.code }.map(\.id))
            }
        }
        return replies
    }

    static func offer(of student: Int64, _ db: Database) throws -> Offer {
        try Offer.refresh(of: student, now: now, db)
        return try Offer.all(of: student, db)[0]
    }

    /// - Parameter mixes: whether the answers are moved to the others at once, as the job does later.
    static func send(
        _ said: [String: String], of student: Int64, nonce: String = "n", mixes: Bool = true, _ db: Database
    ) throws -> String {
        let version = try QuestionnaireVersion.active(of: 1, db)!
        let code = try Sending(
            offer: offer(of: student, db), replies: replies(version, said, db), version: version.id, nonce: nonce, now: now, zone: zone
        ).send(db)
        if mixes { try mix(db) }
        return code
    }
}
