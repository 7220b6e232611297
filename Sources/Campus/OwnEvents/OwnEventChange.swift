import Foundation
import GRDB

/// One time of a repeated own event that is left out or moved; table `campusOwnEventChange`.
struct OwnEventChange: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "campusOwnEventChange"

    let event: Int64
    /// Its day by the rule: `2026-12-24`.
    let day: String
    /// nil, as the end, for left out.
    let starts: Date?
    let ends: Date?

    var time: DateInterval? {
        guard let starts, let ends, starts <= ends else { return nil }
        return DateInterval(start: starts, end: ends)
    }

    static func all(of visitor: Int64, _ db: Database) throws -> [Int64: [String: OwnEventChange]] {
        let sql = "SELECT h.* FROM campusOwnEventChange h JOIN campusOwnEvent o ON o.id = h.event WHERE o.visitorID = ?"
        return byEvent(try fetchAll(db, sql: sql, arguments: [visitor]))
    }

    static func of(event: Int64, _ db: Database) throws -> [String: OwnEventChange] {
        byEvent(try fetchAll(db, sql: "SELECT * FROM campusOwnEventChange WHERE event = ?", arguments: [event]))[event] ?? [:]
    }

    private static func byEvent(_ changes: [OwnEventChange]) -> [Int64: [String: OwnEventChange]] {
        Dictionary(grouping: changes, by: \.event).mapValues { all in Dictionary(all.map { ($0.day, $0) }) { one, _ in one } }
    }

    /// In place of an earlier change; nil for none, as the rule says.
    static func set(_ change: OwnEventChange?, of event: Int64, on day: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM campusOwnEventChange WHERE event = ? AND day = ?", arguments: [event, day])
        try change?.insert(db)
    }
}
