import Accounts
import Foundation
import GRDB
import Web

public struct SeedExport {
    let state: SeedExportState

    func key(of id: Int64, in target: Target) throws -> String? { try state.keys(target.table)[id] }

    func picture(_ id: Int64) throws -> String? {
        state.shown.insert(id)
        return try state.keys(Picture.databaseTableName)[id]
    }

    public func leaveOut(_ key: String, _ values: [String: String]) {
        guard let messages = state.messages else { return }
        let sentence = SeedSentence(key: "leftOut.\(key)", values.mapValues { SeedSentence($0) }).localized(messages)
        if !state.notes.contains(sentence) { state.notes.append(sentence) }
    }

    /// The fields with values. Nil and reported if a required reference is in the trash: the record could not be imported.
    func pairs<R>(of record: R, _ fields: [Field<R>]) throws -> [(String, SeedValue)]? {
        var pairs: [(String, SeedValue)] = []
        for field in fields {
            state.field = field.name
            if let value = try field.write(record, self) {
                pairs.append((field.name, value))
            } else if field.kind.isRequired, !field.kind.hasDefault {
                guard state.leftOutTables.isEmpty else { return nil }
                state.note("withTrash", ["place": state.current, "field": field.name])
                return nil
            }
        }
        return pairs
    }

    /// Returns a text that the seed reader accepts, and notes a change.
    func fitted(_ text: String, as use: TextRule.Use, isRequired: Bool = false) -> String {
        var fitted = TextRule.fitted(text, as: use)
        if isRequired, TextRule.isBlank(fitted) { fitted = "?" }
        if fitted != text { state.noteChange(of: state.field, in: state.current) }
        return fitted
    }
}

final class SeedExportState {
    let db: Database
    var notes: [String] = []
    var current = ""
    var field = ""
    private var known: [String: [Int64: String]] = [:]
    var shelved: [(path: String, shelf: PictureCollection, file: String)] = []
    var clips: [(path: String, bytes: Data)] = []
    private(set) var leftOut = 0
    var shown: Set<Int64> = []

    let messages: Words?
    let leftOutTables: Set<String>

    init(_ db: Database, messages: Words? = nil, without tables: Set<String> = []) {
        (self.db, self.messages, leftOutTables) = (db, messages, tables)
    }

    func keys(_ table: String) throws -> [Int64: String] {
        if leftOutTables.contains(table) { return [:] }
        if let keys = known[table] { return keys }
        let rows = try Row.fetchAll(db, sql: "SELECT id, key FROM \(table) WHERE \(RowCondition.notTrashed(in: table))")
        let keys = Dictionary(rows.map { ($0[0] as Int64, $0[1] as String) }) { first, _ in first }
        known[table] = keys
        return keys
    }

    func learn(_ key: String, _ id: Int64, of table: String) throws {
        _ = try keys(table)
        known[table]?[id] = key
    }

    /// Says what an export leaves out or changes: a text below `seed.leftOut`.
    func note(_ key: String, _ values: [String: String]) {
        guard let messages else { return }
        notes.append(SeedSentence(key: "leftOut.\(key)", values.mapValues { SeedSentence($0) }).localized(messages))
    }

    func noteChange(of field: String, in place: String) {
        note("fitted", ["place": place, "field": field])
    }

    /// A record that is not exported: nothing may point to it.
    func leaveOut(_ id: Int64, of table: String) throws {
        _ = try keys(table)
        if known[table]?.removeValue(forKey: id) != nil { leftOut += 1 }
    }
}
