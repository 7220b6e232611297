import Admin
import Formats
import Foundation
import Web

/// The documents in a source: a file, the files of an archive, or several files that were brought together.
struct DocumentSource: Sendable {
    struct Document: Sendable {
        let name: String
        let text: String
        /// `ListReading.Format` or `page`; nil if nothing of it can be read.
        fileprivate(set) var format: String?
        fileprivate(set) var items: [DocumentItem] = []
        /// What there is to say about it as a whole.
        fileprivate(set) var remarks: [ListReading.Remark] = []
        fileprivate(set) var refusal: ListRefusal.Reason?

        var isTable: Bool { format == ListReading.Format.csv.rawValue || refusal == .unknownColumns }
    }

    let role: DocumentRole
    let charset: Charset?
    private(set) var documents: [Document] = []
    /// The columns that a person chose; nil where the names decide.
    private(set) var columns: TableColumns?
    /// The files of an archive that cannot be read, with the reasons.
    private(set) var refused: [(name: String, why: BroughtFile.Refusal)] = []

    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// `most` are the bytes of all texts together: an archive may hold archives. Throws `ImportRefusal` if there is nothing to read.
    init(_ source: ImportSource, most: Int = 2 * ImportLimits.bytes) throws {
        let rules = source.settings as? RunDraft.Rules ?? RunDraft.Rules()
        role = DocumentRole(rawValue: source.chosen["role"] ?? "") ?? .list
        let named = source.chosen["charset"]?.lowercased()
        charset = Charset.allCases.first { $0.rawValue.lowercased() == named }
        let limit = rules.settings.mostMegabytes << 20
        func refusal(_ why: BroughtFile.Refusal, _ name: String) -> ImportRefusal {
            let values = ["name": name, "megabytes": String(rules.settings.mostMegabytes)]
            return ImportRefusal(why.rawValue, values, in: "citations.brought")
        }
        var parts: [(name: String, text: String)] = []
        var left = most
        for file in try Self.files(source) {
            // What a person pasted is in UTF-8, whatever they chose for files.
            let own = file.bytes.starts(with: Self.mark) ? nil : charset
            do throws(BroughtFile.Refusal) {
                guard file.bytes.count <= limit else { throw .size }
                var unread: [String] = []
                let found = try BroughtFile.texts(of: file.bytes, file.name, own, limit: min(limit, max(left, 0)), left: &unread)
                left -= found.reduce(0) { $0 + $1.text.utf8.count }
                guard left >= 0 else { throw .size }
                parts += found
                refused += unread.map { ($0, .notRead) }
            } catch {
                if source.chosen[ImportChoice.bundle] != "yes" { throw refusal(error, file.name) }
                refused.append((file.name, error))
            }
        }
        if parts.isEmpty, let first = refused.first { throw refusal(first.why, first.name) }
        if parts.count == 1, let table = Self.table(parts[0].text) { columns = Self.columns(source.chosen, table) }
        for (index, part) in parts.enumerated() {
            let document = read(part, index, isOnly: parts.count == 1, rules)
            let isLong = part.text.unicodeScalars.count > RunDocument.mostCharacters
            if isLong, !document.items.contains(where: { $0.work != nil }) {
                if parts.count == 1 { throw refusal(.long, part.name) }
                refused.append((part.name, .long))
                continue
            }
            documents.append(document)
        }
    }

    /// Several files that were brought together come as an archive.
    private static func files(_ source: ImportSource) throws -> [(name: String, bytes: [UInt8])] {
        guard source.chosen[ImportChoice.bundle] == "yes" else { return [(source.name, source.bytes)] }
        var budget = ImportLimits.bytes
        guard let archive = ZipArchive(Data(source.bytes), budget: &budget, wanted: { _ in true }) else { throw ImportRefusal("archive") }
        return archive.files.map { ($0.name, [UInt8]($0.bytes)) }
    }

    private func read(_ part: (name: String, text: String), _ index: Int, isOnly: Bool, _ rules: RunDraft.Rules) -> Document {
        var document = Document(name: part.name, text: part.text)
        let file = isOnly ? nil : part.name
        func whole(_ content: DocumentItem.Content) -> [DocumentItem] {
            [DocumentItem(document: index, place: ImportPlace(.element, 1, of: file), content: content, remarks: [], line: "")]
        }
        if role == .page, ListReader.isPage(part.text), !ScholarPages.isOne(part.text) {
            (document.format, document.items) = ("page", whole(.page))
            return document
        }
        do {
            let reading = try ListReader.read(
                part.text, columns: columns?.text ?? "", needsCount: role == .list, layouts: rules.layouts)
            document.format = reading.format.rawValue
            document.remarks = reading.remarks.filter { $0.kind == .countsFrom }
            document.items = DocumentItems(reading, index, file, part.text).all
        } catch {
            let reason = (error as? ListRefusal)?.reason ?? .broken
            if role == .page, reason.mayBeProse {
                (document.format, document.items) = ("page", whole(.page))
            } else {
                (document.refusal, document.items) = (reason, whole(.unread(reason.rawValue)))
            }
        }
        return document
    }

    /// The first rows of a text that is a table.
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
