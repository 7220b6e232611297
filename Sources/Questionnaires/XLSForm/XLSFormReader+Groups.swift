import Admin
import Web

extension XLSFormReader {
    /// A group of the first level is a page, each within it a paragraph. A plain one further within changes nothing.
    mutating func begin(_ row: XLSFormRow, _ kind: XLSFormType.Group) {
        let list = ["score_list", "matrix_list", "rank_list"].map { row[$0] }.first { !$0.isEmpty } ?? ""
        let isTable = kind == .score || row["appearance"].lowercased().contains("table-list") || groups.last?.isTable == true
        let isPlain = groups.count > 1 && label(row).isEmpty && row["relevant"].isEmpty
        groups.append(Group(row: row, kind: kind, isTable: isTable, list: list, isPlain: isPlain))
        var taken: Set<String> = ["relevant", "score_list", "rank_list", "portico_rules"]
        if ["field-list", "table-list"].contains(row["appearance"].lowercased()) { taken.insert("appearance") }
        if kind == .loop { note(.changed, "loop", row) }
        if kind == .matrix { note(.changed, "matrix", row, "matrix_list", row["matrix_list"]) }
        noteRest(row, taken.union(kind == .matrix ? ["matrix_list"] : []))
        guard room > 0 else { return leaveOut(row, "tooLarge") }
        if groups.count == 1 {
            open(Page(id: id(), text: label(row), translations: row.translations([("label", .text)], of: original)), row)
            if !row["relevant"].isEmpty, let lastGroup { rules.append((row, lastGroup, row["relevant"])) }
        } else if groups.count == 2 {
            openParagraph(row)
        } else if !isPlain {
            if !label(row).isEmpty { note(.changed, "groupDeep", row) }
            openParagraph(row)
        }
    }

    mutating func end(_ row: XLSFormRow) {
        guard let group = groups.popLast() else { return leaveOut(row, "endAlone") }
        noteRest(row, [])
        if !label(row).isEmpty { note(.leftOut, "column", row, "label") }
        if !group.isPlain || groups.count < 2 { isParagraphOpen = false }
        if groups.isEmpty { isPageOpen = false }
        lastGroup = nil
    }

    private mutating func open(_ page: Page, _ row: XLSFormRow?) {
        structure.pages.append(page)
        places[page.id] = row
        (isPageOpen, isParagraphOpen, lastGroup) = (true, false, page.id)
    }

    /// Opens a paragraph with the conditions of all groups around it but the page's own.
    private mutating func openParagraph(_ row: XLSFormRow?) {
        var paragraph = Paragraph(id: id())
        if let row {
            paragraph.text = label(row)
            paragraph.translations = row.translations([("label", .text)], of: original)
            places[paragraph.id] = row
        }
        let conditions = groups.dropFirst().map(\.row).filter { !$0["relevant"].isEmpty }
        for group in conditions { rules.append((group, paragraph.id, group["relevant"])) }
        structure.pages[structure.pages.count - 1].paragraphs.append(paragraph)
        (isParagraphOpen, lastGroup) = (true, paragraph.id)
    }

    /// A question or note outside groups gets a page; outside a paragraph it gets one without a title.
    mutating func makeRoom(forQuestion: Bool = false) {
        if !isPageOpen { open(Page(id: id()), nil) }
        let isNoteOfPage = !forQuestion && lastGroup == structure.pages.last?.id
        if !isParagraphOpen, !isNoteOfPage { openParagraph(nil) }
    }

    /// A note is shown above what follows: behind a question it begins a new paragraph.
    mutating func readNote(_ row: XLSFormRow, _ reason: String?) {
        guard !label(row).isEmpty else { return leaveOut(row, "emptyNote") }
        let column = reason == "tableHead" ? "appearance" : "read_only"
        if let reason { note(.changed, reason, row, column) }
        if !row["relevant"].isEmpty { note(.leftOut, "noteCondition", row, "relevant", row["relevant"]) }
        if isParagraphOpen, structure.pages.last?.paragraphs.last?.questions.isEmpty == false { isParagraphOpen = false }
        makeRoom()
        noteRest(row, ["relevant", "hint", "portico_code", reason == nil ? "" : column])
        let page = structure.pages.count - 1
        if lastGroup == structure.pages[page].id {
            add(row, to: &structure.pages[page])
            noteRows[structure.pages[page].id, default: []].append(row)
        } else {
            let paragraph = structure.pages[page].paragraphs.count - 1
            add(row, to: &structure.pages[page].paragraphs[paragraph])
            noteRows[structure.pages[page].paragraphs[paragraph].id, default: []].append(row)
        }
    }

    private func add(_ row: XLSFormRow, to element: inout some LabeledElement) {
        for (base, part) in [("label", ElementWords.Part.note), ("hint", .note)] where !row.originalText(base, in: original).isEmpty {
            element.note =
                element.note.isEmpty ? row.originalText(base, in: original) : element.note + "\n" + row.originalText(base, in: original)
            let said = row.translations([(base, part)], of: original)
            for language in Language.allCases {
                if let text = said[part.rawValue, language]?.text { element.say(text, as: part, in: language) }
            }
        }
    }
}
