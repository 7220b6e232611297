import Admin
import Formats
import Foundation
import Web

/// The documents in a source: a file, the files of an archive, or several files that were brought together.
struct DocumentSource: Sendable {
    /// A file on its way in.
    struct File: Sendable {
        let name: String
        let bytes: [UInt8]
        let role: DocumentRole

        init(_ name: String, _ bytes: [UInt8], _ role: DocumentRole) { (self.name, self.bytes, self.role) = (name, bytes, role) }

        /// A text that was typed or fetched, with the mark that says that it is in UTF-8.
        init(_ name: String, text: String, _ role: DocumentRole) { self.init(name, DocumentSource.mark + Array(text.utf8), role) }
    }

    struct Document: Sendable {
        let name: String
        let role: DocumentRole
        /// The file that holds it, from zero.
        let file: Int
        /// Empty where only the works are held.
        let text: String
        let works: ListReading?
        /// `ListReading.Format` or `page`; nil if nothing of it can be read.
        fileprivate(set) var format: String?
        fileprivate(set) var items: [DocumentItem] = []
        /// What there is to say about it as a whole.
        fileprivate(set) var remarks: [ListReading.Remark] = []
        fileprivate(set) var refusal: ListRefusal.Reason?

        fileprivate init(_ part: DocumentFile.Part, _ role: DocumentRole, of file: Int) {
            (name, self.role, self.file, text, works) = (part.name, role, file, part.text, part.works)
        }

        var isTable: Bool { format == ListReading.Format.csv.rawValue || refusal == .unknownColumns }
    }

    /// A file that cannot be read, or a part of one.
    struct Refused: Sendable {
        let name: String
        let why: DocumentFile.Refusal
        let file: Int
    }

    let role: DocumentRole
    let charset: Charset?
    private(set) var documents: [Document] = []
    /// The columns that a person chose; nil where the names decide.
    private(set) var columns: TableColumns?
    private(set) var refused: [Refused] = []

    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// `most` are the bytes of all texts together: an archive may hold archives. Throws `ImportRefusal` if there is nothing to read.
    init(_ source: ImportSource, most: Int = 2 * ImportLimits.bytes) throws {
        let rules = source.settings as? RunDraft.Rules ?? RunDraft.Rules()
        let role = DocumentRole(rawValue: source.chosen["role"] ?? "") ?? .list
        // Several files that were brought together come as an archive. One of them after the other is in memory.
        let isBundle = source.chosen[ImportChoice.bundle] == "yes"
        let names = isBundle ? ZipArchive.names(in: source.bytes) ?? [] : [source.name]
        guard !names.isEmpty else { throw ImportRefusal("archive") }
        self.init(source.chosen, role, names.count, rules, most: most) { index in
            guard isBundle else { return File(source.name, source.bytes, role) }
            // What cannot be unpacked cannot be read.
            return File(names[index], ZipArchive.file(names[index], in: source.bytes, limit: ImportLimits.bytes) ?? [], role)
        }
        let isLost = documents.isEmpty || !isBundle && refused.contains { $0.why != .notRead && $0.why != .long }
        if isLost, let first = refused.first(where: { $0.why != .notRead }) ?? refused.first {
            let values = ["name": first.name, "megabytes": String(rules.settings.mostMegabytes)]
            throw ImportRefusal(first.why.rawValue, values, in: "citations.brought")
        }
    }

    /// Reads files with their roles; those that cannot be read are among `refused`.
    init(_ files: [File], as charset: Charset?, _ rules: RunDraft.Rules) {
        let chosen = ["charset": charset?.rawValue ?? ""]
        self.init(chosen, .list, files.count, rules, most: 2 * ImportLimits.bytes) { files[$0] }
    }

    private init(
        _ chosen: [String: String], _ role: DocumentRole, _ count: Int, _ rules: RunDraft.Rules, most: Int, open: (Int) -> File
    ) {
        self.role = role
        let named = chosen["charset"]?.lowercased()
        charset = Charset.allCases.first { $0.rawValue.lowercased() == named }
        let limit = rules.settings.mostMegabytes << 20
        var (parts, left): ([(part: DocumentFile.Part, role: DocumentRole, file: Int)], Int) = ([], most)
        for index in 0..<count {
            let file = open(index)
            // What a person pasted is in UTF-8, whatever they chose for files.
            let own = file.bytes.starts(with: Self.mark) ? nil : charset
            do throws(DocumentFile.Refusal) {
                guard file.bytes.count <= limit else { throw .size }
                var unread: [String] = []
                let found = try DocumentFile.parts(of: file.bytes, file.name, own, limit: min(limit, max(left, 0)), left: &unread)
                left -= found.reduce(0) { $0 + $1.size }
                guard left >= 0 else { throw .size }
                for part in found { parts.append((part, file.role, index)) }
                refused += unread.map { Refused(name: $0, why: .notRead, file: index) }
            } catch {
                refused.append(Refused(name: file.name, why: error, file: index))
            }
        }
        if parts.count == 1, let table = Self.table(parts[0].part.text) { columns = Self.columns(chosen, table) }
        for (part, role, file) in parts {
            let document = read(Document(part, role, of: file), documents.count, isOnly: parts.count == 1, rules)
            let isLong = part.text.unicodeScalars.count > RunDocument.mostCharacters
            if isLong, !document.items.contains(where: { $0.work != nil }) {
                refused.append(Refused(name: part.name, why: .long, file: file))
            } else {
                documents.append(document)
            }
        }
    }

    private func read(_ brought: Document, _ index: Int, isOnly: Bool, _ rules: RunDraft.Rules) -> Document {
        var document = brought
        let file = isOnly ? nil : brought.name
        func whole(_ content: DocumentItem.Content) -> [DocumentItem] {
            [DocumentItem(document: index, place: ImportPlace(.element, 1, of: file), content: content, remarks: [], line: "")]
        }
        if let works = brought.works {
            (document.format, document.items) = (works.format.rawValue, DocumentItems(works, index, file, "").all)
            return document
        }
        if brought.role == .page, ListReader.isPage(brought.text), !ScholarPages.isOne(brought.text) {
            (document.format, document.items) = ("page", whole(.page))
            return document
        }
        do {
            let reading = try ListReader.read(
                brought.text, columns: columns?.text ?? "", needsCount: brought.role == .list, layouts: rules.layouts)
            document.format = reading.format.rawValue
            document.remarks = reading.remarks.filter { $0.kind == .countsFrom }
            document.items = DocumentItems(reading, index, file, brought.text).all
        } catch {
            let reason = (error as? ListRefusal)?.reason ?? .broken
            if brought.role == .page, reason.mayBeProse {
                (document.format, document.items) = ("page", whole(.page))
            } else {
                (document.refusal, document.items) = (reason, whole(.unread(reason.rawValue)))
            }
        }
        return document
    }

    static func table(_ text: String) -> [[String]]? {
        guard TableReader.isOne(text) || TableReader.isUnknown(text) else { return nil }
        let rows = TableReader.beginning(of: text)
        return rows.contains { $0.count > 1 } ? rows : nil
    }

    /// What a person chose, unless it is what the names of the columns say.
    private static func columns(_ chosen: [String: String], _ table: [[String]]) -> TableColumns? {
        guard chosen.keys.contains(where: { $0.hasPrefix(ImportChoice.column) }) else { return nil }
        var columns = TableColumns(named: [])
        for part in TableColumns.Part.allCases {
            columns.places[part] = chosen[ImportChoice.column + part.rawValue].flatMap { Int($0, in: 1...200) }.map { $0 - 1 }
        }
        columns.hasHeader = chosen[ImportChoice.column + "header"] != "no"
        let named = TableColumns(named: table[0])
        if columns.places[.title] == nil || (columns.hasHeader && columns.places == named.places) { return nil }
        return columns
    }
}
