import Foundation
import TestSupport
import Testing

@testable import Formats

@Suite struct TarArchiveTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// One entry with its content, in whole blocks.
    private static func entry(_ name: String, _ content: String = "", type: Character = "0", size: Int? = nil) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: 512)
        func write(_ text: String, at place: Int) { head.replaceSubrange(place..<(place + text.utf8.count), with: Array(text.utf8)) }
        func octal(_ number: Int, _ length: Int) -> String {
            let digits = String(number, radix: 8)
            return String(repeating: "0", count: length - digits.count) + digits
        }
        write(name, at: 0)
        write("0000600", at: 100)
        write(octal(size ?? content.utf8.count, 11), at: 124)
        write(String(type), at: 156)
        if "12".contains(type) { write("/etc/passwd", at: 157) }
        write("ustar  ", at: 257)
        write("        ", at: 148)
        write(octal(head.reduce(0) { $0 + Int($1) }, 6) + "\0", at: 148)
        let body = Array(content.utf8)
        return head + body + [UInt8](repeating: 0, count: (512 - body.count % 512) % 512)
    }

    private static let end = [UInt8](repeating: 0, count: 1_024)

    /// `name content` of each file.
    private func files(_ bytes: [UInt8]) throws -> [String] {
        let path = folder.path + "/a.tar"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let archive = try TarArchive(path)
        var files: [String] = []
        while let entry = try archive.next() {
            files.append("\(entry.name) \(String(decoding: try archive.readAll(limit: entry.size), as: UTF8.self))")
        }
        return files
    }

    @Test func plainFilesAreReadInTheirOrder() throws {
        let bytes = Self.entry("b/è.txt", "due") + Self.entry("a.txt", "uno") + Self.entry("empty") + Self.end
        #expect(try files(bytes) == ["b/è.txt due", "a.txt uno", "empty "])
    }

    @Test(arguments: ["1", "2", "3", "5", "6"] as [Character]) func linksDevicesAndFoldersAreRefused(_ type: Character) {
        #expect(throws: TarArchive.Refused.self) { try files(Self.entry("a", type: type) + Self.end) }
    }

    @Test(arguments: ["/a", "../a", "a/../../b", "a//b", "a\\b"]) func namesThatLeadOutAreRefused(_ name: String) {
        #expect(throws: TarArchive.Refused(what: "no plain name")) { try files(Self.entry(name, "x") + Self.end) }
    }

    /// Eight gigabytes of nothing in two blocks.
    @Test func aFileLargerThanItsArchiveIsRefused() {
        #expect(throws: TarArchive.Refused(what: "cut off: a")) { try files(Self.entry("a", "x", size: 0o77777777777) + Self.end) }
    }

    @Test func whatIsCutOffIsRefused() {
        #expect(throws: TarArchive.Refused(what: "cut off")) {
            try files(Array(Self.entry("a", String(repeating: "x", count: 5_000)).prefix(5_300)))
        }
    }

    @Test func otherFilesAreNoArchives() throws {
        #expect(throws: TarArchive.Refused(what: "compressed")) { try files([0x1F, 0x8B] + Self.end) }
        #expect(throws: TarArchive.Refused(what: "no tar archive")) { try files(Array("text".utf8)) }
        #expect(throws: TarArchive.Refused(what: "no tar archive")) { try files([]) }
        #expect(throws: TarArchive.Refused(what: "not a file")) { try TarArchive(folder.path) }
        #expect(throws: TarArchive.Refused(what: "not a file")) { try TarArchive(folder.path + "/none") }
    }

    @Test func mutatedArchivesEndNothing() throws {
        let whole = Self.entry("a.txt", "uno") + Self.entry("b.txt", String(repeating: "x", count: 700)) + Self.end
        var (read, refused) = (0, 0)
        let tried = try Fuzzing.mutate("tars", [whole], 300) { bytes in
            do { read += try files(bytes).count } catch is TarArchive.Refused { refused += 1 }
        }
        #expect(tried >= 300)
        #expect(read > 10)
        #expect(refused > 10)
    }
}
