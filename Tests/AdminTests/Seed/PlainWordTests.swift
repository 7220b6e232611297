import Testing

@testable import Admin

@Suite struct PlainWordTests {
    @Test(arguments: [
        "0", "007", "-3", "+3", "1_000", "1.5", "1.", ".5", "-.5", "1e3", "1.5E-3", "0x1F", "0o17", "0b01", ".inf", "-.INF", ".NaN",
    ])
    func isANumber(_ text: String) { #expect(PlainWord(text) == .number) }

    @Test(arguments: [
        "1 pacco", "0862 000 012", "1e", "e3", ".", "-", "+", "..1", "1.2.3", "2:00", "2026-05-03", "_1", "0x", "12a", "-a", ".info", "٣",
    ])
    func isAText(_ text: String) { #expect(PlainWord(text) == nil) }

    @Test(arguments: ["yes", "No", "TRUE", "off", "y"])
    func isAFlag(_ text: String) { #expect(PlainWord(text) == .flag) }

    @Test(arguments: ["", "~", "null"])
    func isNothing(_ text: String) { #expect(PlainWord(text) == .null) }
}
