import Accounts
import Formats
import GRDB
import Web

struct ImportApplication<R: Resource> {
    let work: ImportWork
    let staged: StagedImport
    let db: Database
    let actor: Actor

    private var id: Int64 { staged.number }

    /// Throws `ImportRefusal` if an item would become something else than `confirmed`; the caller rolls back. `tell` is called before and
    /// after each item, once while it is checked again and once while it is written.
    func apply(_ confirmed: String, _ tell: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }) throws
        -> (act: UndoableOperation, counts: ImportCounts)
    {
        let counts = staged.outcome
        let gone = staged.chosen.removes ? try GoneRecords<R>(staged, try context(actor)) : nil
        guard counts.mark == confirmed, counts.written > 0 || gone?.ids.isEmpty == false else { throw ImportRefusal("changed") }
        // Checking and writing count half an item each.
        var steps = 0
        func step() throws {
            steps += 1
            try tell(steps / 2, staged.total)
        }
        try tell(0, staged.total)
        var act = UndoableOperation("files.act", on: R.name, scope: staged.scopeID, by: actor)
        try act.insert(db)
        let own = actor.within(act.id)
        do {
            if let format = work.whole(staged) {
                try write(format, own, step)
            } else {
                try checkAgain(own, step)
                try write(own, step)
            }
            let removed = try gone?.remove(work.admin.resources, by: own) ?? 0
            try finish(act, counts, removed: removed)
        } catch is WriteRefusal {
            throw ImportRefusal("changed")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw ImportRefusal("failed")
        }
        return (act, counts)
    }

    private func context(_ actor: Actor) throws -> FormContext { try work.context(staged, db, by: actor) }

    /// Compares each item that comes in with what it was, and makes the records that answers ask for.
    private func checkAgain(_ actor: Actor, _ step: () throws -> Void) throws {
        let context = try context(actor)
        let unknown = UnknownValues(try UnknownValue.all(of: id, db), keepsMade: true)
        let names = FileNames(context)
        names.unknown = unknown
        let titles = try SimilarTitles(of: R.self, context)
        let rules = ImportValidator<R>(staged.chosen, work.spelling(names, staged.chosen), like: titles)
        try each { item in
            if [.new, .changed, .same].contains(item.verdict) {
                let before = (item.verdict, item.recordID, item.version)
                try rules.check(&item)
                guard before == (item.verdict, item.recordID, item.version) else { throw ImportRefusal("changed") }
                // The numbers of made records are known only now, and a name may lead to another record than before.
                try item.storeOutcome(in: id, db)
            }
            try step()
        }
    }

    private func write(_ actor: Actor, _ step: () throws -> Void) throws {
        let names = FileNames(try context(actor))
        let rules = ImportValidator<R>(staged.chosen, work.spelling(names, staged.chosen))
        let note = "INSERT OR IGNORE INTO importedRecord (kind, scopeID, source, recordID) VALUES (?, ?, ?, ?)"
        try each { item in
            if let record = try rules.write(item, by: actor) {
                try db.cachedStatement(sql: note).execute(arguments: [R.name, staged.scopeID ?? 0, staged.source, record])
            }
            try step()
        }
    }

    private func each(_ work: (inout StagedItem) throws -> Void) throws {
        var last = 0
        while true {
            let items = try StagedItem.fetch(of: id, after: last, most: ImportWork.batch, db)
            guard let end = items.last else { return }
            for var item in items { try work(&item) }
            last = end.number
        }
    }

    func finish(_ act: UndoableOperation, _ counts: ImportCounts, removed: Int) throws {
        let object = (kind: StagedImport.databaseTableName, id: id, title: staged.shownName)
        var detail = ["new": String(counts.new), "changed": String(counts.changed), "refused": String(counts.total - counts.written)]
        if removed > 0 { detail["removed"] = String(removed) }
        try AuditEntry.write(db, "\(R.name).import", by: actor, on: object, scope: staged.scopeID, detail: detail)
        try ImportShape.remember(staged.chosen, of: staged, db)
        var done = staged
        (done.state, done.problem, done.actID) = (.done, nil, act.id)
        try done.update(db)
        try db.execute(sql: "DELETE FROM stagedPart WHERE importID = ?", arguments: [id])
    }
}

/// The records that came from a source before and are no longer in it.
struct GoneRecords<R: Resource> {
    let ids: [Int64]
    private let context: FormContext

    init(_ staged: StagedImport, _ context: FormContext) throws {
        self.context = context
        let rows = R.rows(R.editing, context.grants)
        let sql = """
            SELECT \(R.table).id FROM importedRecord JOIN \(R.table) ON \(R.table).id = importedRecord.recordID
            WHERE importedRecord.kind = ? AND importedRecord.scopeID = ? AND importedRecord.source = ? AND \(R.notTrashed) AND \(rows)
              AND NOT EXISTS (SELECT 1 FROM stagedItem WHERE importID = ? AND recordID = \(R.table).id)
            ORDER BY \(R.table).folded
            """
        ids = try Int64.fetchAll(
            context.db, sql: sql, arguments: [R.name, staged.scopeID ?? 0, staged.source, staged.number])
    }

    func titles(most: Int) throws -> [String] {
        let list = ids.prefix(most).map(String.init).joined(separator: ",")
        return try String.fetchAll(context.db, sql: "SELECT \(R.title.column) FROM \(R.table) WHERE id IN (\(list)) ORDER BY folded")
    }

    /// Moves those to the trash that no other record uses; returns how many.
    func remove(_ resources: Resources, by actor: Actor) throws -> Int {
        var count = 0
        for id in ids {
            guard var record = try R.fetch(context.db, id: id), try resources.uses(of: id, in: R.table, context.db).isEmpty else {
                continue
            }
            try record.move(toTrash: true, context.db, by: actor)
            count += 1
        }
        return count
    }
}
