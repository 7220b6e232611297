import Foundation
import Testing
import Yams

@testable import Web

struct LanguageTests {
    @Test(arguments: [
        ("it", Language.italian), ("it-IT,it;q=0.9,en;q=0.8", .italian), ("en-GB", .english), ("fr,en;q=0.5,it;q=0.7", .italian),
        ("it;q=0, en;q=0.1", .english), ("de", nil), ("", nil), ("it;q=0", nil), ("en , it", .english), (",,;;q=1,it;q=x", .italian),
    ])
    func choosesTheBestOfAcceptLanguage(header: String, wanted: Language?) {
        #expect(Language(acceptLanguage: header) == wanted)
    }

    @Test func pluralsFollowTheCount() throws {
        let folder = try TemporaryFolder([
            "it.yaml": "rows: {one: '{count} riga', other: '{count} righe'}\nhello: Ciao {name}",
            "en.yaml": "rows: {one: '{count} row', other: '{count} rows'}\nhello: Hello {name}",
        ])
        let words = try Texts(folder: folder.path).words(in: .italian)
        #expect(words("rows", count: 1) == "1 riga")
        #expect(words("rows", count: 0) == "0 righe")
        #expect(words("rows", count: 1_234) == "1.234 righe")
        #expect(words("hello", ["name": "{name} {x}"]) == "Ciao {name} {x}")
        #expect(words("absent") == "absent" && words.optional("absent") == nil)
    }

    /// The reader of texts is our own, for its speed: a reader of all of YAML is the judge of what it makes of the files.
    @Test func readsTheTextsAsYAMLDoes() throws {
        let folder = "Templates/texts"
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
        #expect(files.count > 20)
        for file in files {
            let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            let read = TextsFile(text)
            let wanted = Self.flat(try Yams.compose(yaml: text, .basic))
            #expect(read.mistakes.isEmpty && read.texts == wanted, "\(file)")
        }
    }

    @Test(arguments: [
        "a: Testo semplice, con:due punti", "a: 'L''apostrofo'", #"a: "Due\nrighe, \"citate\" e \\""#,
        "# nota\na:\n  b: c\n\n  d: {e: \"f, g\", h: i j }\n",
        "\"400\": {title: \"T\"}", "a:\n  b: {c: {d: e}}\nf: g",
    ])
    func readsEveryFormOfTexts(text: String) throws {
        let read = TextsFile(text)
        let wanted = Self.flat(try Yams.compose(yaml: text, .basic))
        #expect(read.mistakes.isEmpty && read.texts == wanted)
    }

    @Test(arguments: [
        ("a: b\n\n   c: d", "3: the indentation fits no line above"), ("a: b\n  c: d", "2: the indentation fits no line above"),
        ("a: \"b", "1: a quotation mark is not closed"), (#"a: "\t""#, #"1: \ stands before something else than ", \ and n"#),
        ("a: \"b\" c", "1: something follows the text"), ("a: {b: c", "1: a brace is not closed"),
        ("a", "1: a key with a colon is missing"),
        ("a: b: c", "1: the text needs quotation marks"), ("a: - b", "1: the text needs quotation marks"),
        ("a: |\n  b", "1: the text needs quotation marks"), ("a: b\na: c", "2: a stands here twice"),
    ])
    func namesTheLineOfWhatItCannotRead(text: String, mistake: String) {
        #expect(TextsFile(text).mistakes.first == mistake)
    }

    private static func flat(_ node: Node?, at path: String = "") -> [String: String] {
        switch node {
        case .mapping(let entries):
            entries.reduce(into: [:]) { found, entry in
                let name = entry.key.scalar?.string ?? ""
                found.merge(flat(entry.value, at: path.isEmpty ? name : path + "." + name)) { $1 }
            }
        case .scalar(let scalar): [path: scalar.string]
        default: [:]
        }
    }
}
