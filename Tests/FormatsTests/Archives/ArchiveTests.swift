import Foundation
import TestSupport
import Testing

@testable import Formats

@Suite struct ArchiveTests {
    /// Made by another program: `perché/è.json` with 280 bytes and `b.txt` with 2, both compressed.
    private static let good = bytes(
        "UEsDBBQAAAgIAAAAIQD1awMzDQAAABgBAAAPAAAAcGVyY2jDqS/DqC5qc29uq1ZKVLIyrK0epVApAFBLAwQUAAAACAAAACEArhuutQQAAAACAAAABQAAAG"
            + "IudHh0S0oCAFBLAQIUAxQAAAgIAAAAIQD1awMzDQAAABgBAAAPAAAAAAAAAAAAAACAAQAAAABwZXJjaMOpL8OoLmpzb25QSwECFAMUAAAACAAAACEArhuu"
            + "tQQAAAACAAAABQAAAAAAAAAAAAAAgAE6AAAAYi50eHRQSwUGAAAAAAIAAgBwAAAAYQAAAAAA")
    /// 300,000 bytes in 400.
    private static let bomb = bytes(
        "UEsDBBQAAAAIAAAAIQDNzkkFNAEAAOCTBAABAAAAYe3BAQ0AAADCoErvn84eDigAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPgxUEsBAhQDFAAAAAgAAAAh"
            + "AM3OSQU0AQAA4JMEAAEAAAAAAAAAAAAAAIABAAAAAGFQSwUGAAAAAAEAAQAvAAAAUwEAAAAA")

    private static func bytes(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }

    private static func stored(_ files: [(String, String)]) -> [UInt8] {
        var zip = StoredZip()
        for (name, text) in files { zip.add(name, Array(text.utf8)) }
        return zip.bytes
    }

    private func files(_ bytes: [UInt8], entries: Int = 10, budget: Int = 1_000) -> [String]? {
        var left = budget
        return ZipArchive(Data(bytes), entries: entries, budget: &left) { _ in true }?.files.map { "\($0.name) \($0.bytes.count)" }
    }

    @Test func compressedFilesAreReadWithAllTheirLetters() {
        #expect(files(Self.good) == ["perché/è.json 280", "b.txt 2"])
    }

    @Test func whatIsTakenIsTakenFromTheBudget() {
        var left = 1_000
        let archive = ZipArchive(Data(Self.good), budget: &left) { $0.hasSuffix(".txt") }
        #expect(archive?.files.map(\.name) == ["b.txt"])
        #expect(left == 998)
    }

    @Test func aBombIsStopped() {
        #expect(files(Self.bomb, budget: 299_999) == nil)
        #expect(files(Self.bomb, budget: 300_000) == ["a 300000"])
    }

    @Test func tooManyEntriesAreRefused() {
        let many = Self.stored((0..<11).map { ("\($0)", "") })
        #expect(files(many) == nil)
        #expect(files(many, entries: 11)?.count == 11)
    }

    @Test(arguments: ["../a", "/a", "a/../../b", "a//b", "./a", "..\\a", "a\u{7}"]) func namesThatLeadOutAreRefused(_ name: String) {
        #expect(files(Self.stored([(name, "x")])) == nil)
    }

    @Test func aNameTwiceIsRefused() {
        #expect(files(Self.stored([("a", "1"), ("a", "2")])) == nil)
    }

    @Test func aWrongChecksumIsDamage() throws {
        var bytes = Self.stored([("a", "hello")])
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "hello".utf8) })
        bytes[place] ^= 1
        #expect(files(bytes) == nil)
    }

    @Test func encryptedFilesAndLinksAreRefused() throws {
        let bytes = Self.stored([("a", "hello")])
        let entry = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
        var closed = bytes
        (closed[6], closed[entry + 8]) = (1, 1)
        #expect(files(closed) == nil)
        var link = bytes
        // Made on Unix, with the mode of a symbolic link.
        (link[entry + 5], link[entry + 40], link[entry + 41]) = (3, 0xFF, 0xA1)
        #expect(files(link) == nil)
    }

    @Test func whatThisProgramWritesItReads() {
        #expect(files(Self.stored([("mimetype", "application/epub+zip"), ("a/b.xml", "<a/>")])) == ["mimetype 20", "a/b.xml 4"])
    }

    @Test func mutatedArchivesEndNothing() {
        var read = 0
        let tried = Fuzzing.mutate("zips", [Self.good, Self.bomb, Self.stored([("a.json", "{}"), ("b/c.json", "[1]")])], 300) { bytes in
            read += files(bytes, budget: 400_000)?.count ?? 0
        }
        #expect(tried >= 900)
        #expect(read > 10)
    }
}
