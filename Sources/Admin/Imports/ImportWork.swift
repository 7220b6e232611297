import Accounts
import Formats
import Foundation
import GRDB
import Web

/// Reads and checks staged imports, in batches so that other people can save in between.
struct ImportWork: Sendable {
    typealias Progress = @Sendable (_ done: Int, _ total: Int) async throws -> Void

    let admin: AdminContext
    static let batch = 200

    /// Reads the source unless its items are there, and checks all of them; a long source in a job. Returns whether it is done.
    func begin(_ id: Int64, by actor: Actor) async throws -> Bool {
        let isShort = try await admin.database.write { db -> Bool in
            guard var staged = try StagedImport.current(id, db), !staged.state.isUnderway else { return false }
            let pictures = staged.look.pictures ?? 0
            if staged.total <= StagedImport.checkedInRequest, pictures <= StagedImport.picturesInRequest { return true }
            (staged.state, staged.problem) = (.checking, nil)
            try staged.update(db)
            try ImportJob.enqueue(.checking, staged, db, by: actor)
            return false
        }
        guard isShort else { return false }
        try await check(id) { _, _ in }
        return true
    }

    /// Checks what needs no choice of columns at once. Returns the address to go on at.
    func opened(_ staged: StagedImport, by actor: Actor) async throws -> String {
        guard !staged.reader.isEmpty else { return staged.address }
        return try await begin(staged.number, by: actor) ? staged.address + "/items" : staged.address
    }

    /// Does the same in the caller's task.
    func check(_ id: Int64, _ tell: Progress) async throws {
        do {
            let staged = try await read(id)
            guard let staged, let type = admin.importable(staged.kind) else { return }
            if let format = whole(staged) { return try await check(format, staged, tell) }
            try await check(type, staged, tell)
        } catch let refusal as ImportRefusal {
            try await admin.database.write { db in
                let sql = "UPDATE stagedImport SET state = 'choosing', problem = ? WHERE id = ?"
                try db.execute(sql: sql, arguments: [refusal.message.json, id])
            }
        }
    }

    private func read(_ id: Int64) async throws -> StagedImport? {
        let (staged, source) = try await admin.database.read { db -> (StagedImport?, ImportSource?) in
            guard let staged = try StagedImport.fetchOne(db, key: id) else { return (nil, nil) }
            let isRead = "SELECT EXISTS (SELECT 1 FROM stagedItem WHERE importID = ? AND number > ?)"
            guard try Bool.fetchOne(db, sql: isRead, arguments: [id, staged.total - 1]) == false else { return (staged, nil) }
            return (staged, try self.source(staged, db))
        }
        guard let staged, let source else { return staged }
        let reading = staged.chosen.reading
        let format = admin.importFormat(named: staged.reader)
        guard staged.reader.isEmpty || format != nil else { throw ImportRefusal("kind") }
        var reader = try await offThread { Result { try SourceReader(source, reading, as: format) } }.get()
        let words = admin.pages.templates.words(in: staged.language)
        let pictures = ImportPictures(store: admin.pictures, columns: reader.columns, words: words)
        var number = 0
        while true {
            let (items, rest) = try await offThread { [reader] in
                Result {
                    var rest = reader
                    return (try rest.next(most: 500), rest)
                }
            }.get()
            guard !items.isEmpty else { return staged }
            reader = rest
            let whole = await pictures.stored(items).map { ($0.place, $0.content?.stored, $0.remarks) }
            try await admin.database.write { [number] db in
                for (index, item) in whole.enumerated() {
                    try StagedItem.add(number + index + 1, item.0, item.1, item.2, to: id, db)
                }
            }
            number += items.count
        }
    }

    private func check<R: Resource>(_ type: R.Type, _ staged: StagedImport, _ tell: Progress) async throws {
        let id = staged.number
        let (round, titles) = try await admin.database.write { db in
            try db.execute(sql: "UPDATE stagedImport SET round = round + 1 WHERE id = ?", arguments: [id])
            try UnknownValue.forgetCounts(of: id, db)
            let titles = try SimilarTitles(of: R.self, context(staged, db))
            return (try Int.fetchOne(db, sql: "SELECT round FROM stagedImport WHERE id = ?", arguments: [id]) ?? 0, titles)
        }
        var (memory, after): (ImportMemory, Int) = (ImportMemory(), 0)
        while true {
            let step = try await admin.database.write { [memory, after] db -> (ImportMemory, Int)? in
                guard try Int.fetchOne(db, sql: "SELECT round FROM stagedImport WHERE id = ?", arguments: [id]) == round else { return nil }
                let items = try StagedItem.fetch(of: id, after: after, most: Self.batch, db)
                guard let last = items.last else {
                    try finish(R.self, staged, memory, db)
                    return nil
                }
                let checked = try check(R.self, items, staged, memory, titles, db)
                for item in checked.items { try item.storeOutcome(in: id, db) }
                return (checked.memory, last.number)
            }
            guard let step else { return }
            (memory, after) = step
            try await tell(after, staged.total)
        }
    }

    /// Answers that make records make them only for the check.
    private func check<R: Resource>(
        _ type: R.Type, _ items: [StagedItem], _ staged: StagedImport, _ memory: ImportMemory, _ titles: SimilarTitles, _ db: Database
    ) throws -> (items: [StagedItem], memory: ImportMemory) {
        let context = try context(staged, db)
        let first = ImportFirstAnswers(admin.importFormat(named: staged.reader), for: R.self, context)
        let unknown = UnknownValues(try UnknownValue.all(of: staged.number, db), first: first)
        let names = FileNames(context)
        names.unknown = unknown
        let rules = ImportValidator<R>(staged.chosen, spelling(names, staged.chosen), memory, like: titles)
        var checked = items
        func checkAll() throws { for index in checked.indices { try rules.check(&checked[index]) } }
        if unknown.makes {
            try db.inSavepoint {
                try checkAll()
                return .rollback
            }
        } else {
            try checkAll()
        }
        try UnknownValue.add(unknown.found, unknown.given, to: staged.number, db)
        return (checked, rules.memory)
    }

    private func finish<R: Resource>(_ type: R.Type, _ staged: StagedImport, _ memory: ImportMemory, _ db: Database) throws {
        try explain(R.self, staged, memory, db)
        try UnknownValue.removeUnused(of: staged.number, db)
        guard var staged = try StagedImport.fetchOne(db, key: staged.number) else { return }
        var counts = try ImportCounts(of: staged.number, db)
        // Counted once: a page of items does not look through all of them.
        let gone = try GoneRecords<R>(staged, try context(staged, db))
        (counts.gone, counts.goneTitles) = (gone.ids.count, try gone.titles(most: ImportItemPages.mostGone))
        staged.counts = Jobs.json(counts)
        // Why an earlier attempt failed is shown until the next one.
        staged.state = .checked
        try staged.update(db)
    }

    /// A missing reference may be a later item of the source, which is found when the source is sent again.
    private func explain<R: Resource>(_ type: R.Type, _ staged: StagedImport, _ memory: ImportMemory, _ db: Database) throws {
        let own = R.targets.filter { $0.value.table == R.table }.map(\.key)
        guard !own.isEmpty, !memory.newTitles.isEmpty else { return }
        let (mapping, words) = (staged.chosen, admin.pages.templates.words(in: staged.language))
        let sql = "SELECT * FROM stagedItem WHERE importID = ? AND verdict = 'refused' ORDER BY number"
        for var item in try StagedItem.fetchAll(db, sql: sql, arguments: [staged.number]) {
            var isExplained = false
            for index in item.notes.mistakes.indices where own.contains(item.notes.mistakes[index].field) {
                let field = item.notes.mistakes[index].field
                let name = try item.corrections[field] ?? mapping.places[field].flatMap { try item.row()?.values[$0]?.text } ?? ""
                guard let row = memory.newTitles[name.trimmingSpaces().folded] ?? memory.newKeys[name.trimmingSpaces()] else { continue }
                item.notes.mistakes[index].sentence = words("files.wrong.later", ["name": name, "row": String(row)])
                isExplained = true
            }
            if isExplained { try item.storeOutcome(in: staged.number, db) }
        }
    }
}

extension ImportWork {
    func context(_ staged: StagedImport, _ db: Database, by actor: Actor? = nil) throws -> FormContext {
        FormContext(
            db: db, words: admin.pages.templates.words(in: staged.language), zone: admin.site.zone, scopeID: staged.scopeID,
            actor: actor ?? .system("import"), tiles: "", errors: FieldErrors(), grants: try admin.grants(of: staged.accountID, db))
    }

    func spelling(_ names: FileNames, _ mapping: ImportMapping) -> CellSpelling {
        var spelling = CellSpelling(names, admin.pages.templates)
        spelling.isWorkbook = mapping.format == .workbook
        // Workbooks keep numbers with a point, however they are shown.
        spelling.decimal = mapping.decimal ?? (spelling.isWorkbook ? .point : nil)
        return spelling
    }
}

extension Resource {
    /// The lists that fields refer to, also those of parts: `steps.picture`.
    static var targets: [String: Target] {
        var targets: [String: Target] = [:]
        for field in fields {
            if let kind = field.kind as? any Referring { targets[field.name] = kind.target }
            guard let kind = field.kind as? any Composite else { continue }
            for part in kind.parts { if let kind = part.kind as? any Referring { targets["\(field.name).\(part.name)"] = kind.target } }
        }
        return targets
    }
}

extension ImportCounts {
    init(of staged: Int64, _ db: Database) throws {
        // FNV-1a: the same items, outcomes and versions give the same mark in every process.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let sql = "SELECT number, verdict, ifnull(recordID, 0) AS record, version FROM stagedItem WHERE importID = ? ORDER BY number"
        let rows = try Row.fetchCursor(db, sql: sql, arguments: [staged])
        while let row = try rows.next() {
            let verdict: String = row["verdict"]
            switch ImportVerdict(rawValue: verdict) {
            case .new?: new += 1
            case .changed?: changed += 1
            case .same?: same += 1
            case .left?: left += 1
            case .unclear?: unclear += 1
            case .refused?, nil: refused += 1
            }
            for byte in "\(row["number"] as Int) \(verdict) \(row["record"] as Int64) \(row["version"] as Int);".utf8 {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        mark = String(hash, radix: 36)
        problems = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM stagedItem WHERE importID = ? AND hasRemarks = 1", arguments: [staged])
    }
}
