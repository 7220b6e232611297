import Testing

@testable import Web

@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("caffè", "caffè"),
        ("a\tb\nc", "a\tb\nc"),
        ("\u{1B}[2Jrosso", "\\u001B[2Jrosso"),
        ("\u{9B}2J", "\\u009B2J"),
        ("due\r\u{7F}", "due\\u000D\\u007F"),
        ("foto\u{202E}gnp.exe", "foto\\u202Egnp.exe"),
        ("a\u{2067}b\u{200F}c\u{2028}", "a\\u2067b\\u200Fc\\u2028"),
        ("\u{2068}שלום\u{2069}", "שלום"),
    ])
    func whatTurnsOrHidesIsShown(text: String, shown: String) {
        #expect(TerminalText.escaped(text) == shown)
    }
}
