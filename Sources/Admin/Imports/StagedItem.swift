import Formats
import Foundation
import GRDB

enum ImportVerdict: String, Codable, CaseIterable, Sendable {
    case new, changed, same
    /// Left out because of a choice.
    case left
    case unclear
    case refused
}

struct StagedItem: FetchableRecord, Sendable {
    static let databaseTableName = "stagedItem"

    enum Decision: String, Sendable { case none = "", leave, new, same }

    let number: Int
    let place: ImportPlace
    /// The row as JSON; nil if the reader could not read it.
    let content: String?
    var corrections: [String: String]
    var decision: Decision
    var sameID: Int64?
    /// nil until it is checked.
    var verdict: ImportVerdict?
    var title: String
    var recordID: Int64?
    var version: Int
    /// The fields that it becomes, as `Field.pack` gives them.
    var record: String?
    var notes: ImportNotes

    init(row: Row) throws {
        number = row["number"]
        place = try JSONDecoder().decode(ImportPlace.self, from: Data((row["place"] as String).utf8))
        content = row["content"]
        corrections = (try? JSONDecoder().decode([String: String].self, from: Data((row["corrections"] as String).utf8))) ?? [:]
        decision = Decision(rawValue: row["decision"]) ?? .none
        sameID = row["sameID"]
        verdict = ImportVerdict(rawValue: row["verdict"])
        title = row["title"]
        recordID = row["recordID"]
        version = row["version"]
        record = row["record"]
        notes = (try? JSONDecoder().decode(ImportNotes.self, from: Data((row["notes"] as String).utf8))) ?? ImportNotes()
    }

    /// Adds what a reader gave; `content` is nil where it could not read the item. What is too long to be kept is remarked.
    static func add(
        _ number: Int, _ place: ImportPlace, _ content: String?, _ remarks: [ImportRemark], to staged: Int64, _ db: Database
    ) throws {
        // Corrections of an earlier reading stay: numbers are the same as long as the source is read the same way.
        let sql = """
            INSERT INTO stagedItem (importID, number, place, content, notes) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET place = excluded.place, content = excluded.content, notes = excluded.notes, verdict = 'waiting'
            """
        let isLong = content.map { $0.utf8.count > FileTable.Row.longest } ?? false
        let all = isLong ? remarks + [ImportRemark("long", ["row": String(place.number)])] : remarks
        let notes = all.isEmpty ? "{}" : Jobs.json(ImportNotes(remarks: all))
        try db.cachedStatement(sql: sql).execute(arguments: [staged, number, Jobs.json(place), isLong ? nil : content, notes])
    }

    static func fetch(of staged: Int64, after number: Int, most: Int, _ db: Database) throws -> [StagedItem] {
        let sql = "SELECT * FROM stagedItem WHERE importID = ? AND number > ? ORDER BY number LIMIT ?"
        return try fetchAll(db.cachedStatement(sql: sql), arguments: [staged, number, most])
    }

    static func find(_ number: Int, of staged: Int64, _ db: Database) throws -> StagedItem? {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM stagedItem WHERE importID = ? AND number = ?"), arguments: [staged, number])
    }

    func storeOutcome(in staged: Int64, _ db: Database) throws {
        let sql = """
            UPDATE stagedItem SET verdict = ?, title = ?, recordID = ?, version = ?, record = ?, notes = ?, hasRemarks = ?
            WHERE importID = ? AND number = ?
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            verdict?.rawValue ?? "waiting", title, recordID, version, record, Jobs.json(notes), needsLook, staged, number,
        ])
    }

    private var needsLook: Bool { verdict == .refused || verdict == .unclear || notes.isRemarkable }

    func storeAnswers(in staged: Int64, _ db: Database) throws {
        let sql = "UPDATE stagedItem SET corrections = ?, decision = ?, sameID = ? WHERE importID = ? AND number = ?"
        try db.cachedStatement(sql: sql).execute(arguments: [Jobs.json(corrections), decision.rawValue, sameID, staged, number])
    }
}

struct ImportNotes: Codable, Sendable, Equatable {
    struct Mistake: Codable, Sendable, Equatable {
        /// The field, or a part of it such as `steps.0.text`; empty for the item as a whole.
        var field: String
        var sentence: String
    }

    struct SimilarRecord: Codable, Sendable, Equatable {
        var id: Int64
        var title: String
        /// The end of a text key below `imports.alike`.
        var reason: String
        var percent: Int
    }

    var mistakes: [Mistake] = []
    var fields: [String] = []
    /// The fields that others changed since the export and the file did not; they stay.
    var kept: [String] = []
    /// The fields that both changed since the export; the file's value wins.
    var disputed: [String] = []
    var alike: [SimilarRecord] = []
    var made: [String: [String]] = [:]
    var remarks: [ImportRemark] = []

    var isRemarkable: Bool { !(mistakes.isEmpty && kept.isEmpty && disputed.isEmpty && alike.isEmpty && remarks.isEmpty) }

    init(mistakes: [Mistake] = [], remarks: [ImportRemark] = []) { (self.mistakes, self.remarks) = (mistakes, remarks) }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        mistakes = try values.decodeIfPresent([Mistake].self, forKey: .mistakes) ?? []
        fields = try values.decodeIfPresent([String].self, forKey: .fields) ?? []
        kept = try values.decodeIfPresent([String].self, forKey: .kept) ?? []
        disputed = try values.decodeIfPresent([String].self, forKey: .disputed) ?? []
        alike = try values.decodeIfPresent([SimilarRecord].self, forKey: .alike) ?? []
        made = try values.decodeIfPresent([String: [String]].self, forKey: .made) ?? [:]
        remarks = try values.decodeIfPresent([ImportRemark].self, forKey: .remarks) ?? []
    }
}
