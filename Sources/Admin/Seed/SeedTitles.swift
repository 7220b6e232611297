import Accounts
import Foundation
import GRDB
import Web

/// The titles in a list of a seed file, unique in a scope except where people see different records or the table allows repetition.
struct SeedTitles<R: Resource> {
    private let reader: SeedReader
    private let others: [String: String]
    private var seen: [String: SeedPlace] = [:]

    /// nil where titles may repeat. `ids` are the records of the list.
    init?(_ reader: SeedReader, scopeID: Int64?, except ids: Set<Int64>) throws {
        let isUnique = try Bool.fetchOne(
            reader.db, sql: "SELECT \"unique\" FROM pragma_index_list(?) WHERE name = ?", arguments: [R.table, R.table + "_title"])
        guard R.audience?.owner == nil, isUnique == true else { return nil }
        let sql = "SELECT folded, id, key FROM \(R.table) WHERE \(R.notTrashed) AND (\(R.scopeCondition))"
        let rows = try Row.fetchAll(reader.db, sql: sql, arguments: [scopeID]).filter { !ids.contains($0["id"]) }
        others = Dictionary(rows.map { ($0["folded"] as String, $0["key"] as String) }) { first, _ in first }
        self.reader = reader
    }

    mutating func take(_ title: String, at place: SeedPlace) {
        guard !title.isEmpty else { return }
        if let first = seen[title.folded] {
            reader.mistakes.note(place, SeedSentences.twiceInList(R.title.name, title, place: reader.text(first)))
        } else if let other = others[title.folded] {
            reader.mistakes.note(place, SeedSentences.titleTaken(title, key: other))
        }
        seen[title.folded] = seen[title.folded] ?? place
    }
}
