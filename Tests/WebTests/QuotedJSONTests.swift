import Foundation
import Testing

@testable import Web

struct QuotedJSONTests {
    @Test func isReadAsTheSameText() throws {
        let controls = String(String.UnicodeScalarView((0...0x9F).compactMap(Unicode.Scalar.init)))
        for text in ["", "riso", #"\"\\/"#, controls, "è 漢 🫘 \u{2028}", "a\r\n\tb"] {
            #expect(try JSONDecoder().decode(String.self, from: Data(text.quotedForJSON.utf8)) == text)
            #expect(text.quotedForJSON.utf8.allSatisfy { $0 >= 0x20 })
            #expect(text.quotedForJSON.utf8.allSatisfy { $0 != 0x7F })
        }
    }
}
