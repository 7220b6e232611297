import Testing

@testable import Admin

/// Where a sentence of a text ends.
@Suite struct SentenceTests {
    private func sentences(_ text: String) -> [String] { Sentence.all(in: text).map { $0.words.joined(separator: " ") } }

    @Test func aSentenceEndsAtItsSignOrAtTheLine() {
        #expect(
            sentences("Metti l'acqua. Aspetta! Bolle? Versa; mescola: servi") == [
                "Metti l'acqua", "Aspetta", "Bolle", "Versa", "mescola", "servi",
            ])
        #expect(sentences("uno\ndue\n\ntre") == ["uno", "due", "tre"])
    }

    @Test(arguments: ["", "\n\n", "...", "! ? .", "—"])
    func signsAloneAreNoSentence(_ text: String) {
        #expect(sentences(text).isEmpty)
    }

    @Test func aPointWithinANumberOrAShortWordEndsNothing() {
        #expect(sentences("Costa 1.50 euro") == ["Costa 1 50 euro"])
        #expect(sentences("Il pane ecc. è qui. Poi basta").count == 2)
        #expect(sentences("www.example.org è qui").count == 1)
    }

    @Test func theBeginningIsQuoted() {
        #expect(Sentence.all(in: "uno due tre quattro cinque sei sette").first?.beginning == "uno due tre quattro cinque sei …")
        #expect(Sentence.all(in: "uno due").first?.beginning == "uno due")
    }
}
