import Admin
import Foundation
import GRDB
import Web

/// A teacher's exercise sheet: anyone with its address may answer, and the teacher sees the marks.
struct ClassSheet: Resource {
    var stamp = RecordMetadata()
    var name = ""
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

    static func address(_ id: Int64) -> String { "/citations/sheets/\(id)" }
}

/// A person's answers to a sheet; table `citationAnswer`. The only identification is a self-chosen name.
struct ClassAnswer: FetchableRecord, Decodable, Sendable {
    let name: String
    private let answers: String
    let right: Int
    let at: Date

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

    var given: [String] { (try? JSONDecoder().decode([String].self, from: Data(answers.utf8))) ?? [] }
}
