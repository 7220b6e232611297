import Admin
import Foundation
import Web

extension XLSFormReader {
    private static let known = Set(XLSForm.settings).union(["default_language"])

    mutating func readSettings(_ settings: [XLSFormRow], _ name: String) {
        file.readSettings(settings.first)
        let made = (name as NSString).deletingPathExtension.trimmingSpaces()
        if file.title.isEmpty { file.title = made.isEmpty ? (file.code.isEmpty ? "XLSForm" : file.code) : made }
        if file.code.isEmpty { file.code = made.isEmpty ? "XLSFORM" : ElementCode.plain(made).uppercased() }
        let isSaid: (String) -> Bool = { Self.known.contains($0) || $0.hasPrefix("portico_title_") || $0.hasPrefix("portico_note_") }
        for row in settings.dropFirst() { note(.leftOut, "settingsRow", row) }
        for cell in settings.first?.cells ?? [] where !isSaid(cell.column.base) {
            let note = ImportNote(
                effect: .leftOut, sheet: settings.first?.sheet ?? "", rows: [settings.first?.number ?? 1], column: cell.column.header,
                reason: "setting", about: String(cell.text.prefix(ImportNote.longest)))
            notes.append(note)
        }
    }

    mutating func finish(_ sheets: XLSFormSheets) {
        for group in groups { note(.changed, "groupOpen", group.row) }
        let order = StructureOutline(structure)
        for rule in rules { tie(rule, order) }
        if !isOwn { tidy() }
        noteChoices()
        noteLanguage()
        pipe()
        file.structure = structure.tidied.coded.originated
        cut(settings: sheets.settings.first)
    }

    /// `${name}` of a question becomes `{code}`.
    private mutating func pipe() {
        let codes = Dictionary(structure.questions.map { ($0.id, $0.code) }) { first, _ in first }
        func piped(_ text: String) -> String {
            guard text.contains("${") else { return text }
            return XLSForm.references(text).reduce(text) { text, name in
                guard let code = ids[name].flatMap({ codes[$0] }) else { return text }
                return text.replacing("${\(name)}", with: "{\(code)}")
            }
        }
        structure = structure.rewording { saying in
            for part in ElementWords.Part.asked {
                saying[part] = piped(saying[part])
                for language in Language.allCases {
                    guard let said = saying.translation(part, language) else { continue }
                    saying.translate(part, language, as: .init(piped(said.text), of: said.of.map(piped)))
                }
            }
        }
    }

    private mutating func tie(_ rule: (row: XLSFormRow, target: Int64, text: String), _ order: StructureOutline) {
        if isOwn, !rule.row["portico_rules"].isEmpty { return tieOwn(rule.row, rule.target, order) }
        let conditions = structure.conditions
        func guards(_ answer: Int64) -> [[Int64]] {
            var (place, sets): (Int64?, [[Int64]]) = (order.questionOfAnswer[answer], [])
            while let id = place {
                sets.append(conditions.filter { $0.target == id && $0.action == .show }.map(\.trigger))
                place = order.place(id)?.parent
            }
            return sets
        }
        let reading = RelevanceConversion(rule.text, guards: guards, isTold: names.contains, find: named)
        // What single answers cannot say, several may.
        let gaps: [RelevanceConversion.Gap] = [.condition, .conditionWritten, .conditionTwo]
        if !reading.left.isEmpty, reading.left.allSatisfy({ gaps.contains($0.gap) }),
            let test = RuleConversion(find: named).test(rule.text)
        {
            return add(CompoundRule(id: Int64(structure.rules.count + 1), target: rule.target, test: test), rule.row, rule.text, order)
        }
        for part in reading.left { note(.leftOut, part.gap.rawValue, rule.row, "relevant", part.source) }
        if reading.isLoose { note(.changed, "conditionLoose", rule.row, "relevant", rule.text) }
        let made = reading.showing.map { ($0, Condition.Action.show) } + reading.hiding.map { ($0, .hide) }
        let rules = made.enumerated().map { index, rule0 in
            Condition(id: Int64(conditions.count + index + 1), trigger: rule0.0, target: rule.target, action: rule0.1)
        }
        // A form of Portico may be a draft whose rules are not in order yet: its check names them.
        if !isOwn, rules.contains(where: { !ConditionCheck.kinds($0, order).isEmpty }) {
            return note(.leftOut, "conditionLater", rule.row, "relevant", rule.text)
        }
        guard conditions.count + rules.count <= Structure.largest else {
            return note(.leftOut, "manyConditions", rule.row, "relevant", rule.text, limit: Structure.largest)
        }
        structure.conditions += rules
    }

    private mutating func add(_ rule: CompoundRule, _ row: XLSFormRow, _ text: String, _ order: StructureOutline) {
        if !isOwn, !ConditionCheck.kinds(rule, order).isEmpty { return note(.leftOut, "conditionLater", row, "relevant", text) }
        guard structure.conditions.count + structure.rules.count < Structure.largest else {
            return note(.leftOut, "manyConditions", row, "relevant", text, limit: Structure.largest)
        }
        structure.rules.append(rule)
    }

    private mutating func tieOwn(_ row: XLSFormRow, _ target: Int64, _ order: StructureOutline) {
        for line in row["portico_rules"].split(whereSeparator: \.isNewline).map({ $0.trimmingSpaces() }) {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard words.count == 3, words[1] == "if", let action = Condition.Action(rawValue: words[0]),
                let test = try? order.test(words[2])
            else {
                note(.leftOut, "condition", row, "portico_rules", line)
                continue
            }
            if case .chosen(let answer) = test {
                structure.conditions.append(
                    Condition(id: Int64(structure.conditions.count + 1), trigger: answer, target: target, action: action))
            } else {
                let rule = CompoundRule(id: Int64(structure.rules.count + 1), target: target, action: action, test: test)
                add(rule, row, line, order)
            }
        }
    }

    /// Pages and paragraphs without questions cannot be published: their words move to what follows, or to what is before.
    private mutating func tidy() {
        guard !structure.questions.isEmpty else { return }
        for p in structure.pages.indices {
            let empty = structure.pages[p].paragraphs.filter(\.questions.isEmpty)
            for paragraph in empty { move(paragraph, in: p) }
            structure.pages[p].paragraphs.removeAll { paragraph in empty.contains { $0.id == paragraph.id } }
        }
        let empty = structure.pages.filter(\.paragraphs.isEmpty)
        for page in empty { move(page) }
        structure.pages.removeAll { page in empty.contains { $0.id == page.id } }
        let gone = Set(structure.conditions.map(\.target)).subtracting(StructureOutline(structure).places.map(\.id))
        structure.conditions.removeAll { gone.contains($0.target) }
        let there = Set(StructureOutline(structure).places.map(\.id))
        structure.rules.removeAll { !there.contains($0.target) }
    }

    private mutating func move(_ paragraph: Paragraph, in p: Int) {
        guard say(paragraph) else { return }
        let all = structure.pages[p].paragraphs
        guard let at = all.firstIndex(where: { $0.id == paragraph.id }) else { return }
        if let next = all.indices.first(where: { $0 > at && !all[$0].questions.isEmpty }) {
            structure.pages[p].paragraphs[next].take(paragraph, isBefore: true)
            moveRows(from: paragraph.id, to: all[next].id)
        } else if let last = all.indices.last(where: { $0 < at && !all[$0].questions.isEmpty }) {
            structure.pages[p].paragraphs[last].take(paragraph, isBefore: false)
            moveRows(from: paragraph.id, to: all[last].id)
        } else {
            structure.pages[p].take(paragraph, isBefore: false)
            moveRows(from: paragraph.id, to: structure.pages[p].id)
        }
    }

    private mutating func move(_ page: Page) {
        guard say(page) else { return }
        let all = structure.pages
        guard let at = all.firstIndex(where: { $0.id == page.id }) else { return }
        if let next = all.indices.first(where: { $0 > at && !all[$0].paragraphs.isEmpty }) {
            structure.pages[next].take(page, isBefore: true)
            moveRows(from: page.id, to: all[next].id)
        } else if let last = all.indices.last(where: { $0 < at && !all[$0].paragraphs.isEmpty }) {
            structure.pages[last].take(page, isBefore: false)
            moveRows(from: page.id, to: all[last].id)
        }
    }

    private mutating func moveRows(from element: Int64, to other: Int64) {
        noteRows[other, default: []] += (places[element].map { [$0] } ?? []) + (noteRows[element] ?? [])
    }

    /// Notes what moves; false where there is nothing to move.
    private mutating func say(_ element: some LabeledElement) -> Bool {
        if let row = places[element.id] {
            note(.changed, element.text.isEmpty && element.note.isEmpty ? "emptyGroup" : "emptyGroupMoved", row)
            let isConditional =
                structure.conditions.contains { $0.target == element.id } || structure.rules.contains { $0.target == element.id }
            if isConditional {
                note(.leftOut, "noteCondition", row, "relevant", row["relevant"])
            }
        }
        for row in noteRows[element.id] ?? [] where row.number != places[element.id]?.number { note(.changed, "noteMoved", row, "label") }
        return !element.text.isEmpty || !element.note.isEmpty
    }

    /// The choices of lists that no question uses are left out; those that are used say what they lose.
    private mutating func noteChoices() {
        for (list, choices) in lists.sorted(by: { $0.value[0].row.number < $1.value[0].row.number }) {
            if usedLists.contains(list) {
                notes += choices.flatMap(\.notes)
                for choice in choices {
                    for cell in choice.row.cells where cell.column.base == "label" && isForeignChoice(cell.column) {
                        notes.append(
                            ImportNote(
                                effect: .leftOut, sheet: choice.row.sheet, rows: [choice.row.number], column: cell.column.header,
                                reason: "language"))
                    }
                }
            } else {
                notes += choices.map {
                    ImportNote(effect: .leftOut, sheet: $0.row.sheet, rows: [$0.row.number], reason: "unusedList", about: list)
                }
            }
        }
    }

    private func isForeignChoice(_ column: XLSFormColumn) -> Bool {
        column.language != nil && column.ownLanguage == nil && column.language != source
    }

    private mutating func noteLanguage() {
        guard let source, let row = rows.first(where: { !label($0).isEmpty }) else { return }
        let column = row.cells.first { $0.column.base == "label" }?.column.header ?? "label"
        notes.append(ImportNote(effect: .changed, sheet: row.sheet, column: column, reason: "source", about: source))
    }

    /// Cuts what is longer than its form takes it.
    private mutating func cut(settings: XLSFormRow?) {
        for excess in file.structure.excesses { noteCut(excess) }
        file.structure = file.structure.rewording { saying in
            for part in ElementWords.Part.allCases {
                saying[part] = saying[part].cut(to: part.limit(in: saying.kind))
                for language in Language.allCases {
                    guard let said = saying.translation(part, language) else { continue }
                    saying.translate(part, language, as: .init(said.text.cut(to: TranslationSheet.longest), of: saying[part]))
                }
            }
        }
        for excess in file.excesses("cut", { field, _ in field }) where excess.key == "cut" {
            let base = excess.about == "code" ? "form_id" : excess.about == "note" ? "portico_note" : "form_title"
            if let settings { note(.changed, "cut", settings, base, limit: excess.limit) }
        }
        (file.code, file.title, file.note) = (
            file.code.cut(to: Questionnaire.Limit.code), file.title.cut(to: Questionnaire.Limit.name),
            file.note.cut(to: Questionnaire.Limit.note)
        )
        for (field, limit) in [("name", Questionnaire.Limit.name), ("note", Questionnaire.Limit.note)] {
            for language in Language.allCases {
                guard let said = file.translations[field, language] else { continue }
                file.translations[field, language] = .init(said.text.cut(to: limit), of: field == "name" ? file.title : file.note)
            }
        }
        file.labels = Array(file.labels.prefix(Questionnaire.Limit.labels))
    }

    /// A note may be made of several rows: each may have lost its end.
    private mutating func noteCut(_ excess: OverlongText) {
        let isNote = excess.kind != .question && excess.place == .part(.note)
        for row in isNote ? noteRows[excess.element] ?? [] : places[excess.element].map({ [$0] }) ?? [] {
            let bases = isNote ? ["label", "hint"].filter { row.cell($0) != nil } : [excess.place.column]
            for base in bases {
                let said = row.originalText(base, in: original)
                let own = row.cells.first {
                    $0.column.base == base && (excess.language == nil ? $0.text == said : $0.column.ownLanguage == excess.language)
                }
                notes.append(
                    ImportNote(
                        effect: .changed, sheet: row.sheet, rows: [row.number], column: own?.column.header ?? row.header(base),
                        reason: "cut",
                        limit: excess.limit))
            }
            if row.sheet == rows.first?.sheet { changedRows.insert(row.number) }
        }
    }
}

extension LabeledElement {
    fileprivate mutating func take(_ other: some LabeledElement, isBefore: Bool) {
        func joined(_ first: String, _ second: String) -> String { [first, second].filter { !$0.isEmpty }.joined(separator: "\n") }
        let part = ElementWords.Part.note.rawValue
        let before = note
        let said = joined(other.text, other.note)
        note = isBefore ? joined(said, before) : joined(before, said)
        for language in Language.allCases {
            let own = translations[part, language]?.text
            let theirs = joined(other.translations["text", language]?.text ?? "", other.translations[part, language]?.text ?? "")
            guard own != nil || !theirs.isEmpty else { continue }
            let (first, second) = (theirs.isEmpty ? said : theirs, own ?? before)
            translations[part, language] = .init(isBefore ? joined(first, second) : joined(second, first), of: nil)
        }
    }
}

extension String {
    fileprivate func cut(to limit: Int) -> String {
        unicodeScalars.count > limit ? String(String.UnicodeScalarView(unicodeScalars.prefix(limit - 1))) + "…" : self
    }
}
