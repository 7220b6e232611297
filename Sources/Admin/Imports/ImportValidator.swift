import Accounts
import Formats
import GRDB
import Web

/// The rules of a list: what each row becomes. The fields validate the values as if typed.
final class ImportValidator<R: Resource>: ImportRules {
    private let spelling: CellSpelling
    let context: FormContext
    private let mapping: ImportMapping
    private let places: [String: Int]
    private let target = Target(R.self)
    private let blank = R()
    private let likeTitles: SimilarTitles
    private(set) var memory: ImportMemory
    private var areTitlesUnique: Bool?
    private var corrections: [String: String] = [:]
    private var decision = StagedItem.Decision.none
    private var sameID: Int64?

    init(
        _ mapping: ImportMapping, _ spelling: CellSpelling, _ memory: ImportMemory = ImportMemory(),
        like titles: SimilarTitles = SimilarTitles()
    ) {
        (self.mapping, self.spelling, context, places) = (mapping, spelling, spelling.names.context, mapping.places)
        (self.memory, likeTitles) = (memory, titles)
    }

    private var words: Words { context.words }
    /// No field has this name.
    private static var keyMember: String { "@key" }

    func check(_ item: inout StagedItem) throws {
        (item.recordID, item.version, item.record, item.title) = (nil, 0, nil, "")
        item.notes = ImportNotes(remarks: item.notes.remarks)
        guard let row = try item.row() else {
            item.verdict = item.decision == .leave ? .left : .refused
            return
        }
        (corrections, decision, sameID) = (item.corrections, item.decision, item.sameID)
        if decision == .leave {
            (item.verdict, item.title) = (.left, text(R.title.name, row))
            return
        }
        let checked = try checked(row)
        item.verdict = checked.verdict
        item.title = checked.verdict == .refused ? text(R.title.name, row) : checked.record.titleText
        (item.recordID, item.version) = (checked.before?.id, checked.before?.stamp.version ?? 0)
        (item.notes.fields, item.notes.kept, item.notes.disputed) = (checked.fields, checked.kept, checked.disputed)
        item.notes.alike = checked.alike
        item.notes.mistakes = checked.mistakes.map { ImportNotes.Mistake(field: $0.name, sentence: $0.sentence) }
        guard checked.verdict != .refused else { return }
        var packed = pack(checked.record, &item.notes)
        if checked.verdict != .left { try addPictures(of: row, checked.record, to: &packed, &item) }
        item.record = packed.compact
    }

    func write(_ item: StagedItem, by actor: Actor) throws -> Int64? {
        guard let read = try item.record.map({ try JSON(parsing: $0.utf8) }) else { return item.recordID }
        let packed = [.new, .changed].contains(item.verdict) ? try withPictures(read, by: actor) : read
        let db = context.db
        switch item.verdict {
        case .new:
            var record = R()
            record.stamp.scopeID = R.scope == nil ? nil : context.scopeID
            guard record.unpack(packed).isEmpty else { throw ImportRefusal("failed") }
            // An earlier item may have taken this key.
            let key = packed[Self.keyMember]?.text ?? ""
            record.stamp.key = try !key.isEmpty && R.isKeyFree(key, scope: record.stamp.scopeID, db) ? key : ""
            try record.insert(db, by: actor)
            return record.id
        case .changed:
            guard var record = try item.recordID.flatMap({ try R.fetch(db, id: $0) }), record.stamp.version == item.version,
                record.unpack(packed).isEmpty
            else { throw ImportRefusal("changed") }
            try record.update(db, by: actor, words: context.words, zone: context.zone)
            return record.id
        case .same, .left, .unclear, .refused, nil: return item.recordID
        }
    }

    /// The fields, without references to records that are only made for the check; their titles are noted.
    private func pack(_ record: R, _ notes: inout ImportNotes) -> JSON {
        var packed = record.packed
        if let made = spelling.names.unknown?.madeTitles, !made.isEmpty {
            for field in R.fields {
                guard let value = packed[field.name] else { continue }
                var titles: [String] = []
                packed[field.name] = made.without(field.kind, value, &titles)
                if !titles.isEmpty { notes.made[field.name] = titles }
            }
        }
        if record.id == nil, !record.stamp.key.isEmpty { packed[Self.keyMember] = .text(record.stamp.key) }
        return packed
    }

    private func checked(_ row: FileTable.Row) throws -> ValidatedRow<R> {
        if row.isTooWide, corrections.isEmpty { return refused(row, [("", words("files.wrong.wide"))]) }
        let (key, title) = (text(ImportMapping.key, row), text(R.title.name, row).folded)
        let id = try decision == .same ? sameID : find(key, title)
        let met = try key.isEmpty && titlesAreUnique() ? memory.newTitles[title] : memory.newKeys[key]
        if let earlier = id.flatMap({ memory.seen[$0] }) ?? (id == nil ? met : nil) {
            return refused(row, [("", words("files.wrong.twice", ["row": String(earlier)]))])
        }
        if id == nil, key.isEmpty, let twin = try twin(of: row, title) { return twin }
        if let id { memory.seen[id] = row.number }
        let before = try id.flatMap { try R.fetch(context.db, id: $0) }
        if let id, try !isInReach(id, before) { return refused(row, [("", words("files.wrong.others"))]) }
        if let before, mapping.existing == .leave { return ValidatedRow(row: row, verdict: .left, record: before, before: before) }
        var checked = try fill(row, before, key)
        if checked.verdict == .new, key.isEmpty, decision == .none, try titlesAreUnique() {
            checked.alike = likeTitles.like(checked.record.titleText)
            if !checked.alike.isEmpty { checked.verdict = .unclear }
        }
        return checked
    }

    /// An answer may name any record: it must be one of the list, outside the trash, that the person may change.
    private func isInReach(_ id: Int64, _ before: R?) throws -> Bool {
        guard try R.isOpen(id, R.editing, context.grants, context.db) else { return false }
        guard decision == .same else { return true }
        return before.map { $0.stamp.deletedAt == nil && (R.scope == nil || $0.stamp.scopeID == context.scopeID) } ?? false
    }

    private func refused(_ row: FileTable.Row, _ mistakes: [(String, String)], _ before: R? = nil) -> ValidatedRow<R> {
        ValidatedRow(row: row, verdict: .refused, record: blank, before: before, mistakes: mistakes.map { (name: $0.0, sentence: $0.1) })
    }

    func value(_ name: String, _ row: FileTable.Row) -> FileTable.Value? {
        if let typed = corrections[name] { return .cell(typed) }
        let value = places[name].flatMap { row.values.indices.contains($0) ? row.values[$0] : nil }
        return value.map { PartCorrections(corrections, of: name).applied(to: $0) }
    }
    private func text(_ name: String, _ row: FileTable.Row) -> String { value(name, row)?.text.trimmingSpaces() ?? "" }

    private func titlesAreUnique() throws -> Bool {
        let known = try areTitlesUnique ?? spelling.names.titlesAreUnique(in: target)
        areTitlesUnique = known
        return known
    }

    /// Finds a row's record by key, or by title if it has no key and titles are unique. People with the same name have different keys.
    private func find(_ key: String, _ title: String) throws -> Int64? {
        if !key.isEmpty { return try spelling.names.id(ofKey: key, in: target) }
        guard try titlesAreUnique() else { return nil }
        return title.isEmpty ? nil : try spelling.names.id(titled: title, in: target)
    }

    /// Where titles repeat, a row without a key matches only an identical record, so a file imported twice adds nothing.
    private func twin(of row: FileTable.Row, _ title: String) throws -> ValidatedRow<R>? {
        guard !title.isEmpty, try !titlesAreUnique() else { return nil }
        for id in try spelling.names.ids(titled: title, in: target) where memory.seen[id] == nil {
            guard try R.isOpen(id, R.editing, context.grants, context.db), let before = try R.fetch(context.db, id: id) else { continue }
            let twin = try fill(row, before, "")
            guard twin.verdict == .same else { continue }
            memory.seen[id] = row.number
            return mapping.existing == .leave ? ValidatedRow(row: row, verdict: .left, record: before, before: before) : twin
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
            // A record that a person calls the same keeps its name.
            if decision == .same, before != nil, field.name == R.title.name {
                kept.insert(field.name)
                continue
            }
            if let base, let before, !field.isSame(base, before), try says(field, value(field.name, row), base) {
                newer.append(field.name)
                kept.insert(field.name)
                continue
            }
            let isTyped = try enter(field, value(field.name, row), before, into: &form, &errors)
            // Unchanged values are not validated again: they may point to a record in the trash.
            if !isTyped || errors.all.count > count { kept.insert(field.name) }
        }
        let older = R.olderTexts.map { (name: $0.name, text: text($0.name, row)) }
        if let entered = (before ?? blank).enter(older, into: &form, words.language) { kept.remove(entered) }
        record.readFields(form, except: kept, context, errors: &errors)
        // Without all moments, `check` would compare with the clock.
        if !R.fields.contains(where: { lacks($0, value($0.name, row), before) }) { try record.check(form, context, errors: &errors) }
        try checkTitle(of: record, before, key, &errors)
        if before == nil { try giveKey(key, to: &record, &errors) }
        let fields = before.map { before in R.fields.filter { !$0.isSame(before, record) }.map(\.name) } ?? []
        let verdict: ImportVerdict = before == nil ? .new : fields.isEmpty ? .same : .changed
        if errors.isEmpty, verdict != .same { checkTranslations(of: record, &errors) }
        guard errors.isEmpty else { return refused(row, ordered(errors), before) }
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
        if value?.storedPicture != nil { return false }
        guard let value, mapping.empty == .clear || !value.isBlank else {
            if before == nil, !lacks(field, value, before) {
                field.kind.fill(&form, field.name, with: field.pack(blank), words.language)
            }
            return before == nil
        }
        let spelling = corrections[field.name] == nil ? spelling : spelling.typed
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
                // An object in place of a word would otherwise be ignored. A skipped value is empty.
                let isFilled = form.values.contains { $0.key.hasPrefix(field.name) && $0.value != [] }
                if !isFilled, packed != .flag(false), !numbered.isBlank, errors.isEmpty {
                    errors.add(field.name, words("files.wrong.shape"))
                }
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

    private func checkTranslations(of record: R, _ errors: inout FieldErrors) {
        for (text, version, sentence) in record.translationMistakes(context) {
            errors.add(text.place.joined(separator: "."), "\(version.ownName), \(text.label): \(sentence)")
        }
    }

    private func checkTitle(of record: R, _ before: R?, _ key: String, _ errors: inout FieldErrors) throws {
        let title = record.titleText.folded
        guard !title.isEmpty, title != before?.titleText.folded, errors[R.title.name] == nil, try titlesAreUnique() else { return }
        let owner = try memory.taken[title] ?? (memory.freed.contains(title) ? nil : spelling.names.id(titled: title, in: target))
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
            memory.freed.insert(old)
            memory.taken[old] = nil
        } else {
            memory.newTitles[title] = number
            if !record.stamp.key.isEmpty { memory.newKeys[record.stamp.key] = number }
        }
        memory.freed.remove(title)
        memory.taken[title] = record.id ?? Int64(-number)
    }
}
