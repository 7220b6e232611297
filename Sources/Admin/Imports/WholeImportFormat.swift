import Accounts
import Formats
import GRDB
import Web

/// A format whose items together become one record of the list, as the rows of a form become a questionnaire. It brings rules of its own.
public protocol WholeImportFormat: ImportFormat {
    /// Reads the source without the items that a person leaves out, by their numbers from one. They stay items.
    init(_ source: ImportSource, leaving: Set<Int>) throws
    /// What each item becomes, in the order of the reader. Writes nothing.
    func outcomes(_ words: Words, _ db: Database) throws -> [ImportOutcome]
    /// Writes the record and returns its id. Throws `ImportRefusal` if it cannot be written.
    func write(by actor: Actor, _ db: Database) throws -> Int64
    /// Where a person goes on with the written record, and what they are told.
    static func arrival(_ id: Int64, _ words: Words, _ db: Database) throws -> (address: String, sentence: String)
}

extension WholeImportFormat {
    /// Each cell of an item is an object with `name`, `text` and, as it is in the source, `line`.
    public static var columns: [String] { ["cells"] }
    public static var answers: [String: ImportFirstAnswer] { [:] }

    public init(_ source: ImportSource) throws { try self.init(source, leaving: []) }

    public static func content(_ cells: [(name: String, text: String)]) -> [String: JSON] {
        let all = cells.map { cell -> JSON in
            .object([
                ("name", .text(cell.name)), ("text", .text(cell.text)),
                ("line", .text(cell.name.isEmpty ? cell.text : "\(cell.name): \(cell.text)")),
            ])
        }
        return ["cells": .list(all)]
    }
}

/// What an item of a `WholeImportFormat` becomes.
public struct ImportOutcome: Sendable {
    public enum Kind: Sendable { case taken, left, refused }

    public var kind: Kind
    public var title: String
    /// How it is read: labels and texts.
    public var readings: [(label: String, text: String)]
    /// What is taken otherwise or left out of it, and why.
    public var remarks: [String]

    public init(_ kind: Kind, _ title: String, readings: [(label: String, text: String)] = [], remarks: [String] = []) {
        (self.kind, self.title, self.readings, self.remarks) = (kind, title, readings, remarks)
    }
}

extension StagedItem {
    mutating func take(_ outcome: ImportOutcome) {
        (verdict, title, recordID, version) = (outcome.verdict, outcome.title, nil, 0)
        record = outcome.readings.isEmpty ? nil : JSON.object(outcome.readings.map { ($0.label, .text($0.text)) }).compact
        notes = ImportNotes(mistakes: outcome.remarks.map { ImportNotes.Mistake(field: "", sentence: $0) }, remarks: notes.remarks)
    }
}

extension ImportOutcome {
    var verdict: ImportVerdict {
        switch kind {
        case .taken: .new
        case .left: .left
        case .refused: .refused
        }
    }
}
