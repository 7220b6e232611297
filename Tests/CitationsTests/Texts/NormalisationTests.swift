import Testing
import Web

@testable import Citations

/// What is done by bytes for texts of ASCII, against the same for all texts.
@Suite struct NormalisationTests {
    private static let texts: [String] = {
        var chance = SeededRandomGenerator(seed: 5)
        let signs = (0..<128).map { Character(Unicode.Scalar(UInt8($0))) } + Array("    aB")
        return signs.map { "a\($0)B" }
            + (0..<300).map { _ in
                String((0..<Int.random(in: 0...20, using: &chance)).map { _ in signs.randomElement(using: &chance)! })
            }
    }()

    @Test func bytesAreFoldedAsScalarsAre() {
        for text in Self.texts { #expect(Normalisation.folded(text) == Normalisation.fold(text)) }
    }

    @Test func singleSpacesAreLeftAsTheyAre() {
        for text in Self.texts + ["", " ", "a b", " a b", "a  b", "a b ", "a\u{A0}b", "è  è"] {
            #expect(text.singleSpaced == text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }
    }
}
