import Foundation

/// What a file is, by its first bytes and the parts of its archive, to name it to the person who sent it.
public enum FileNature: String, Sendable, CaseIterable {
    case empty, lockedWorkbook, oldOffice, document, presentation, openDocument, archive, pdf, picture, webPage, xml, text, unknown

    public init(_ bytes: Data) {
        if bytes.isEmpty {
            self = .empty
        } else if ZipArchive.isArchive(bytes) {
            self = Self.packed(bytes)
        } else if CompoundFile.isOne(bytes) {
            self = CompoundFile(bytes)?.names.contains("EncryptedPackage") == true ? .lockedWorkbook : .oldOffice
        } else if bytes.starts(with: Data("%PDF".utf8)) {
            self = .pdf
        } else if [[0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], [0x47, 0x49, 0x46, 0x38]].contains(where: { bytes.starts(with: $0) }) {
            self = .picture
        } else {
            self = Self.written(bytes)
        }
    }

    private static func packed(_ bytes: Data) -> FileNature {
        var (names, budget): ([String], Int) = ([], 0)
        _ = ZipArchive(bytes, budget: &budget) { name in
            names.append(name)
            return false
        }
        if names.contains(where: { $0.hasPrefix("word/") }) { return .document }
        if names.contains(where: { $0.hasPrefix("ppt/") }) { return .presentation }
        return names.contains("mimetype") && names.contains("content.xml") ? .openDocument : .archive
    }

    private static func written(_ bytes: Data) -> FileNature {
        guard let text = try? TextDecoding.utf8(Array(bytes.prefix(4_000))) else { return .unknown }
        let start = String(decoding: text, as: UTF8.self).lowercased()
        if start.contains("<html") || start.contains("<!doctype html") { return .webPage }
        return start.drop(while: \.isWhitespace).hasPrefix("<") ? .xml : .text
    }
}
