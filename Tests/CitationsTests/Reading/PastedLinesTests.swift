import Testing

@testable import Citations

@Suite struct PastedLinesTests {
    /// Each line also with letters that are not of ASCII, which are counted in another way.
    @Test(arguments: [
        ("Slow rivers and the memory of stones", true), ("A 1 2", false), ("ab 12", true), ("", false), ("1234", false),
        ("(a) [b] {c}", false), ("http rivers", false), ("Rivers, see https://rivers.example", false),
        ("TI  - Rivers", false), ("TI - Rivers", true),
        ("rossi@uni.example", false), ("Write to rossi@uni.example", true),
        (String(repeating: "river ", count: 80), true),
        (String(repeating: "river ", count: 84), false),
    ])
    func linesWithoutACountAreTitlesOrNot(_ line: String, _ isTitle: Bool) {
        #expect(PastedLines.looksLikeTitle(line) == isTitle)
        #expect(PastedLines.looksLikeTitle(line.replacing("river", with: "rivér").replacing("a", with: "à")) == isTitle)
    }
}
