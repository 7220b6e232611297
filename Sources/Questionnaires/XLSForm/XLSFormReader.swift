import Formats
import Foundation
import Web

/// Makes a draft of an XLSForm of Portico or other programs. What is taken otherwise or left out is noted at its row.
struct XLSFormReader {
    var file = ConfigurationFile()
    /// Nil for a form; else what is wrong with the file.
    private(set) var refusal: ElementReading.Mistake?
    private(set) var report = ImportReport()

    let original: Language
    let lists: [String: [XLSFormChoice]]
    let rows: [XLSFormRow]
    let codes: [String: String]
    /// Whether Portico wrote the form: then it stays as it is, even where it is not finished.
    let isOwn: Bool
    let names: Set<String>
    let source: String?
    /// The form's own code, without one that is made of the file's name.
    private(set) var identifier = ""

    var structure = Structure()
    var lastID: Int64 = 0
    var groups: [Group] = []
    var isPageOpen = false
    var isParagraphOpen = false
    var lastGroup: Int64?
    var ids: [String: Int64] = [:]
    var answers: [Int64: [String: Int64]] = [:]
    var usedCodes: Set<String> = []
    var usedLists: Set<String> = []
    /// The rows of elements, of notes on pages and paragraphs, and of the conditions of elements.
    var places: [Int64: XLSFormRow] = [:]
    var noteRows: [Int64: [XLSFormRow]] = [:]
    var rules: [(row: XLSFormRow, target: Int64, text: String)] = []
    var notes: [ImportNote] = []
    /// The rows of the sheet of questions that were taken in part, and those left out.
    var changedRows: Set<Int> = []
    var leftRows: Set<Int> = []

    struct Group {
        let row: XLSFormRow
        let kind: XLSFormType.Group
        let isTable: Bool
        let list: String
        /// Whether it has neither a title nor a condition, so that it changes nothing.
        let isPlain: Bool
    }

    /// - Parameter name: the file's, for a form without a title or a code.
    init(_ workbook: Workbook, original: Language, name: String = "") {
        self.original = original
        let sheets = XLSFormSheets(workbook)
        let (lists, choiceNotes) = XLSFormChoice.lists(sheets.choices, original)
        (self.lists, rows) = (lists, sheets.survey)
        isOwn = sheets.columns.values.joined().contains { $0.base == "portico_code" }
        names = Set(rows.map { $0["name"] })
        source = Self.source(sheets.columns[sheets.survey.first?.sheet ?? ""] ?? [], original)
        codes = ElementCode.codes(of: rows.filter(Self.isAsked).map(Self.called).filter { !$0.isEmpty })
        guard sheets.isForm, !rows.isEmpty else {
            let all = workbook.sheets.map(\.name).joined(separator: ", ")
            refusal = .init(key: sheets.isForm ? "xlsEmpty" : "xlsNoSurvey", about: String(all.prefix(ImportNote.longest)))
            return
        }
        notes = sheets.notes + choiceNotes
        (report.file, report.rows) = (name, rows.count)
        identifier = sheets.settings.first?["form_id"] ?? ""
        readSettings(sheets.settings, name)
        for row in rows { read(row) }
        finish(sheets)
        report.notes = ImportNote.grouped(notes.filter(\.hasPlace))
        (report.changed, report.leftOut) = (changedRows.subtracting(leftRows).count, leftRows.count)
    }

    static func called(_ row: XLSFormRow) -> String { row["portico_code"].isEmpty ? row["name"] : row["portico_code"] }

    private static func isAsked(_ row: XLSFormRow) -> Bool {
        !["begin", "end", "note"].contains { row["type"].lowercased().hasPrefix($0) }
    }

    private static func source(_ columns: [XLSFormColumn], _ original: Language) -> String? {
        let columns = columns.filter { $0.base == "label" }
        guard !columns.contains(where: { $0.language == nil || $0.ownLanguage == original }) else { return nil }
        return columns.first?.language
    }

    mutating func id() -> Int64 {
        lastID -= 1
        return lastID
    }

    func label(_ row: XLSFormRow) -> String { row.originalText("label", in: original) }

    /// Notes what a row loses. Without a column it is the whole row.
    mutating func note(
        _ effect: ImportNote.Effect, _ reason: String, _ row: XLSFormRow, _ base: String = "", _ about: String = "", limit: Int? = nil
    ) {
        let said = about.count > ImportNote.longest ? about.prefix(ImportNote.longest - 1) + "…" : about[...]
        let column = base.isEmpty ? "" : row.header(base)
        notes.append(
            ImportNote(
                effect: effect, sheet: row.sheet, rows: [row.number], column: column, reason: reason, about: String(said), limit: limit,
                code: ids[row["name"]].flatMap { structure.question($0)?.code }))
        if row.sheet == rows.first?.sheet {
            _ = effect == .leftOut && base.isEmpty ? leftRows.insert(row.number) : changedRows.insert(row.number)
        }
    }

    mutating func leaveOut(_ row: XLSFormRow, _ reason: String, _ about: String = "") { note(.leftOut, reason, row, "", about) }

    private mutating func read(_ row: XLSFormRow) {
        let text = row["type"]
        if ["yes", "true", "true()"].contains(row["disabled"].lowercased()) { return leaveOut(row, "disabled") }
        guard !text.isEmpty else { return leaveOut(row, "noType") }
        let type = XLSFormType(text) { lists[$0] != nil }
        switch type {
        case .begin(let kind): return begin(row, kind)
        case .end: return end(row)
        case .leftOut(let reason): return leaveOut(row, reason, text)
        case .unknown where label(row).isEmpty: return leaveOut(row, "unknown", text)
        default: break
        }
        // Stops early, because thousands of questions with thousands of choices would exhaust memory.
        guard room > 0 else { return leaveOut(row, "tooLarge", limit: Structure.largest) }
        if Self.isShown(row, type) { return readNote(row, "readOnly") }
        ask(row, type)
    }

    private mutating func leaveOut(_ row: XLSFormRow, _ reason: String, limit: Int) {
        note(.leftOut, reason, row, "", "", limit: limit)
    }

    /// How many elements still fit: a question needs a page and a paragraph at most.
    var room: Int { Structure.largest + Int(lastID) - 3 }

    /// A question that cannot be answered only shows something.
    private static func isShown(_ row: XLSFormRow, _ type: XLSFormType) -> Bool {
        guard type != .note, case let said = row["read_only"].lowercased(), !said.isEmpty else { return false }
        return !["no", "false", "false()", "0"].contains(said)
    }

    private mutating func ask(_ row: XLSFormRow, _ type: XLSFormType) {
        switch type {
        case .note: readNote(row, nil)
        case .text(nil): isOther(row) ? () : written(row, .text)
        case .text(let reason?): written(row, .text, reason)
        case .number(let isWhole): written(row, .number, isWhole: isWhole)
        case .day: written(row, .day)
        case .time: written(row, .time)
        case .dateTime: written(row, .dateTime)
        case .select(let isSingle, let list, let hasOther): choice(row, list, isSingle: isSingle, hasOther: hasOther)
        case .fileChoices: written(row, .text, "fileChoices")
        case .rank(let list): choice(row, list, isSingle: false, hasOther: false, look: .ranking)
        case .range: range(row)
        case .acknowledge: acknowledge(row)
        case .file: written(row, .file, isOwn ? nil : "asksFile", limit: AnswerFile.bytes >> 20)
        case .scoreRow, .rankLevel:
            choice(row, groups.last?.list ?? "", isSingle: true, hasOther: false, reason: type == .rankLevel ? "rank" : nil)
        case .unknown: written(row, .text, "unknownAsText")
        case .begin, .end, .leftOut: break
        }
    }

    mutating func noteRest(_ row: XLSFormRow, _ taken: Set<String>) {
        let always: Set<String> = ["type", "name", "label", "disabled"]
        for cell in row.cells {
            if XLSFormColumn.translated.contains(cell.column.base), isForeign(cell.column) {
                note(.leftOut, "language", cell, row)
            } else if !always.contains(cell.column.base), !taken.contains(cell.column.base), !isUsual(cell) {
                note(.leftOut, Self.reasons[cell.column.base] ?? "column", cell, row)
            }
        }
        // Answers to earlier questions are put into texts; another name stays as it is written.
        let asked = [label(row), row.originalText("hint", in: original)].flatMap(XLSForm.references)
        if asked.contains(where: { ids[$0] == nil || $0 == row["name"] }) { note(.changed, "piping", row, "label") }
    }

    /// Whether the column is in a language that is neither kept here nor taken as the original.
    private func isForeign(_ column: XLSFormColumn) -> Bool {
        column.language != nil && column.ownLanguage == nil && column.language != source
    }

    /// A word that says what is so anyway.
    private func isUsual(_ cell: XLSFormRow.Cell) -> Bool {
        ["required", "read_only", "autoplay"].contains(cell.column.base)
            && ["no", "false", "false()", "0"].contains(cell.text.lowercased())
    }

    mutating func note(_ effect: ImportNote.Effect, _ reason: String, _ cell: XLSFormRow.Cell, _ row: XLSFormRow) {
        let isShort = ["column", "media", "language"].contains(reason)
        notes.append(
            ImportNote(
                effect: effect, sheet: row.sheet, rows: [row.number], column: cell.column.header, reason: reason,
                about: isShort ? "" : String(cell.text.prefix(ImportNote.longest)),
                code: ids[row["name"]].flatMap { structure.question($0)?.code }))
        changedRows.insert(row.number)
    }

    private static let reasons = [
        "default": "default", "constraint_message": "message", "required_message": "message", "guidance_hint": "guidance", "media": "media",
        "calculation": "calculation", "read_only": "readOnlyLeft", "parameters": "parameters", "appearance": "appearance",
        "repeat_count": "repeatCount", "choice_filter": "filterLeft", "constraint": "constraint", "required": "requiredLeft",
        "relevant": "condition", "trigger": "calculation", FormItem.fileLimits: "fileLimits",
    ]
}

extension ImportNote {
    /// A note on a sheet without a row or column says nothing twice.
    fileprivate var hasPlace: Bool { !sheet.isEmpty }
}
