import Accounts
import Admin
import Formats
import Foundation
import GRDB
import Web

/// Forms of Portico and of other programs on the workbench: each row beside what it becomes, one questionnaire for all of them.
struct QuestionnaireFormat: WholeImportFormat {
    static let name = "questionnaires.forms"
    static let list: any Resource.Type = Questionnaire.self
    static let endings = ["json", "xlsx", "xlsm", "xls", "lss", "lsg", "lsq", "qsf", "gift", "txt", "xml", "zip"]

    private static let texts = "questionnaires.exchange.refused"
    /// What may be a table of questionnaires, or is refused by the name of the file.
    private static let others: Set<String> = [
        "noFile", "xlsNoSurvey", "nature.empty", "nature.openDocument", "nature.archive", "nature.webPage", "nature.xml", "nature.text",
        "nature.unknown",
    ]
    private static let tables = [".csv", ".tsv", ".tab", ".ldif"]
    private static let longest = 300

    private let read: ExchangePages.Read
    private let rows: [FormRow]
    private let answers: WholeAnswers
    /// What programs say of a form that came in before: `update` or `another`.
    private let again: String?
    private var place = 0

    static func fits(_ source: ImportSource) -> Bool {
        // The rows of a table may look like numbered questions.
        if tables.contains(where: source.name.lowercased().hasSuffix) { return false }
        guard let key = read(source).mistakes.first?.key else { return true }
        // An archive of tables is damaged as a workbook.
        if key == "damagedWorkbook" { return FileNature(Data(source.bytes)) != .openDocument && isWorkbook(source.name) }
        return !others.contains(key)
    }

    private static func isWorkbook(_ name: String) -> Bool { [".xlsx", ".xlsm", ".xls"].contains { name.lowercased().hasSuffix($0) } }

    private static func read(_ source: ImportSource) -> ExchangePages.Read {
        ExchangePages.read(Data(source.bytes), source.name, original: source.language)
    }

    init(_ source: ImportSource, _ answers: WholeAnswers) throws {
        let whole = Self.read(source)
        // What has no rows is refused as a whole; mistakes in a file of Portico are shown at it.
        if let mistake = whole.mistakes.first, whole.lists.isEmpty {
            throw ImportRefusal(mistake.key, mistake.values(nil), in: Self.texts)
        }
        rows = FormRow.all(whole)
        (self.answers, again) = (answers, source.chosen["again"])
        read = answers == WholeAnswers() ? whole : whole.answered(answers, rows, of: source)
    }

    mutating func next() throws -> ImportItem<[String: JSON]>? {
        guard place < rows.count else { return nil }
        place += 1
        return ImportItem(rows[place - 1].place, Self.content(rows[place - 1].cells.map { ($0.name, $0.text) }))
    }

    func outcomes(_ words: Words, _ db: Database) throws -> [ImportOutcome] {
        if !read.mistakes.isEmpty {
            let sentences = read.mistakes.map { words("\(Self.texts).\($0.key)", $0.values(words)) }
            return rows.enumerated().map { index, row in
                ImportOutcome(answers.left.contains(index + 1) ? .left : .refused, title(row, words), remarks: index == 0 ? sentences : [])
            }
        }
        // Without the form itself nothing comes in.
        if answers.left.contains(1) { return rows.map { ImportOutcome(.left, title($0, words)) } }
        let places = Set(rows.dropFirst().map { Place($0.sheet, $0.number) })
        var notes: [Place: [ImportNote]] = [:]
        var general: [ImportNote] = []
        for note in read.report?.notes ?? [] {
            let held = note.rows.map { Place(note.sheet, $0) }.filter(places.contains)
            for place in held { notes[place, default: []].append(note) }
            if held.isEmpty { general.append(note) }
        }
        let matches = try FormMatch.all(read, db)
        let compared = try compared(with: matches, db)
        return try rows.enumerated().map { index, row in
            guard index > 0 else { return try heading(general, matches, compared, words, db) }
            if answers.left.contains(index + 1) { return ImportOutcome(.left, title(row, words)) }
            let own = notes[Place(row.sheet, row.number)] ?? []
            let isLeft = own.contains { $0.effect == .leftOut && $0.column.isEmpty }
            return ImportOutcome(
                isLeft ? .left : compared?.comparison.kind(of: row) ?? .taken, title(row, words),
                readings: isLeft ? [] : readings(row, words),
                remarks: own.map { sentence($0, words, namesSheet: false) } + (compared?.comparison.sentences(of: row, words) ?? []))
        }
    }

    /// The questionnaire that the person chose, or the likeliest one; nil for another one.
    private func compared(with matches: [FormMatch], _ db: Database) throws -> (match: FormMatch, comparison: FormComparison)? {
        guard !isAnother, let match = chosen(of: matches) ?? matches.first else { return nil }
        return (match, FormComparison(read, from: try match.structure(db)))
    }

    private var isAnother: Bool { answers.another.contains(1) || answers.same[1] == nil && again == "another" }

    private func chosen(of matches: [FormMatch]) -> FormMatch? {
        if answers.same[1] == nil, again == "update" { return matches.first }
        return matches.first { $0.id == answers.same[1] }
    }

    private struct Place: Hashable {
        let sheet: String
        let number: Int

        init(_ sheet: String, _ number: Int) { (self.sheet, self.number) = (sheet, number) }
    }

    private func title(_ row: FormRow, _ words: Words) -> String { row.sheet.isEmpty ? read.file.title : Self.cut(row.name) }

    private func heading(
        _ notes: [ImportNote], _ matches: [FormMatch], _ compared: (match: FormMatch, comparison: FormComparison)?, _ words: Words,
        _ db: Database
    ) throws -> ImportOutcome {
        var remarks = notes.map { sentence($0, words, namesSheet: true) }
        var (code, kind) = (read.file.code, ImportOutcome.Kind.taken)
        if let compared {
            remarks += compared.comparison.summary(words)
            let stays = ["title": compared.match.title, "code": compared.match.code, "file": read.file.title]
            remarks.append(words("questionnaires.exchange.again.stays", stays))
            kind = chosen(of: matches) == nil ? .unclear : compared.comparison.isSame ? .same : .changed
            code = compared.match.code
        } else if try ExchangePages.isTaken(code, db) {
            code = try ExchangePages.freeCode(code, db)
            remarks.append(words("questionnaires.exchange.noted.codeTaken", ["about": "\(read.file.code), \(code)"]))
        }
        let structure = read.file.structure
        let readings = [
            (label: words("imports.facts.title"), text: read.file.title), (label: words("imports.facts.code"), text: code),
            (label: words("imports.facts.pages"), text: words.language.number(structure.pages.count)),
            (label: words("imports.facts.questions"), text: words.language.number(structure.questions.count)),
        ]
        var outcome = ImportOutcome(kind, read.file.title, readings: readings, remarks: remarks)
        outcome.matches = matches.map { ImportMatch($0.id, $0.title, $0.isDraft ? "draft" : "version") }
        outcome.record = compared.map { ($0.match.id, $0.match.edition) }
        return outcome
    }

    private func readings(_ row: FormRow, _ words: Words) -> [(label: String, text: String)] {
        guard let question = read.question(of: row) else { return [] }
        var readings = [
            (label: words("imports.facts.question"), text: Self.cut(question.text)),
            (label: words("imports.facts.format"), text: words("questionnaires.format.\(question.kind)")),
        ]
        let answers = question.answers.map(\.text).filter { !$0.isEmpty }
        if !answers.isEmpty { readings.append((words("imports.facts.answers"), Self.cut(answers.joined(separator: "; ")))) }
        return readings
    }

    private func sentence(_ note: ImportNote, _ words: Words, namesSheet: Bool) -> String {
        let values = ["about": note.about, "limit": note.limit.map { words.language.number($0) } ?? ""]
        let text = words("questionnaires.exchange.noted.\(note.reason)", values)
        let place = [namesSheet ? note.sheet : "", note.column].filter { !$0.isEmpty }.joined(separator: ", ")
        return place.isEmpty ? text : "\(place): \(text)"
    }

    private static func cut(_ text: String) -> String { text.count > longest ? text.prefix(longest) + "…" : text }

    func write(for account: Int64, by actor: Actor, _ words: Words, _ db: Database) throws -> Int64 {
        let matches = try FormMatch.all(read, db)
        if !isAnother, let match = chosen(of: matches) {
            try match.update(with: read, by: actor, db)
            return match.id
        }
        guard let id = try ExchangePages.store(read, by: actor, db) else { throw ImportRefusal("changed") }
        return id
    }

    static func undo(_ act: Int64, _ db: Database, by actor: Actor) throws -> WholeUndo { try DraftImport.undo(act, db, by: actor) }

    static func arrival(_ id: Int64, _ words: Words, _ db: Database) throws -> (address: String, sentence: String) {
        let name = try String.fetchOne(db, sql: "SELECT name FROM questionnaire WHERE id = ?", arguments: [id]) ?? ""
        let address = Questionnaire.address + "/\(id)/structure"
        let report = try QuestionnaireVersion.draft(of: id, db).flatMap { try ImportReport.find($0.id, db) }
        guard report != nil else { return (address, words("questionnaires.exchange.taken", ["name": name])) }
        return (address + "/import-report", words("questionnaires.exchange.takenPartly", ["name": name]))
    }
}

extension ElementReading.Mistake {
    func values(_ words: Words?) -> [String: String] {
        ["about": about, "limit": limit.map { words?.language.number($0) ?? String($0) } ?? ""]
    }
}
