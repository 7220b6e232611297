import Accounts
import Formats
import GRDB
import Web

extension ImportWork {
    /// The format whose items become one record; nil for all others.
    func whole(_ staged: StagedImport) -> (any WholeImportFormat.Type)? {
        admin.importFormat(named: staged.reader) as? any WholeImportFormat.Type
    }

    /// The kept source as its format needs it.
    func source(_ staged: StagedImport, _ db: Database) throws -> ImportSource {
        var source = ImportSource(staged.name, try staged.content(db)).on((admin.site.language, admin.site.zone))
        source.chosen = staged.chosen.choices ?? [:]
        return source.with(try admin.importFormat(named: staged.reader)?.settings(db))
    }

    func check(_ format: any WholeImportFormat.Type, _ staged: StagedImport, _ tell: Progress) async throws {
        let id = staged.number
        let (source, answers) = try await admin.database.read { (try self.source(staged, $0), try staged.answers($0)) }
        let read = try await offThread { Result { try format.init(source, answers) } }.get()
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
        let read = try format.init(try work.source(staged, db), try staged.answers(db))
        let words = work.admin.pages.templates.words(in: staged.language)
        let outcomes = try read.outcomes(words, db)
        let items = try StagedItem.fetch(of: staged.number, after: 0, most: ImportLimits.items, db)
        guard items.map(\.verdict) == outcomes.map(\.verdict), !outcomes.contains(where: { $0.kind == .refused }) else {
            throw ImportRefusal("changed")
        }
        let record = try read.write(for: staged.accountID, by: actor, words, db)
        for var item in items {
            if item.verdict == .new { item.recordID = record }
            try item.storeOutcome(in: staged.number, db)
            try step()
        }
    }
}

extension StagedImport {
    /// What the person leaves out and types.
    func answers(_ db: Database) throws -> WholeAnswers {
        var answers = WholeAnswers()
        let sql = "SELECT * FROM stagedItem WHERE importID = ? AND (decision = 'leave' OR corrections <> '{}') ORDER BY number"
        for item in try StagedItem.fetchAll(db, sql: sql, arguments: [number]) {
            if item.decision == .leave { answers.left.insert(item.number) }
            for (index, text) in item.cellTexts { answers.texts[item.number, default: [:]][index] = text }
        }
        return answers
    }
}

extension StagedItem {
    /// The texts that the person typed, by the places of the cells.
    var cellTexts: [Int: String] {
        let typed = PartCorrections(corrections, of: ImportCorrections.cells)
        return Dictionary(uniqueKeysWithValues: typed.places.compactMap { place in typed.text(place, "text").map { (place, $0) } })
    }
}
