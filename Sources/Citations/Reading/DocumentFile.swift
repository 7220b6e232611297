import Admin
import Formats
import Foundation
import Web

/// What a file becomes that a person brought: documents with its text, or with the works alone where the text is too long to be kept.
enum DocumentFile {
    enum Refusal: String, Error, CaseIterable {
        case size, unreadable, encoding, lockedWorkbook, emptyArchive, scannedPDF, brokenPDF, noPDFReader, long
        /// A file of an archive, or a sheet of a workbook beside the largest.
        case notRead
    }

    /// The files of an archive that are read.
    private static let endings = [".json", ".jsonl", ".csv", ".tsv", ".txt", ".bib", ".ris", ".nbib", ".enw", ".xml", ".html", ".ciw"]

    /// A text that a file holds.
    struct Part: Sendable {
        let name: String
        /// Empty where only the works are held.
        var text = ""
        let size: Int
        /// The works of a long list, which is never in memory as a text.
        var works: ListReading?
    }

    static func bytes(of file: UploadedFile, atMost megabytes: Int) throws(Refusal) -> [UInt8] {
        guard file.size <= megabytes << 20 else { throw .size }
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: file.path), options: .alwaysMapped) else { throw .unreadable }
        return [UInt8](bytes)
    }

    /// A text within the limit as it is; a longer one as the list of its works.
    static func documents(
        _ text: String, _ name: String, _ role: DocumentRole, _ layouts: [Layout], _ words: Words
    ) throws(Refusal) -> [RunDocument] {
        if text.unicodeScalars.count <= RunDocument.mostCharacters { return [RunDocument(name, role, text)] }
        guard let reading = try? ListReader.read(text, needsCount: false, layouts: layouts), !reading.works.isEmpty else { throw .long }
        return documents(of: reading, name, role, words)
    }

    /// The works of a list with their rows, and the remarks on its other rows.
    static func documents(of reading: ListReading, _ name: String, _ role: DocumentRole, _ words: Words) -> [RunDocument] {
        documents(in: CompactWorkList.texts(reading, longest: RunDocument.mostCharacters), name, role, words)
    }

    /// The works alone, as a list of ours.
    static func documents(of works: [ListedWork], _ name: String, _ role: DocumentRole, _ words: Words) -> [RunDocument] {
        documents(in: CompactWorkList.texts(works, longest: RunDocument.mostCharacters), name, role, words)
    }

    private static func documents(in texts: [String], _ name: String, _ role: DocumentRole, _ words: Words) -> [RunDocument] {
        texts.enumerated().map { index, text in
            let values = ["name": String(name.prefix(60)), "part": String(index + 1)]
            return RunDocument(words("citations.brought.\(texts.count > 1 ? "part" : "works")", values), role, text)
        }
    }

    static func parts(
        of bytes: [UInt8], _ name: String, _ charset: Charset?, limit: Int, isInside: Bool = false, left: inout [String]
    ) throws(Refusal) -> [Part] {
        func whole(_ text: String) -> [Part] { [Part(name: name, text: text, size: text.utf8.count)] }
        if PDFText.isOne(bytes) { return whole(try pdf(bytes)) }
        if Gunzip.isPacked(bytes), !isInside {
            guard let unpacked = Gunzip.unpack(bytes, limit: limit) else { throw .size }
            return try parts(of: unpacked, name, charset, limit: limit, isInside: true, left: &left)
        }
        // A file in another encoding is read as a whole.
        if charset == nil || charset == .utf8, let works = try? JSONWorks.read(long: bytes), !works.works.isEmpty {
            return [Part(name: name, size: bytes.count, works: works)]
        }
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
            let data = Data(bytes)
            if let workbook = try workbook(data, name, &left) { return whole(workbook) }
            if ZipArchive.isArchive(data), !isInside { return try packed(data, name, charset, limit: limit, left: &left) }
        }
        if charset == nil, Charset.isForeign(bytes), Charset.declared(in: bytes) == nil, !bytes.starts(with: [0xFF, 0xFE]),
            !bytes.starts(with: [0xFE, 0xFF]), !bytes.contains(0), String(validating: bytes, as: UTF8.self) == nil
        {
            throw .encoding
        }
        guard let text = DocumentText.read(bytes, as: charset), !text.allSatisfy(\.isWhitespace) else { throw .unreadable }
        return whole(text)
    }

    private static func pdf(_ bytes: [UInt8]) throws(Refusal) -> String {
        do throws(PDFText.Refusal) {
            return try PDFText.read(bytes)
        } catch {
            switch error {
            case .missing: throw .noPDFReader
            case .unreadable: throw .brokenPDF
            case .empty: throw .scannedPDF
            }
        }
    }

    private static func workbook(_ data: Data, _ name: String, _ left: inout [String]) throws(Refusal) -> String? {
        do throws(Workbook.Refusal) {
            let sheets = try Workbook(reading: data).sheets
            let largest = sheets.indices.max { sheets[$0].rows.count < sheets[$1].rows.count }
            left += sheets.indices.filter { $0 != largest && !sheets[$0].rows.allSatisfy { $0.allSatisfy(\.isEmpty) } }.map {
                "\(name): \(sheets[$0].name)"
            }
            let rows = largest.map { sheets[$0].rows } ?? []
            let width = rows.map(\.count).max() ?? 0
            let table = CSV(separator: ",")
            return rows.filter { !$0.allSatisfy(\.isEmpty) }.map { row in
                table.line(row.map { $0.replacing("\n", with: " ") } + Array(repeating: "", count: width - row.count))
            }.joined()
        } catch {
            switch error {
            case .notAWorkbook: return nil
            case .locked: throw .lockedWorkbook
            case .tooLarge: throw .size
            case .damaged:
                if ZipArchive.isArchive(data) { return nil }
                throw .unreadable
            }
        }
    }

    private static func packed(
        _ data: Data, _ name: String, _ charset: Charset?, limit: Int, left: inout [String]
    ) throws(Refusal) -> [Part] {
        var budget = limit
        var others: [String] = []
        let wanted = { (file: String) in
            if isRead(file) { return true }
            if !file.hasSuffix("/"), !file.hasPrefix("__MACOSX/") { others.append("\(name): \(file)") }
            return false
        }
        guard let archive = ZipArchive(data, budget: &budget, wanted: wanted) else { throw .size }
        if let text = archive.files.first(where: { $0.name == "word/document.xml" }).flatMap({ letter($0.bytes) }) {
            return [Part(name: name, text: text, size: text.utf8.count)]
        }
        var found: [Part] = []
        for file in archive.files {
            found += try parts(of: [UInt8](file.bytes), "\(name): \(file.name)", charset, limit: limit, isInside: true, left: &left)
        }
        if found.isEmpty { throw .emptyArchive }
        left += others
        return found
    }

    private static func isRead(_ name: String) -> Bool {
        if name.hasPrefix("word/") || name.hasPrefix("__MACOSX/") { return name == "word/document.xml" }
        let lower = name.lowercased()
        return endings.contains(where: lower.hasSuffix) && lower != "[content_types].xml"
    }

    /// The paragraphs of a document of a word processor, such as a curriculum.
    private static func letter(_ bytes: Data) -> String? {
        guard let root = XMLDocument(strict: bytes)?.root else { return nil }
        var (lines, open): ([String], [XMLElement]) = ([], [root])
        while let next = open.popLast() {
            if next.name == "p" { lines.append(next.text) } else { open += next.elements.reversed() }
        }
        return lines.joined(separator: "\n")
    }
}
