import Accounts
import Formats
import GRDB
import Web

/// A source that a form or a program sends to be taken in at once: read, reported and undone as on the workbench.
public struct ImportAtOnce: Sendable {
    private let admin: AdminContext
    private let source: any WholeImportFormat
    private let name: String
    private let size: Int
    private let items: [ImportItem<[String: JSON]>]

    private static let longestName = 200
    private static let mostProblems = 200

    /// What was taken in, after it was written.
    public struct Receipt: Sendable {
        /// "12 rows: 11 new, 1 left out."
        public let summary: String
        public let undo: Flash.Undo
        /// The report for programs, with the items that need a look.
        public let report: JSON
        public let problems: JSON
    }

    public static let reportShape = ImportAnswer.reportShape
    public static let problemsShape = Shape.list(ImportAnswer.itemShape)

    /// Reads all items, and writes nothing. Throws `ImportRefusal`.
    public init(_ admin: AdminContext, _ source: some WholeImportFormat, named name: String, size: Int) throws {
        (self.admin, self.source, self.size) = (admin, source, size)
        self.name = String(name.prefix(Self.longestName))
        var reader = source
        items = try reader.next(most: ImportLimits.items)
        guard try reader.next() == nil else { throw ImportRefusal("rows", ["limit": String(ImportLimits.items)]) }
    }

    /// Writes it as one act, in the caller's transaction. `write` gets the actor of the act, and returns the record that items lead to.
    /// Throws `ImportRefusal` if an item is refused.
    public func accept(
        _ db: Database, of account: Int64, in language: Language, by actor: Actor, _ write: (Actor) throws -> Int64?
    ) throws -> Receipt {
        let list: any Resource.Type = Swift.type(of: source).list
        return try accept(list, db, of: account, in: language, by: actor, write)
    }

    private func accept<R: Resource>(
        _ type: R.Type, _ db: Database, of account: Int64, in language: Language, by actor: Actor, _ write: (Actor) throws -> Int64?
    ) throws -> Receipt {
        let (format, words) = (Swift.type(of: source), admin.pages.templates.words(in: language))
        let outcomes = try source.outcomes(words, db)
        guard !outcomes.contains(where: { $0.kind == .refused }), outcomes.count == items.count else { throw ImportRefusal("failed") }
        var act = UndoableOperation("files.act", on: R.name, scope: nil, by: actor)
        try act.insert(db)
        let record = try write(actor.within(act.id))
        let found = FoundTable(format, total: items.count, words)
        var staged = StagedImport(atOnce: name, size: size, found, on: R.name, by: account, language, reader: format.name)
        try staged.insert(db)
        try store(outcomes, of: record, in: staged.number, db)
        staged.counts = Jobs.json(try ImportCounts(of: staged.number, db))
        let application = ImportApplication<R>(work: ImportWork(admin: admin), staged: staged, db: db, actor: actor)
        try application.finish(act, staged.outcome, removed: 0)
        return try receipt(R.self, staged.number, act, words, db)
    }

    private func store(_ outcomes: [ImportOutcome], of record: Int64?, in staged: Int64, _ db: Database) throws {
        let columns = Swift.type(of: source).columns
        for (index, item) in items.enumerated() {
            let row = item.content.map { values in
                FileTable.Row(number: index + 1, values: columns.map { values[$0].map(FileTable.Value.packed) })
            }
            try StagedItem.add(index + 1, item.place, row?.stored, item.remarks, to: staged, db)
        }
        for (var item, outcome) in zip(try StagedItem.fetch(of: staged, after: 0, most: ImportLimits.items, db), outcomes) {
            item.take(outcome)
            if item.verdict == .new { item.recordID = record }
            try item.storeOutcome(in: staged, db)
        }
    }

    private func receipt<R: Resource>(
        _ type: R.Type, _ id: Int64, _ act: UndoableOperation, _ words: Words, _ db: Database
    ) throws -> Receipt {
        guard let staged = try StagedImport.fetchOne(db, key: id) else { throw ImportRefusal("failed") }
        let sql = "SELECT * FROM stagedItem WHERE importID = ? AND (hasRemarks = 1 OR verdict = 'left') ORDER BY number LIMIT ?"
        let problems = try StagedItem.fetchAll(db, sql: sql, arguments: [id, Self.mostProblems])
        let undo = Flash.Undo(
            action: R.address + "/bulk/undoing", label: words("admin.undo"), fields: [["act", String(act.id ?? 0)]])
        return Receipt(
            summary: staged.outcome.summary(words), undo: undo, report: try ImportAnswer.report(staged, words, db),
            problems: .list(try problems.map { try ImportAnswer.item($0, R.self, staged, words) }))
    }
}
