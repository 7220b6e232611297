import Accounts
import Admin
import Formats
import GRDB
import Web

/// Lists of works and pages on the workbench: each work beside what it becomes. They become documents for runs.
struct DocumentFormat: WholeImportFormat {
    static let name = "citations.documents"
    static let list: any Resource.Type = Run.self
    static let endings = ["bib", "ris", "nbib", "enw", "ciw", "xml", "html", "htm", "jsonl", "pdf", "docx", "gz"]
    static let hasChoices = true
    static let isPrivate = true
    static let records = KeptDocumentPages.address

    private let source: DocumentSource
    private let items: [DocumentItem]
    private let answers: WholeAnswers
    private let layouts: [Layout]
    /// Whether documents of which nothing is read are taken as they are: their columns may be chosen later.
    private let keepsUnread: Bool
    private var place = 0

    static func settings(_ db: Database) throws -> (any Sendable)? { try RunDraft.Rules(db) }

    /// Texts that only a person knows to be lists, such as lines of titles, are brought on the page of documents.
    static func fits(_ source: ImportSource) -> Bool {
        guard let read = try? DocumentSource(source) else { return false }
        return read.documents.contains { document in
            guard document.items.contains(where: { $0.work != nil }), let format = document.format.flatMap(ListReading.Format.init) else {
                return false
            }
            switch format {
            case .text: return document.items.contains { $0.work?.citations != nil }
            // A file of runs has titles of documents, and thresholds.
            case .json: return !document.text.contains("\"titleThreshold\"")
            case .csv:
                return document.items.contains { $0.work.map { !$0.authors.isEmpty || $0.year != nil || $0.citations != nil } ?? false }
            default: return true
            }
        }
    }

    init(_ source: ImportSource, _ answers: WholeAnswers) throws {
        self.init(try DocumentSource(source), (source.settings as? RunDraft.Rules)?.layouts ?? [], answers)
    }

    init(_ read: DocumentSource, _ layouts: [Layout], _ answers: WholeAnswers = WholeAnswers(), keepsUnread: Bool = false) {
        (source, self.layouts, self.answers, self.keepsUnread) = (read, layouts, answers, keepsUnread)
        let files = read.refused.map { file in
            DocumentItem(
                document: -1, place: ImportPlace(.element, 1, of: file.name), content: .unread(file.why.rawValue), remarks: [], line: "")
        }
        items = (read.documents.flatMap(\.items) + files).enumerated().map { index, item in
            answers.texts[index + 1].map(item.corrected) ?? item
        }
    }

    /// How many items it has.
    var count: Int { items.count }

    mutating func next() throws -> ImportItem<[String: JSON]>? {
        guard place < items.count else { return nil }
        place += 1
        return ImportItem(items[place - 1].place, items[place - 1].values)
    }

    var shape: [String]? { onlyTable?.first }

    private var onlyTable: [[String]]? {
        guard source.documents.count == 1, source.documents[0].isTable else { return nil }
        return DocumentSource.table(source.documents[0].text)
    }

    func outcomes(_ words: Words, _ db: Database) throws -> [ImportOutcome] {
        items.enumerated().map { index, item in
            let name = item.document < 0 ? item.place.file ?? "" : source.documents[item.document].name
            var outcome = outcome(item, of: name, words)
            if answers.left.contains(index + 1) { outcome.kind = .left }
            if index == 0 { outcome.remarks = source.documents.flatMap { localized($0.remarks, of: $0.name, words) } + outcome.remarks }
            return outcome
        }
    }

    private func localized(_ remarks: [ListReading.Remark], of document: String, _ words: Words) -> [String] {
        remarks.map { remark in
            let said = remark.said.isEmpty ? nil : [remark.said]
            return Analysis.Remark(kind: remark.kind.rawValue, document: document, rows: [remark.row], count: 1, said: said).localized(
                in: words)
        }
    }

    private func outcome(_ item: DocumentItem, of name: String, _ words: Words) -> ImportOutcome {
        switch item.content {
        case .work(let work):
            return ImportOutcome(.taken, work.title, readings: readings(work, words), remarks: localized(item.remarks, of: name, words))
        case .leftOut(let kind, let work):
            let own = item.remarks.contains { $0.kind == kind } ? [] : [ListReading.Remark(row: item.place.number, kind: kind)]
            return ImportOutcome(.left, work?.title ?? "", remarks: localized(own + item.remarks, of: name, words))
        case .page:
            return ImportOutcome(
                .taken, name,
                readings: [(words("citations.runs.documents.fields.role"), words("citations.role.page"))],
                remarks: [words("citations.documents.page")])
        case .unread(let reason):
            let sentence =
                item.document < 0
                ? words("citations.brought.\(reason)", ["name": name, "megabytes": String(CitationSettings.mostFileMegabytes)])
                : Analysis.Remark(kind: reason, document: name).localized(in: words)
            if keepsUnread { return ImportOutcome(item.document < 0 ? .left : .taken, name, remarks: [sentence]) }
            // Beside others it stays out; alone it is refused.
            return ImportOutcome(items.count > 1 ? .left : .refused, name, remarks: [sentence])
        }
    }

    private func readings(_ work: ListedWork, _ words: Words) -> [(label: String, text: String)] {
        let number = words.language.number
        let all = [
            ("work", work.title), ("authors", work.authors), ("venue", work.venue), ("year", work.year.map(String.init) ?? ""),
            ("citations", work.citations.map(number) ?? "–"), ("own", work.selfCitations.map(number) ?? ""), ("url", work.url),
        ]
        return all.filter { !$0.1.isEmpty }.map { (Self.label(of: $0.0, words), $0.1) }
    }

    static func label(of cell: String, _ words: Words) -> String { words("citations.table.\(cell)") }
}

extension DocumentFormat {
    func choices(_ words: Words) -> [ImportChoice] {
        let roles = DocumentRole.allCases.map { (value: $0.rawValue, label: words("citations.role.\($0.rawValue)")) }
        let charsets =
            [(value: "", label: words("citations.new.charsetAuto"))] + Charset.allCases.map { (value: $0.rawValue, label: $0.rawValue) }
        var choices = [
            ImportChoice("role", words("citations.runs.documents.fields.role"), roles, chosen: source.role.rawValue),
            ImportChoice("charset", words("citations.new.charset"), charsets, chosen: source.charset?.rawValue ?? ""),
        ]
        guard let table = onlyTable else { return choices }
        let columns = source.columns ?? TableColumns(named: table[0])
        let options =
            [(value: "", label: words("files.mapping.leave"))]
            + (0..<min(table.map(\.count).max() ?? 0, 200)).map { column in
                let head = column < table[0].count ? String(table[0][column].prefix(60)) : ""
                return (value: String(column + 1), label: "\(column + 1) · \(head)")
            }
        for part in TableColumns.Part.allCases {
            let chosen = columns.places[part].map { String($0 + 1) } ?? ""
            let label = Self.label(of: part == .title ? "work" : part.rawValue, words)
            choices.append(ImportChoice(ImportChoice.column + part.rawValue, label, options, chosen: chosen))
        }
        let header = [(value: "yes", label: words("citations.documents.header.yes")), ("no", words("citations.documents.header.no"))]
        let label = words("citations.documents.header.label")
        return choices + [ImportChoice(ImportChoice.column + "header", label, header, chosen: columns.hasHeader ? "yes" : "no")]
    }

    func write(for account: Int64, by actor: Actor, _ words: Words, _ db: Database) throws -> Int64 {
        var first: Int64?
        for document in try written(words).flatMap(\.kept) {
            guard let kept = try KeptDocument.keep(document, db, of: account, by: actor) else {
                throw ImportRefusal("full", ["most": String(KeptDocument.most)], in: "citations.documents")
            }
            first = first ?? kept.id
        }
        guard let first else { throw ImportRefusal("changed") }
        return first
    }

    /// A document as it is; the list of its works where a person changed something.
    func written(_ words: Words) throws -> [(document: DocumentSource.Document, kept: [RunDocument])] {
        try source.documents.enumerated().compactMap { index, document in
            let own = items.indices.filter { items[$0].document == index }
            let taken = own.filter { (items[$0].isTaken || keepsUnread && items[$0].isUnread) && !answers.left.contains($0 + 1) }
            guard !taken.isEmpty else { return nil }
            let isChanged = source.columns != nil || own.contains { answers.left.contains($0 + 1) || answers.texts[$0 + 1] != nil }
            let works = taken.compactMap { items[$0].work }
            if isChanged, !works.isEmpty { return (document, DocumentFile.documents(of: works, document.name, document.role, words)) }
            if let works = document.works { return (document, DocumentFile.documents(of: works, document.name, document.role, words)) }
            do throws(DocumentFile.Refusal) {
                return (document, try DocumentFile.documents(document.text, document.name, document.role, layouts, words))
            } catch {
                throw ImportRefusal(error.rawValue, ["name": document.name], in: "citations.brought")
            }
        }
    }

    static func arrival(_ id: Int64, _ words: Words, _ db: Database) throws -> (address: String, sentence: String) {
        let name = try String.fetchOne(db, sql: "SELECT name FROM citationUpload WHERE id = ?", arguments: [id]) ?? ""
        return ("\(KeptDocumentPages.address)/\(id)", words("citations.documents.taken", ["name": name]))
    }

    static func undo(_ act: Int64, _ db: Database, by actor: Actor) throws -> WholeUndo {
        let documents = try KeptDocument.all(ofAct: act, of: actor.accountID ?? 0, db)
        for document in documents { try document.remove(db, by: actor) }
        var undo = WholeUndo()
        undo.records = documents.count
        return undo
    }
}
