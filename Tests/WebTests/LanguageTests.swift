import TestSupport
import Testing

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
        #expect(words("absent") == "absent")
        #expect(words.optional("absent") == nil)
    }
}
