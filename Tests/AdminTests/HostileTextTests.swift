import AdminTestSupport
import Foundation
import GRDB
import Testing
import Web

@testable import Admin

/// No text field of any list of any system takes what covers, turns or hides, whichever way it comes.
@Suite struct HostileTextTests {
    /// What no field takes, and what no required one does.
    private static let hostile = [
        "a" + String(repeating: "\u{301}", count: 10_000), "a" + String(repeating: "\u{301}", count: 5), "nome\u{202E}emon", "a\u{202C}",
        "a\u{2067}b",
        "a\u{E0061}", "a" + String(repeating: "\u{200B}", count: 20), "a" + (Unicode.Scalar(0xFDD0 as UInt32).map { String($0) } ?? ""),
    ]
    private static let blank = [
        "\u{200B}", "\u{2800}", "\u{3164}", "\u{A0}", "\u{2060}\u{FEFF}", "\u{115F}", "\u{301}", "\u{202A}\u{202C}",
    ]

    @Test(arguments: hostile + blank) func theSeedFileSaysWhere(text: String) throws {
        let quoted = text.unicodeScalars.map { $0.value < 0x80 ? String($0) : "\\U" + String(format: "%08X", $0.value) }.joined()
        let trial = try SeedTrial([
            "seed.yaml": """
            trial:
              camps:
                - key: nord
                  name: Nord
                  contents:
                    tags: [{ key: verdura, name: Verdura }]
                    things: [{ key: zucca, name: "\(quoted)", tag: verdura }]
            """
        ])
        let mistakes = try trial.mistakes()
        try #require(mistakes.count == 1, "\(mistakes)")
        #expect(mistakes[0].hasPrefix("seed.yaml:7:"), "\(mistakes)")
    }

    @Test func whatIsWrittenInALongTextMayTurnAndTurnBack() throws {
        let database = try DatabaseQueue()
        let words = try SamplePortal.texts.words(in: .italian)
        try database.read { db in
            let context = FormContext(db: db, words: words, zone: .gmt, scopeID: 1, actor: .system("test"), tiles: "")
            let kind = LongTextFieldType(limit: 100, rows: 3, isMarkdown: false, isRequired: true)
            var errors = FieldErrors()
            let text = "prima \u{2067}שלום\u{2069} dopo"
            let entry = Entry(name: "note", form: Form(["note": [text]]), context: context, texts: "")
            #expect(kind.read(entry, errors: &errors) == text)
            #expect(errors.isEmpty)
        }
    }
}
