import Foundation
import Testing
import Web

@testable import Admin

/// What people wrote stays where it belongs in a message: in its subject and its text, as letters and nothing else.
@Suite struct MailTextTests {
    private static let heap = "a" + String(repeating: "\u{301}", count: 400)

    private func message(_ subject: String, _ body: String, html: String = "") -> String {
        MailMessage(
            from: "a@b.it", to: "c@d.it", subject: subject, body: body, date: Date(timeIntervalSince1970: 1_800_000_000), identity: "7",
            html: html
        ).text
    }

    /// The header as a program reads it: words decoded, lines joined.
    private func subject(_ text: String) throws -> String {
        let lines = text.replacing("\r\n ", with: " ").components(separatedBy: "\r\n")
        let line = try #require(lines.first { $0.hasPrefix("Subject: ") }).dropFirst(9)
        guard line.hasPrefix("=?utf-8?B?") else { return String(line) }
        return try line.split(separator: " ").map { word -> String in
            String(decoding: try #require(Data(base64Encoded: String(word.dropFirst(10).dropLast(2)))), as: UTF8.self)
        }.joined()
    }

    private func body(_ text: String) throws -> String {
        let coded = text.components(separatedBy: "\r\n").drop { !$0.isEmpty }.joined()
        return String(decoding: try #require(Data(base64Encoded: coded)), as: UTF8.self)
    }

    @Test(arguments: [
        "\r\nBcc: e@f.it", "\nBcc: e@f.it", "\u{85}Bcc: e@f.it", "\u{2028}Bcc: e@f.it", "\u{0}Bcc: e@f.it", "\u{B}Bcc: e@f.it",
    ])
    func aSubjectIsOneLine(end: String) throws {
        let text = message("Ciao\(end)", "Testo")
        let decoded = try subject(text)
        #expect(!text.components(separatedBy: "\r\n").contains { $0.hasPrefix("Bcc:") })
        #expect(decoded.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(decoded.unicodeScalars.allSatisfy { $0.value != 0x2028 })
        #expect(decoded.hasPrefix("Ciao "))
        #expect(decoded.hasSuffix("Bcc: e@f.it"))
    }

    @Test func marksAndDirectionsEndWhereTheirWordEnds() throws {
        let text = message("\(Self.heap) e poi", "Scrive nome\u{202E}gpj.exe\nriga \(Self.heap) fine")
        let (title, body) = (try subject(text), try body(text))
        #expect(title == "a" + String(repeating: "\u{301}", count: 4) + " e poi")
        #expect(body == "Scrive nomegpj.exe\r\nriga a" + String(repeating: "\u{301}", count: 4) + " fine")
        // What is balanced, and letters that need marks, stay.
        let kept = message("\u{2068}שלום\u{2069} Nguyễn", "x")
        let found = try subject(kept)
        #expect(found == "\u{2068}שלום\u{2069} Nguyễn")
    }

    @Test func noLineIsLongerThanMailMayHave() throws {
        for text in [Self.heap, String(repeating: "👩\u{200D}", count: 300), String(repeating: "x", count: 3_000), "\u{200B}\u{2800}"] {
            let lines = message(text, text, html: text).components(separatedBy: "\r\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 998 })
            #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
            // Words of RFC 2047 have at most 75 characters.
            let words = lines.flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("=?") }
            #expect(words.allSatisfy { $0.utf8.count <= 75 })
        }
    }

    /// A line of the text that looks like the border between the parts is none.
    @Test func aTextCannotEndItsPart() {
        let text = message("x", "--=_7--\r\n\r\nFine", html: "<p>--=_7</p>")
        #expect(text.components(separatedBy: "\r\n").filter { $0 == "--=_7" }.count == 2)
        #expect(text.components(separatedBy: "\r\n").filter { $0 == "--=_7--" }.count == 1)
    }
}
