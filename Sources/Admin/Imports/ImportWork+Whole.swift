import Accounts
import Formats
import GRDB
import Web

extension ImportWork {
    /// The format whose items become one record; nil for all others.
    func whole(_ staged: StagedImport) -> (any WholeImportFormat.Type)? {
        admin.importFormat(named: staged.reader) as? any WholeImportFormat.Type
    }

    func source(_ staged: StagedImport, _ bytes: [UInt8]) -> ImportSource {
        ImportSource(staged.name, bytes).on((admin.site.language, admin.site.zone))
    }

    func check(_ format: any WholeImportFormat.Type, _ staged: StagedImport, _ tell: Progress) async throws {
        let id = staged.number
        let (bytes, left) = try await admin.database.read { (try staged.content($0), try staged.leftItems($0)) }
        let source = source(staged, bytes)
        let read = try await offThread { Result { try format.init(source, leaving: left) } }.get()
        let words = admin.pages.templates.words(in: staged.language)
        try await admin.database.write { db in
            try db.execute(sql: "UPDATE stagedImport SET round = round + 1 WHERE id = ?", arguments: [id])
            let outcomes = try read.outcomes(words, db)
            let items = try StagedItem.fetch(of: id, after: 0, most: ImportLimits.items, db)
            guard items.count == outcomes.count else { throw ImportRefusal("failed") }
            for (var item, outcome) in zip(items, outcomes) {
                item.take(outcome)
                try item.storeOutcome(in: id, db)
            }
            guard var staged = try StagedImport.fetchOne(db, key: id) else { return }
            staged.counts = Jobs.json(try ImportCounts(of: id, db))
            staged.state = .checked
            try staged.update(db)
        }
        try await tell(staged.total, staged.total)
    }
}

extension ImportApplication {
    /// Reads the source again and writes its one record, if every item becomes what the person saw.
    func write(_ format: any WholeImportFormat.Type, _ actor: Actor, _ step: () throws -> Void) throws {
        let read = try format.init(work.source(staged, try staged.content(db)), leaving: try staged.leftItems(db))
        let outcomes = try read.outcomes(work.admin.pages.templates.words(in: staged.language), db)
        let items = try StagedItem.fetch(of: staged.number, after: 0, most: ImportLimits.items, db)
        guard items.map(\.verdict) == outcomes.map(\.verdict), !outcomes.contains(where: { $0.kind == .refused }) else {
            throw ImportRefusal("changed")
        }
        let record = try read.write(by: actor, db)
        for var item in items {
            if item.verdict == .new { item.recordID = record }
            try item.storeOutcome(in: staged.number, db)
            try step()
        }
    }
}

extension StagedImport {
    /// The numbers of the items that the person leaves out.
    fileprivate func leftItems(_ db: Database) throws -> Set<Int> {
        try Set(Int.fetchAll(db, sql: "SELECT number FROM stagedItem WHERE importID = ? AND decision = 'leave'", arguments: [number]))
    }
}
