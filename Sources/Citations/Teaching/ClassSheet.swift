import Admin
import Foundation
import GRDB
import Web

/// A sheet of exercises that a teacher gives to a class: everybody who has its address answers it, and the teacher sees the marks.
struct ClassSheet: Resource {
    var stamp = RecordMetadata()
    var name = ""
    /// Which questions, as on the page of the exercises.
    var number = 1
    var isOpen = true
    var notes = ""

    static let system = Citations.name
    static let path = "sheets"
    static let table = "citationSheet"
    static let icon = "book"
    static let pages = [RecordPage("citations.answers.link", "answers", icon: "list")]
    static let columns = ["number", "isOpen"]
    static let fields: [Field<ClassSheet>] = [
        .title("name", \.name),
        .number("number", \.number, in: 0...999_999),
        .flag("isOpen", \.isOpen),
        .longText("notes", \.notes, limit: 1000, rows: 3),
    ]

    /// Where the class answers it.
    static func address(_ id: Int64) -> String { "/citations/sheets/\(id)" }
}

/// What somebody answered to a sheet; table `citationAnswer`. Who it is says only what he calls himself there.
struct ClassAnswer: FetchableRecord, Decodable, Sendable {
    let name: String
    private let answers: String
    let right: Int
    let at: Date

    /// Of one sheet; more are not taken in.
    static let most = 500

    static func all(of sheet: Int64, _ db: Database) throws -> [ClassAnswer] {
        try fetchAll(db, sql: "SELECT name, answers, right, at FROM citationAnswer WHERE sheetID = ? ORDER BY id", arguments: [sheet])
    }

    static func count(of sheet: Int64, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM citationAnswer WHERE sheetID = ?", arguments: [sheet]) ?? 0
    }

    static func insert(_ answers: [String], called name: String, right: Int, of sheet: Int64, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO citationAnswer (sheetID, name, answers, right, at) VALUES (?, ?, ?, ?, ?)",
            arguments: [sheet, name, try Outcome.json(answers), right, try db.transactionDate])
    }

    /// In the order of the questions.
    var given: [String] { (try? JSONDecoder().decode([String].self, from: Data(answers.utf8))) ?? [] }
}
