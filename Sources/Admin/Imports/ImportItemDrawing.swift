import Formats
import GRDB
import Web

struct ImportItemDrawing<R: Resource> {
    private let all: [StagedItem]
    private let staged: StagedImport
    private let view: ImportView
    private let context: FormContext
    private let mayCorrect: Bool
    private let mapping: ImportMapping
    private let look: ImportPreview
    private let reading: ValueReading
    private var packed: [Int: JSON] = [:]
    private var before: [Int: R] = [:]
    private let authors: (R) throws -> FieldAuthors
    /// With few items each line of a list is shown; otherwise only those of the item that is open.
    private var showsLines: Bool { all.count <= 5 }

    private var words: Words { context.words }
    /// A longer text is cut where it is only shown.
    private static var longest: Int { 300 }

    init(_ items: [StagedItem], _ staged: StagedImport, _ view: ImportView, _ context: FormContext, mayCorrect: Bool) throws {
        (all, self.staged, self.view, self.context, self.mayCorrect) = (items, staged, view, context, mayCorrect)
        (mapping, look) = (staged.chosen, staged.look)
        var pointers = Pointers()
        for item in items {
            guard let record = try item.record.map({ try JSON(parsing: $0.utf8) }) else { continue }
            packed[item.number] = record
            for field in R.fields { if let value = record[field.name] { pointers.add(field.kind, value) } }
            // After the import the record is what the item became.
            guard mayCorrect, item.verdict == .changed, let was = try item.recordID.flatMap({ try R.fetch(context.db, id: $0) }) else {
                continue
            }
            before[item.number] = was
            for name in item.notes.fields { if let field = R.field(name) { pointers.add(field.kind, field.pack(was)) } }
        }
        reading = try ValueReading(pointers, context.db, context.words, context.zone)
        authors = { try FieldAuthors(of: $0, context.db) }
    }

    func items() throws -> [Values] { try all.map(templateValues) }

    private func templateValues(_ item: StagedItem) throws -> Values {
        let verdict = item.verdict ?? .refused
        let isOpen = mayCorrect && view.open == item.number
        let row = try item.row()
        let rows = try rows(item, row, isOpen: isOpen)
        let place = item.place.text(words)
        let general = item.notes.mistakes.filter { $0.field.isEmpty }.map { ["text": $0.sentence] as Values }
        let remarks = item.notes.remarks.map { ["text": words("imports.remarks.\($0.key)", $0.values)] as Values }
        let href = item.recordID.map { "\(R.address)/\($0)" }
        return [
            "number": String(item.number), "id": "item-\(item.number)", "place": place,
            "title": item.title.isEmpty ? words("imports.nameless") : item.title, "href": href ?? false,
            "badge": words("imports.verdicts.\(verdict.rawValue)"), "tone": verdict.tone, "general": general, "remarks": remarks,
            "hasGeneral": !general.isEmpty || !remarks.isEmpty, "rows": rows, "hasRows": !rows.isEmpty,
            "notes": try notes(item).map { ["text": $0] as Values }, "decisions": mayCorrect ? decisions(item) : false,
            "correctHref": mayCorrect && !isOpen && row != nil ? view.correction(of: item.number, staged) : false,
        ]
    }

    /// A row for each column that says something, then for each mistake about a field without a column.
    private func rows(_ item: StagedItem, _ row: FileTable.Row?, isOpen: Bool) throws -> [Values] {
        guard let row else { return [] }
        var drawn: [Values] = []
        var seen: Set<String> = []
        for index in look.columns.indices {
            let name = mapping.columns.indices.contains(index) ? mapping.columns[index] : ""
            let source = row.values.indices.contains(index) ? row.values[index]?.text ?? "" : ""
            seen.insert(name)
            let isSilent =
                source.isEmpty && mistakes(item, name).isEmpty && !item.notes.fields.contains(name) && item.corrections[name] == nil
            if isSilent && !(isOpen && !name.isEmpty) { continue }
            let value = row.values.indices.contains(index) ? row.values[index] : nil
            if let lines = lines(item, value, name, isOpen: isOpen) {
                drawn += lines
                continue
            }
            let column = look.name(ofColumn: index, words)
            drawn.append(self.row(item, column, source, name, isOpen: isOpen, hasLines: value?.lines != nil))
        }
        for name in item.notes.mistakes.map({ base($0.field) }) where !name.isEmpty && seen.insert(name).inserted {
            drawn.append(self.row(item, words("imports.noColumn"), "", name, isOpen: isOpen))
        }
        return drawn
    }

    /// A row for each line of the source that is a part of a list; nil for other values.
    private func lines(_ item: StagedItem, _ value: FileTable.Value?, _ name: String, isOpen: Bool) -> [Values]? {
        guard let parts = value?.lines, let field = R.field(name), let kind = field.kind as? any Composite, item.corrections[name] == nil,
            showsLines || isOpen
        else { return nil }
        let corrections = PartCorrections(item.corrections, of: name)
        let packed = packed[item.number]?[name]?.list ?? []
        var position = 0
        let label = words.label(of: name, R.name)
        return parts.enumerated().map { index, part -> Values in
            let isOut = corrections.leavesOut(index, part)
            defer { if !isOut { position += 1 } }
            let prefix = "\(name).\(position)."
            let errors = isOut ? [] : item.notes.mistakes.filter { $0.field.hasPrefix(prefix) }
            let names = PartCorrections.names(of: part)
            let isTyped = mayCorrect && (isOpen || !errors.isEmpty || names.contains { corrections.text(index, $0) != nil })
            let inputs = names.map { member -> Values in
                let text = corrections.text(index, member) ?? part[member]?.text ?? ""
                let title = words.label(of: member, "\(R.name).\(name)")
                return [
                    "name": "fix.\(item.number).\(name).\(index).\(member)", "id": "fix-\(item.number)-\(name)-\(index)-\(member)",
                    "value": text, "label": title, "isLong": text.unicodeScalars.count > 60, "isShort": text.unicodeScalars.count <= 60,
                ]
            }
            let readings = (part["reading"]?.list ?? []).map { reading -> Values in
                ["label": words("imports.facts.\(reading["name"]?.text ?? "")"), "text": cut(reading["text"]?.text ?? "")]
            }
            let made = isOut || position >= packed.count ? "" : text(of: packed[position], part, kind, item.notes.made[name] ?? [])
            let line = part["line"]?.text ?? ""
            return [
                "column": "\(label) \(words.language.number(index + 1))", "source": line.isEmpty ? words("history.nothing") : cut(line),
                "label": "", "isLeftOut": isOut, "becomes": made, "before": false,
                "isCorrected": names.contains { corrections.text(index, $0) != nil },
                "errors": errors.map { ["text": $0.sentence] as Values },
                "hasErrors": !errors.isEmpty, "input": false, "readings": readings.isEmpty ? false : readings as any Sendable,
                "inputs": isTyped ? inputs as any Sendable : false,
            ]
        }
    }

    /// What a part becomes: its values, with the titles of records that are made beside.
    private func text(of packed: JSON, _ part: JSON, _ kind: any Composite, _ made: [String]) -> String {
        let texts = kind.parts.compactMap { member -> String? in
            guard let value = packed[member.name] else { return nil }
            if member.kind is ReferenceFieldType, value.isNull, let title = part[member.name]?.text {
                let known = made.first { $0.folded == title.folded } ?? title
                return words("imports.made", ["name": known])
            }
            if member.kind is TranslationsFieldType || part[member.name] == nil { return nil }
            let text = reading.text(member.kind, value)
            return text.isEmpty ? nil : text
        }
        return cut(texts.joined(separator: ", "))
    }

    private func base(_ field: String) -> String { field.split(separator: ".").first.map(String.init) ?? "" }

    private func mistakes(_ item: StagedItem, _ name: String) -> [ImportNotes.Mistake] {
        name.isEmpty ? [] : item.notes.mistakes.filter { base($0.field) == name }
    }

    private func row(
        _ item: StagedItem, _ column: String, _ source: String, _ name: String, isOpen: Bool, hasLines: Bool = false
    ) -> Values {
        let mistakes = mistakes(item, name)
        let field = R.field(name)
        let correction = item.corrections[name]
        let text = correction ?? source
        let isTyped =
            mayCorrect && !hasLines && !name.isEmpty && !(field?.kind is PictureFieldType) && name != ImportMapping.version
            && (isOpen || !mistakes.isEmpty || correction != nil)
        let isField = field != nil || R.olderTexts.contains { $0.name == name }
        let label = isField ? words.label(of: name, R.name) : (name.isEmpty ? "" : words("files.\(name)"))
        let errors = mistakes.map { mistake -> Values in
            let part = mistake.field.contains(".") ? R.errorLabel(mistake.field, words) + ": " : ""
            return ["text": part + mistake.sentence]
        }
        return [
            "column": column, "source": source.isEmpty ? words("history.nothing") : cut(source), "label": label, "isLeftOut": name.isEmpty,
            "becomes": field.flatMap { becomes(item, $0) } ?? (name == ImportMapping.key ? cut(text) : ""),
            "before": field.flatMap { was(item, $0) } ?? false, "isCorrected": correction != nil, "errors": errors,
            "hasErrors": !errors.isEmpty, "input": isTyped ? input(item, name, text, label, hasErrors: !errors.isEmpty) : false,
            "readings": false, "inputs": false,
        ]
    }

    private func input(_ item: StagedItem, _ name: String, _ text: String, _ label: String, hasErrors: Bool) -> Values {
        let isLong = text.contains("\n") || text.unicodeScalars.count > 80
        return [
            "name": "fix.\(item.number).\(name)", "id": "fix-\(item.number)-\(name)", "value": text, "isLong": isLong, "isShort": !isLong,
            "label": words("imports.correct", ["field": label, "item": item.place.text(words)]), "hasErrors": hasErrors,
        ]
    }

    private func becomes(_ item: StagedItem, _ field: Field<R>) -> String? {
        guard let value = packed[item.number]?[field.name] else { return nil }
        let text = reading.text(field.kind, value)
        let made = (item.notes.made[field.name] ?? []).map { words("imports.made", ["name": $0]) }
        let all = ([text] + made).filter { !$0.isEmpty }.joined(separator: ", ")
        return all.isEmpty ? words("history.nothing") : cut(all)
    }

    private func was(_ item: StagedItem, _ field: Field<R>) -> String? {
        guard item.notes.fields.contains(field.name), let record = before[item.number] else { return nil }
        let text = reading.text(field.kind, field.pack(record))
        return text.isEmpty ? words("history.nothing") : cut(text)
    }

    private func cut(_ text: String) -> String { text.unicodeScalars.count > Self.longest ? String(text.prefix(Self.longest)) + "…" : text }

    private func notes(_ item: StagedItem) throws -> [String] {
        var notes: [String] = []
        if !item.notes.kept.isEmpty {
            let fields = item.notes.kept.map { words.label(of: $0, R.name) }.joined(separator: ", ")
            notes.append(words("imports.kept", ["fields": fields]))
        }
        if !item.notes.disputed.isEmpty {
            let authors = try before[item.number].map(self.authors)
            let fields = item.notes.disputed.map { name -> String in
                let label = words.label(of: name, R.name)
                guard let author = authors?[name] else { return label }
                let when = words.language.relativeMoment(author.at, now: .now, in: context.zone)
                return words("files.trial.by", ["change": label, "who": author.name, "when": when])
            }
            notes.append(words("imports.disputed", ["fields": fields.joined(separator: "; ")]))
        }
        return notes
    }

    /// What a person may decide: about an unclear item whether it is a record that is there, about any other whether it comes in.
    private func decisions(_ item: StagedItem) -> Values {
        var options: [(value: String, label: String)] = [
            (
                "",
                words(
                    item.verdict == .unclear
                        ? "imports.decide.open" : item.decision == .leave ? "imports.decide.take" : "imports.decide.asIs")
            )
        ]
        for alike in item.notes.alike {
            let values = ["title": alike.title, "percent": String(alike.percent), "why": words("imports.alike.\(alike.reason)")]
            options.append(("same:\(alike.id)", words("imports.decide.same", values)))
        }
        if item.decision == .same, let id = item.sameID, !options.contains(where: { $0.value == "same:\(id)" }) {
            options.append(("same:\(id)", words("imports.decide.chosen")))
        }
        if !item.notes.alike.isEmpty || item.decision == .new { options.append(("new", words("imports.decide.new"))) }
        options.append(("leave", words("imports.decide.leave")))
        let chosen = item.decision == .same ? "same:\(item.sameID ?? 0)" : item.decision.rawValue
        return [
            "name": "decision.\(item.number)", "id": "decision-\(item.number)",
            "label": words("imports.decide.label", ["item": item.place.text(words)]),
            "options": options.map { ["value": $0.value, "label": $0.label, "selected": $0.value == chosen] as Values },
        ]
    }
}

extension ImportPlace {
    /// "Row 7", or "Element 2 of recipes/3.json".
    func text(_ words: Words) -> String {
        let place = words("imports.places.\(unit.rawValue)", ["number": words.language.number(number)])
        return file.map { words("imports.places.file", ["place": place, "file": $0]) } ?? place
    }
}
