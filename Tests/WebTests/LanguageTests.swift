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

    /// RFC 4647, 3.4: a range loses its parts from the end until a language is found.
    @Test(arguments: [
        ("qac-Latn-IT", "qac"), ("QAC", "qac"), ("qac-x-private,en;q=0.1", "qac"), ("en,qac", "en"), ("en;q=0.4,qac-AT;q=0.5", "qac"),
        ("pt", "pt-BR"), ("pt-br", "pt-BR"), ("pt-PT;q=0.9,it;q=0.1", "pt-BR"), ("qad", nil), ("*", nil), ("qa", nil), ("it-simple", "it"),
        ("-", nil), ("qac-;q=1", "qac"),
    ])
    func rangesFindLanguages(header: String, wanted: String?) {
        let offered = [Language.italian, .english, .named("pt-BR"), .named("qac")]
        #expect(Language(acceptLanguage: header, among: offered)?.rawValue == wanted)
    }

    @Test(arguments: [
        ("it", true), ("pt-BR", true), ("sr-Latn", true), ("fil", true), ("Français", false), ("fr_FR", false), ("FR", false), ("f", false),
        ("fr-", false), ("", false), ("fr-a", false), ("fr~", false), ("french", false), ("..", false),
    ])
    func codesOfLanguages(code: String, isCode: Bool) {
        #expect(Language.isCode(code) == isCode)
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
