import GRDB
import Web

/// Determines the outcome of each row without writing. The fields validate the values as if typed.
final class ImportValidator<R: Resource> {
    private let spelling: CellSpelling
    private let context: FormContext
    private let mapping: ImportMapping
    private let places: [String: Int]
    private let target = Target(R.self)
    private let blank = R()
    private var seen: [Int64: Int] = [:]
    private var newTitles: [String: Int] = [:]
    private var newKeys: [String: Int] = [:]
    private var taken: [String: Int64] = [:]
    private var freed: Set<String> = []
    private var areTitlesUnique: Bool?

    init(_ mapping: ImportMapping, _ spelling: CellSpelling) {
        (self.mapping, self.spelling, context, places) = (mapping, spelling, spelling.names.context, mapping.places)
    }

    private var words: Words { context.words }

    func judge(_ rows: [FileTable.Row], _ done: () throws -> Void) throws -> [ValidatedRow<R>] {
        let rows = try rows.map { row in
            let row = try judged(row)
            try done()
            return row
        }
        return rows.map(explained)
    }

    /// A missing reference may be a later row of the file, found when the file is sent again.
    private func explained(_ judged: ValidatedRow<R>) -> ValidatedRow<R> {
        var judged = judged
        for (index, mistake) in judged.mistakes.enumerated() {
            guard let kind = R.field(mistake.name)?.kind as? any Referring, kind.target.table == R.table else { continue }
            let name = text(mistake.name, judged.row)
            guard let number = newTitles[name.folded] ?? newKeys[name] else { continue }
            judged.mistakes[index].sentence = words("files.wrong.later", ["name": name, "row": String(number)])
        }
        return judged
    }

    private func judged(_ row: FileTable.Row) throws -> ValidatedRow<R> {
        if row.isTooWide { return refused(row, [("", words("files.wrong.wide"))]) }
        let (key, title) = (text(ImportMapping.key, row), text(R.title.name, row).folded)
        let id = try found(key, title)
        let met = try key.isEmpty && titlesAreUnique() ? newTitles[title] : newKeys[key]
        if let earlier = id.flatMap({ seen[$0] }) ?? (id == nil ? met : nil) {
            return refused(row, [("", words("files.wrong.twice", ["row": String(earlier)]))])
        }
        if id == nil, key.isEmpty, let twin = try twin(of: row, title) { return twin }
        if let id { seen[id] = row.number }
        let before = try id.flatMap { try R.fetch(context.db, id: $0) }
        if let id, try !R.isOpen(id, R.editing, context.grants, context.db) { return refused(row, [("", words("files.wrong.others"))]) }
        if let before, mapping.existing == .leave { return ValidatedRow(row: row, verdict: .left, record: before) }
        return try fill(row, before, key)
    }

    private func refused(_ row: FileTable.Row, _ mistakes: [(String, String)]) -> ValidatedRow<R> {
        ValidatedRow(row: row, verdict: .refused, record: blank, mistakes: mistakes.map { (name: $0.0, sentence: $0.1) })
    }

    private func value(_ name: String, _ row: FileTable.Row) -> FileTable.Value? { places[name].flatMap { row.values[$0] } }
    private func text(_ name: String, _ row: FileTable.Row) -> String { value(name, row)?.text.trimmingSpaces() ?? "" }

    private func titlesAreUnique() throws -> Bool {
        let known = try areTitlesUnique ?? spelling.names.titlesAreUnique(in: target)
        areTitlesUnique = known
        return known
    }

    /// Finds a row's record by key, or by title if it has no key and titles are unique. People with the same name have different keys.
    private func found(_ key: String, _ title: String) throws -> Int64? {
        if !key.isEmpty { return try spelling.names.id(ofKey: key, in: target) }
        guard try titlesAreUnique() else { return nil }
        return title.isEmpty ? nil : try spelling.names.id(titled: title, in: target)
    }

    /// Where titles repeat, a row without a key matches only an identical record, so a file imported twice adds nothing.
    private func twin(of row: FileTable.Row, _ title: String) throws -> ValidatedRow<R>? {
        guard !title.isEmpty, try !titlesAreUnique() else { return nil }
        for id in try spelling.names.ids(titled: title, in: target) where seen[id] == nil {
            guard try R.isOpen(id, R.editing, context.grants, context.db), let before = try R.fetch(context.db, id: id) else { continue }
            let judged = try fill(row, before, "")
            guard judged.verdict == .same else { continue }
            seen[id] = row.number
            return mapping.existing == .leave ? ValidatedRow(row: row, verdict: .left, record: before) : judged
        }
        return nil
    }

    private func fill(_ row: FileTable.Row, _ before: R?, _ key: String) throws -> ValidatedRow<R> {
        var record = before ?? blank
        if before == nil { record.stamp.scopeID = R.scope == nil ? nil : context.scopeID }
        var form = Form()
        var errors = FieldErrors()
        var kept: Set<String> = []
        let base = try before?.atFileVersion(text(ImportMapping.version, row), context.db)
        var newer: [String] = []
        for field in R.fields {
            let count = errors.all.count
            if let base, let before, !field.isSame(base, before), try says(field, value(field.name, row), base) {
                newer.append(field.name)
                kept.insert(field.name)
                continue
            }
            let isTyped = try enter(field, value(field.name, row), before, into: &form, &errors)
            // Unchanged values are not validated again: they may point to a record in the trash.
            if !isTyped || errors.all.count > count { kept.insert(field.name) }
        }
        record.readFields(form, except: kept, context, errors: &errors)
        // Without all moments, `check` would compare with the clock.
        if !R.fields.contains(where: { lacks($0, value($0.name, row), before) }) { try record.check(form, context, errors: &errors) }
        try judgeTitle(of: record, before, key, &errors)
        if before == nil { try giveKey(key, to: &record, &errors) }
        let fields = before.map { before in R.fields.filter { !$0.isSame(before, record) }.map(\.name) } ?? []
        let verdict: RowStatus = before == nil ? .new : fields.isEmpty ? .same : .changed
        if errors.isEmpty, verdict != .same { judgeTranslations(of: record, &errors) }
        guard errors.isEmpty else { return refused(row, ordered(errors)) }
        note(record, before, row.number)
        let disputed = fields.filter { name in base.flatMap { base in R.field(name).map { !$0.isSame(base, before ?? base) } } ?? false }
        return ValidatedRow(
            row: row, verdict: verdict, record: record, before: before, fields: fields, kept: newer, disputed: disputed)
    }

    private func says(_ field: Field<R>, _ value: FileTable.Value?, _ record: R) throws -> Bool {
        switch value {
        case .cell(let text)?: try field.kind.spelled(field.pack(record), spelling) == text
        case .packed(let packed)?: try field.kind.named(field.pack(record), spelling.names) == packed
        case nil: false
        }
    }

    private func ordered(_ errors: FieldErrors) -> [(String, String)] {
        func place(_ name: String) -> Int { R.fields.firstIndex { name == $0.name || name.hasPrefix($0.name + ".") } ?? -1 }
        return errors.all.map { (place($0.name), $0) }.sorted { $0.0 < $1.0 }.map { ($0.1.name, $0.1.sentence) }
    }

    private func enter(
        _ field: Field<R>, _ value: FileTable.Value?, _ before: R?, into form: inout Form, _ errors: inout FieldErrors
    ) throws -> Bool {
        guard let value, mapping.empty == .clear || !value.isBlank else {
            if before == nil, !lacks(field, value, before) {
                field.kind.fill(&form, field.name, with: field.pack(blank), words.language)
            }
            return before == nil
        }
        switch value {
        case .cell(let text):
            if let before, try field.kind.spelled(field.pack(before), spelling) == text { return false }
            try field.kind.enter(text, into: &form, field.name, spelling, errors: &errors)
        case .packed(let packed):
            if let before, try field.kind.named(field.pack(before), spelling.names) == packed { return false }
            if value.isBlank {
                try field.kind.enter("", into: &form, field.name, spelling, errors: &errors)
            } else {
                let numbered = try field.kind.numbered(packed, spelling.names, field.name, errors: &errors)
                field.kind.fill(&form, field.name, with: numbered, words.language)
                // An object in place of a word would otherwise be ignored.
                let isFilled = form.values.contains { $0.key.hasPrefix(field.name) && $0.value != [] }
                if !isFilled, packed != .flag(false), errors.isEmpty { errors.add(field.name, words("files.wrong.shape")) }
            }
        }
        keepParts(of: field, before, in: &form)
        return true
    }

    private func lacks(_ field: Field<R>, _ value: FileTable.Value?, _ before: R?) -> Bool {
        before == nil && field.isOfTheClock && value?.isBlank != false
    }

    /// Files do not hold the numbers of parts: each part keeps the number at its position.
    private func keepParts(of field: Field<R>, _ before: R?, in form: inout Form) {
        guard let before, field.kind is any Composite, let parts = field.pack(before).list else { return }
        for (index, part) in parts.enumerated() where form.has("\(field.name).\(index).id") {
            form["\(field.name).\(index).id"] = part["id"]?.number.map(String.init) ?? ""
        }
    }

    private func judgeTranslations(of record: R, _ errors: inout FieldErrors) {
        for (text, version, sentence) in record.translationMistakes(context) {
            errors.add(text.place.joined(separator: "."), "\(version.ownName), \(text.label): \(sentence)")
        }
    }

    private func judgeTitle(of record: R, _ before: R?, _ key: String, _ errors: inout FieldErrors) throws {
        let title = record.titleText.folded
        guard !title.isEmpty, title != before?.titleText.folded, errors[R.title.name] == nil, try titlesAreUnique() else { return }
        let owner = try taken[title] ?? (freed.contains(title) ? nil : spelling.names.id(titled: title, in: target))
        let sentence = before == nil && !key.isEmpty ? "files.wrong.namesake" : "admin.refused.taken"
        if owner != nil { errors.add(R.title.name, words(sentence, ["name": record.titleText])) }
    }

    private func giveKey(_ key: String, to record: inout R, _ errors: inout FieldErrors) throws {
        guard !key.isEmpty else { return }
        guard key == key.slug else { return errors.add(ImportMapping.key, words("files.wrong.key")) }
        record.stamp.key = try R.isKeyFree(key, scope: record.stamp.scopeID, context.db) ? key : ""
    }

    private func note(_ record: R, _ before: R?, _ number: Int) {
        let title = record.titleText.folded
        if let old = before?.titleText.folded {
            guard old != title else { return }
            freed.insert(old)
            taken[old] = nil
        } else {
            newTitles[title] = number
            if !record.stamp.key.isEmpty { newKeys[record.stamp.key] = number }
        }
        freed.remove(title)
        taken[title] = record.id ?? Int64(-number)
    }
}

extension Resource {
    static func isKeyFree(_ key: String, scope scopeID: Int64?, _ db: Database) throws -> Bool {
        let isOfScope = scope.map { "\($0.column) IS ?" } ?? "1 OR ?"
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM \(table) WHERE \"key\" = ? AND (\(isOfScope)))"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [key, scopeID]) ?? false
    }
}
