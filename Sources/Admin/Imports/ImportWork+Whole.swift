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
        guard items.count == outcomes.count, zip(items, outcomes).allSatisfy({ $0.agrees(with: $1) }),
            !outcomes.contains(where: { $0.kind == .refused })
        else { throw ImportRefusal("changed") }
        if outcomes.contains(where: { $0.kind == .unclear }) { throw ImportRefusal("undecided") }
        let record = try read.write(for: staged.accountID, by: actor, words, db)
        for var item in items {
            if item.verdict == .new || item.verdict == .changed { item.recordID = record }
            try item.storeOutcome(in: staged.number, db)
            try step()
        }
    }
}

extension StagedImport {
    /// What the person leaves out, types and says to be the same.
    func answers(_ db: Database) throws -> WholeAnswers {
        var answers = WholeAnswers()
        let sql = "SELECT * FROM stagedItem WHERE importID = ? AND (decision <> '' OR corrections <> '{}') ORDER BY number"
        for item in try StagedItem.fetchAll(db, sql: sql, arguments: [number]) {
            switch item.decision {
            case .leave: answers.left.insert(item.number)
            case .same: answers.same[item.number] = item.sameID
            case .new: answers.another.insert(item.number)
            case .none: break
            }
            for (index, text) in item.cellTexts { answers.texts[item.number, default: [:]][index] = text }
        }
        return answers
    }
}

extension StagedItem {
    /// Whether it would become what the person saw.
    fileprivate func agrees(with outcome: ImportOutcome) -> Bool {
        verdict == outcome.verdict && recordID == outcome.record?.id && version == outcome.record?.version ?? 0
    }

    /// The texts that the person typed, by the places of the cells.
    var cellTexts: [Int: String] {
        let typed = PartCorrections(corrections, of: ImportCorrections.cells)
        return Dictionary(uniqueKeysWithValues: typed.places.compactMap { place in typed.text(place, "text").map { (place, $0) } })
    }
}
