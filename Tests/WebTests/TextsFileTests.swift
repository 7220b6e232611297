import Foundation
import TestSupport
import Testing
import Yams

@testable import Web

/// The reader of texts knows a part of YAML, and reads it as YAML means it.
struct TextsFileTests {
    @Test(arguments: [
        "a: Ciao {name}", "a: 'l''aiuto'", #"a: "due\n\"righe\" \\ e\tuna""#, "\"on\": \"x\" # comment",
        "# comment\n\na:\n  b:\n    c: x\n  d: y\ne: z",
        "a: {one: '{count} riga', other: \"righe, {count}\", more: {b: x y, \"c d\": 'z'}}", "hide warn: \"x: y # z\"",
        "a:\n  one: x\n  many: y",
    ])
    func readsAsYAMLDoes(text: String) throws {
        #expect(try TextsFile(text.utf8).texts == Self.yaml(text))
    }

    @Test func readsEveryFileOfTextsAsYAMLDoes() throws {
        let folder = TestSite.root + "/Templates/texts/"
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
        #expect(files.count > 100)
        for file in files {
            let text = try String(contentsOfFile: folder + file, encoding: .utf8)
            #expect(try TextsFile(text.utf8).texts == Self.yaml(text), "\(file)")
        }
    }

    @Test(arguments: [
        ("a: \"x", 1), ("a: x\n   b: y", 2), ("a:\n    b: x", 2), ("a: x\na: y", 2), ("\n\na: {b: x", 3), ("a: {b: x, c: y}}", 1),
        ("a: [x]", 1), ("a: >", 1), ("a: x: y", 1), ("a: \"x\" y", 1), ("a: \"\\q\"", 1), ("a:x", 1), ("x", 1), (": x", 1), ("a: x #y", 1),
        ("a: x\n  b: y", 2), ("\ta: x", 1), ("a: *b", 1), ("a: {b: 'x' c: 'y'}", 1),
    ])
    func refusesWhatItDoesNotKnow(text: String, line: Int) {
        let mistake = #expect(throws: TextsFile.Mistake.self) { try TextsFile(text.utf8) }
        #expect(mistake?.line == line)
    }

    private static func yaml(_ text: String) throws -> [String: String] {
        var flat: [String: String] = [:]
        func flatten(_ node: Node, _ path: String) {
            if let scalar = node.scalar { flat[path] = scalar.string }
            for (key, value) in node.mapping ?? [:] { flatten(value, path.isEmpty ? key.string! : "\(path).\(key.string!)") }
        }
        try Yams.compose(yaml: text, .basic).map { flatten($0, "") }
        return flat
    }
}
