import Accounts
import Formats
import GRDB
import Web

/// A format whose items together become one record of the list, as the rows of a form become a questionnaire. It brings rules of its own.
public protocol WholeImportFormat: ImportFormat {
    /// Reads the source as a person has answered for its items. All of them stay items, in the same order.
    init(_ source: ImportSource, _ answers: WholeAnswers) throws
    /// What each item becomes, in the order of the reader. Writes nothing.
    func outcomes(_ words: Words, _ db: Database) throws -> [ImportOutcome]
    /// Writes the record for an account and returns its id. Throws `ImportRefusal` if it cannot be written.
    func write(for account: Int64, by actor: Actor, _ words: Words, _ db: Database) throws -> Int64
    /// Where a person goes on with the written record, and what they are told.
    static func arrival(_ id: Int64, _ words: Words, _ db: Database) throws -> (address: String, sentence: String)
    /// The address of written records, each below with its id.
    static var records: String { get }
    static func label(of cell: String, _ words: Words) -> String

    /// Whether a person has choices of how the source is read.
    static var hasChoices: Bool { get }
    func choices(_ words: Words) -> [ImportChoice]
    /// The columns by which a later file of the same shape is known; nil if nothing is remembered for it.
    var shape: [String]? { get }
    /// Whether others may not learn the names of its sources.
    static var isPrivate: Bool { get }
    /// Takes back what the actor's act wrote, where it has no revisions.
    static func undo(_ act: Int64, _ db: Database, by actor: Actor) throws -> WholeUndo
}

extension WholeImportFormat {
    /// Each cell of an item is an object with `name`, `text` and, as it is in the source, `line`.
    public static var columns: [String] { ["cells"] }
    public static var answers: [String: ImportFirstAnswer] { [:] }
    public static var records: String { list.address }
    public static var hasChoices: Bool { false }
    public static var isPrivate: Bool { false }
    public var shape: [String]? { nil }

    public init(_ source: ImportSource) throws { try self.init(source, WholeAnswers()) }

    public func choices(_ words: Words) -> [ImportChoice] { [] }
    public static func label(of cell: String, _ words: Words) -> String { cell.isEmpty ? words("imports.facts.cell") : cell }
    public static func undo(_ act: Int64, _ db: Database, by actor: Actor) throws -> WholeUndo { WholeUndo() }

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

/// What a person says about the items of a source that becomes one record, by the numbers of the items from one.
public struct WholeAnswers: Sendable, Equatable {
    public var left: Set<Int> = []
    /// What they typed in place of cells, by the places of the cells from zero.
    public var texts: [Int: [Int: String]] = [:]
    /// The records that items are the same as, where they have said so, and the items that are other ones.
    public var same: [Int: Int64] = [:]
    public var another: Set<Int> = []

    public init() {}
}

/// What an undo took back: how many records, and the titles of those that stay because they have changed since.
public struct WholeUndo: Sendable, Equatable {
    public var records = 0
    public var kept: [String] = []

    public init() {}
}

/// A way of reading that a person chooses, such as the column of the titles.
public struct ImportChoice: Sendable {
    /// Names that begin so are remembered for the next source of the same shape.
    public static let column = "column."
    /// The program's own note that the source is an archive of several that were brought together; people cannot say so.
    public static let bundle = "bundle"

    public let name: String
    public let label: String
    public let options: [(value: String, label: String)]
    public let chosen: String

    public init(_ name: String, _ label: String, _ options: [(value: String, label: String)], chosen: String) {
        (self.name, self.label, self.options, self.chosen) = (name, label, options, chosen)
    }
}

/// What an item of a `WholeImportFormat` becomes.
public struct ImportOutcome: Sendable {
    public enum Kind: Sendable { case taken, changed, same, unclear, left, refused }

    public var kind: Kind
    public var title: String
    /// How it is read: labels and texts.
    public var readings: [(label: String, text: String)]
    /// What is taken otherwise or left out of it, and why.
    public var remarks: [String]
    /// The records that it may be the same as, the likeliest first.
    public var matches: [ImportMatch] = []
    /// The record that it is compared with, and its version, so that nothing is written over newer changes.
    public var record: (id: Int64, version: Int)?

    public init(_ kind: Kind, _ title: String, readings: [(label: String, text: String)] = [], remarks: [String] = []) {
        (self.kind, self.title, self.readings, self.remarks) = (kind, title, readings, remarks)
    }
}

/// A record that an item came in as before.
public struct ImportMatch: Sendable, Equatable {
    public let id: Int64
    public let title: String
    /// What would become of it: the end of a text key below `imports.whole.match` and `imports.alike`.
    public let effect: String

    public init(_ id: Int64, _ title: String, _ effect: String) { (self.id, self.title, self.effect) = (id, title, effect) }
}

extension StagedItem {
    mutating func take(_ outcome: ImportOutcome) {
        (verdict, title, recordID, version) = (outcome.verdict, outcome.title, outcome.record?.id, outcome.record?.version ?? 0)
        record = outcome.readings.isEmpty ? nil : JSON.object(outcome.readings.map { ($0.label, .text($0.text)) }).compact
        notes = ImportNotes(mistakes: outcome.remarks.map { ImportNotes.Mistake(field: "", sentence: $0) }, remarks: notes.remarks)
        notes.alike = outcome.matches.map { ImportNotes.SimilarRecord(id: $0.id, title: $0.title, reason: $0.effect, percent: 100) }
    }
}

extension ImportOutcome {
    var verdict: ImportVerdict {
        switch kind {
        case .taken: .new
        case .changed: .changed
        case .same: .same
        case .unclear: .unclear
        case .left: .left
        case .refused: .refused
        }
    }
}
