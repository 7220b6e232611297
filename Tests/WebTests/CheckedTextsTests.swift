import Foundation
import TestSupport
import Testing

@testable import Web

/// What one start has found in order, the next one takes as it is, until a file changes.
@Suite struct CheckedTextsTests {
    private let folder: TemporaryFolder
    private let kept: TemporaryFolder
    private var file: String { kept.path + "/cache/texts" }

    init() throws {
        folder = try TemporaryFolder([
            "texts/it.yaml": "a: {b: Città, c: {one: Una, other: '{count} cose'}}",
            "texts/en.yaml": "a: {b: \"\", c: {one: One, other: ''}}",
            "home.mustache": "[[a.b]]",
        ])
        kept = try TemporaryFolder([:])
    }

    /// What a start asks of the rest of the program, the texts that it has, or what keeps it from starting.
    private func start(_ problems: [String] = []) -> (isAsked: Bool, texts: [Language: TextTable], problems: [String]) {
        var isAsked = false
        do {
            let templates = try Templates(folder: folder.path, kept: file)
            try templates.check { _ in
                isAsked = true
                return problems
            }
            return (isAsked, templates.texts.tables, [])
        } catch {
            return (isAsked, [:], (error as? StartProblems)?.problems ?? ["\(error)"])
        }
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test func theSecondStartHasTheSameTextsWithoutAsking() {
        let (first, second) = (start(), start())
        #expect(first.isAsked)
        #expect(!second.isAsked)
        #expect(second.texts == first.texts)
        #expect(second.texts[.italian]?["a.c"] == .plural(one: "Una", other: "{count} cose"))
        #expect(second.texts[.english]?["a.c"] == .plural(one: "One", other: ""))
        #expect(second.texts[.english]?["a.b"] == .plain(""))
    }

    @Test func aChangedFileIsCheckedAgain() throws {
        _ = start()
        try write("[[a.d]]", to: folder.path + "/home.mustache")
        #expect(start().problems == ["home.mustache:1: there is no text a.d"])
        try write("[[a.b]]", to: folder.path + "/home.mustache")
        try write("a: {b: Paese, c: Altro}", to: folder.path + "/texts/it.yaml")
        let changed = start()
        #expect(changed.isAsked)
        #expect(changed.texts[.italian]?["a.b"] == .plain("Paese"))
    }

    @Test func whatWasRefusedIsNotKept() {
        #expect(start(["a button without a word"]).problems == ["a button without a word"])
        #expect(start().isAsked)
    }

    @Test func aDamagedFileIsAsNone() throws {
        let first = start().texts
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        bytes[bytes.count - 3] ^= 1
        for damaged in [bytes, bytes.prefix(70), Data()] {
            try damaged.write(to: URL(fileURLWithPath: file))
            let next = start()
            #expect(next.isAsked)
            #expect(next.texts == first)
        }
    }

    @Test func aFolderThatCannotBeWrittenOnlyCostsTime() throws {
        try write("in the way", to: kept.path + "/cache")
        #expect(start().problems.isEmpty)
        #expect(start().isAsked)
    }
}
