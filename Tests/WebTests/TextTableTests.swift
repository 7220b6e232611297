import Crypto
import Foundation
import TestSupport
import Testing

@testable import Web

/// The texts of a language in one piece of memory.
@Suite struct TextTableTests {
    /// Those of the program, read back from their bytes.
    @Test(arguments: [Language.italian, .english]) func everyTextIsFoundByItsKeyAndByNoOther(_ language: Language) throws {
        let read = TextFolders(package: "Templates/texts").read(language)
        let entries = read.entries
        #expect(read.problems.isEmpty)
        #expect(entries.count > 2_000)
        let made = TextTable(entries)
        let table = try #require(TextTable(bytes: made.bytes))
        #expect(table == made)
        let lost = entries.filter { table[$0.key] != $0.value }.keys.sorted()
        #expect(lost == [])
        let unknown = entries.keys.flatMap { key -> [String] in [key + "s", String(key.dropLast()), key.uppercased(), "x" + key] }.filter {
            entries[$0] == nil
        }
        let invented = unknown.filter { table[$0] != nil }
        #expect(unknown.count > entries.count)
        #expect(invented == [])
    }

    @Test func blankAndForeignTextsComeBack() throws {
        let entries: [String: Texts.Entry] = [
            "blank": .plain(""), "number": .plain("2"), "lines": .plain("Perché\n«no»\u{FEFF} "), "città.perché": .plain("Sì"),
            "no.one": .plural(one: "", other: "{count} cose 😀"), "no.other": .plural(one: "1", other: ""),
            "nothing": .plural(one: "", other: ""), "few": .forms([.two: "", .few: "{count} vrste", .other: "x"]),
            "zero": .forms([.zero: "ø", .other: ""]),
        ]
        let table = try #require(TextTable(bytes: TextTable(entries).bytes))
        #expect(entries.allSatisfy { table[$0.key] == $0.value })
        #expect(table["citta.perche"] == nil)
        #expect(table[""] == nil)
        #expect(table["no"] == nil)
        #expect(table["blank\0"] == nil)
        // A text ends in a zero, so it holds none.
        #expect(TextTable(["a": .plain("x\0y")])["a"] == .plain("xy"))
    }

    @Test func whereThereAreNoneNoneIsFound() {
        #expect(TextTable()["a"] == nil)
        #expect(TextTable()[""] == nil)
        #expect(TextTable([:]) == TextTable())
    }

    /// So a start finds that nothing has changed.
    @Test func theSameTextsMakeTheSameBytes() {
        let pairs = (0..<500).map { ("key.\($0)", Texts.Entry.plain("Text \($0)")) }
        let (one, other) = (Dictionary(uniqueKeysWithValues: pairs), Dictionary(uniqueKeysWithValues: pairs.reversed()))
        #expect(TextTable(one).bytes == TextTable(other).bytes)
        var changed = one
        changed["key.7"] = .plain("")
        #expect(TextTable(one) != TextTable(changed))
    }

    /// A start takes tables as the one before kept them, or not at all.
    @Test func whatIsDamagedOrCutIsRefused() throws {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path + "/texts")
        let checked = CheckedTexts(file: file.path, texts: [:], templates: [:])
        let texts = Texts(tables: [.italian: TextTable(["a": .plain("Sì")]), .english: TextTable(["a": .plain("Yes")])])
        checked.keep(texts)
        #expect(checked.read()?.tables == texts.tables)
        let whole = try Data(contentsOf: file)
        func isTaken(_ data: Data) throws -> Bool {
            try data.write(to: file)
            return checked.read() != nil
        }
        for place in whole.indices {
            var damaged = whole
            damaged[place] ^= 0x20
            #expect(try !isTaken(damaged), "damaged at \(place)")
            #expect(try !isTaken(whole.prefix(place)), "cut at \(place)")
        }
        // Whole by its sum, and no table: no table of texts, more bytes than there are, no number of them.
        for content in ["xx\u{0}3\u{0}abc", "it\u{0}99\u{0}abc", "it\u{0}x\u{0}"] {
            let data = Data(content.utf8)
            #expect(try !isTaken(whole.prefix(SHA256.byteCount) + Data(SHA256.hash(data: data)) + data), "\(content)")
        }
        #expect(try isTaken(whole))
    }
}
