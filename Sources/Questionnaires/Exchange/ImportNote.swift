import Foundation
import GRDB

/// What an import took otherwise or left out, with its place in the file.
struct ImportNote: Codable, Sendable, Hashable {
    enum Effect: String, Codable, Sendable { case changed, leftOut }

    static let longest = 160

    static func cut(_ text: String) -> String { text.count > longest ? text.prefix(longest - 1) + "…" : text }

    var effect: Effect
    var sheet: String
    /// The rows, counted from one as spreadsheets do; empty for the whole sheet or column.
    var rows: [Int] = []
    /// As the file writes it; empty for the whole row.
    var column = ""
    /// The key of the sentence below `questionnaires.exchange.noted`.
    var reason: String
    var about = ""
    var limit: Int?
    var code: String?

    /// Joins notes that differ only in their rows, in the order in which they came.
    static func grouped(_ notes: [ImportNote]) -> [ImportNote] {
        var (places, all): ([ImportNote: Int], [ImportNote]) = ([:], [])
        for note in notes {
            var key = note
            (key.rows, key.code) = ([], nil)
            guard let place = places[key] else {
                places[key] = all.count
                all.append(note)
                continue
            }
            for row in note.rows {
                // Rows come in order, so that looking through all of them is rare.
                let isNew = all[place].rows.last.map { row > $0 } ?? true
                if isNew || !all[place].rows.contains(row) { all[place].rows.append(row) }
            }
            if all[place].rows.count > 1 { all[place].code = nil }
        }
        return all
    }

    var rowText: String {
        var runs: [ClosedRange<Int>] = []
        for row in rows.sorted() {
            if let last = runs.last, row <= last.upperBound + 1 {
                runs[runs.count - 1] = last.lowerBound...max(row, last.upperBound)
            } else {
                runs.append(row...row)
            }
        }
        return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }.joined(separator: ", ")
    }
}

/// What became of the rows of an imported file. It stays with the draft.
struct ImportReport: Codable, Sendable, Equatable {
    var file = ""
    /// The rows of the sheet of questions that say something, and how many of them were taken otherwise and left out.
    var rows = 0
    var changed = 0
    var leftOut = 0
    var notes: [ImportNote] = []

    var taken: Int { rows - changed - leftOut }

    var json: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}" }

    func save(for version: Int64, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO questionnaireImport (version, report) VALUES (?, ?)", arguments: [version, json])
    }

    /// The report of a version from now on; nil for none.
    static func replace(_ report: ImportReport?, for version: Int64, _ db: Database) throws {
        if let report { return try report.save(for: version, db) }
        try db.execute(sql: "DELETE FROM questionnaireImport WHERE version = ?", arguments: [version])
    }

    static func find(_ version: Int64, _ db: Database) throws -> ImportReport? {
        let text = try String.fetchOne(db, sql: "SELECT report FROM questionnaireImport WHERE version = ?", arguments: [version])
        return text.flatMap(ImportReport.init(json:))
    }
}

extension ImportReport {
    init?(json: String) {
        guard let report = try? JSONDecoder().decode(ImportReport.self, from: Data(json.utf8)) else { return nil }
        self = report
    }
}
