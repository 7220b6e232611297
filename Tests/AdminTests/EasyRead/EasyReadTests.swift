import Testing

@testable import Admin

@Suite struct EasyReadTests {
    private func found(_ text: String) -> [String] { EasyRead(text).remarks.map { "\($0.kind.rawValue): \($0.quote)" } }

    @Test func findsNothingInAnEasyText() {
        #expect(found("Metti la pentola sul fuoco. Aspetta che l’acqua bolle.\nPoi versa la pasta.").isEmpty)
        #expect(found("Put the pot on the stove. Wait until the water boils. Then add the pasta.").isEmpty)
    }

    @Test func countsTheWordsOfASentenceAndNotOfTheText() {
        let long = Array(repeating: "pane", count: 16).joined(separator: " ")
        let remarks = EasyRead(long + ". Mangia il pane.").remarks
        #expect(remarks.map(\.kind) == [.longSentence])
        #expect(remarks.first?.count == 16)
        #expect(found(Array(repeating: "pane", count: 15).joined(separator: " ") + ". Il pane.").isEmpty)
        #expect(found("Costa 1.50 e non di più. " + Array(repeating: "pane", count: 12).joined(separator: " ")).isEmpty)
    }

    @Test(arguments: [
        ("La pasta viene messa nella pentola.", "passive: viene messa"), ("Prima è stata aperta la porta.", "passive: è stata aperta"),
        ("The pot is put on the stove.", "passive: is put"), ("The water was quickly boiled by you.", "passive: was quickly boiled"),
    ])
    func findsThePassive(text: String, remark: String) {
        #expect(found(text).contains(remark), "\(found(text))")
    }

    @Test func aPlainPastIsNoPassive() {
        #expect(found("La mamma è andata a casa. Il treno è arrivato.").isEmpty)
    }

    @Test func namesAnEasierWordInTheLanguageOfTheText() {
        let italian = EasyRead("Effettuare la spesa e utilizzare il carrello.")
        #expect(italian.language == .italian)
        #expect(italian.remarks.map(\.suggestion) == ["fare", "usare"])
        let english = EasyRead("You can utilise the oven to commence.")
        #expect(english.language == .english)
        #expect(english.remarks.map(\.suggestion) == ["use", "start"])
    }

    @Test func aStepIsOneActionWithoutNumbersOfFigures() {
        let actions = { (text: String) in text.split(separator: ";").map(String.init) }
        let step = EasyRead("Lava le mele (1); taglia le mele (fig. 2).", actions: actions).remarks
        #expect(step.map { "\($0.kind.rawValue): \($0.quote)" } == ["severalActions: Lava le mele (1)", "figure: (1)", "figure: (fig. 2)"])
        #expect(step.first?.count == 2)
        #expect(EasyRead("Lava le mele.", actions: actions).remarks.isEmpty)
        // Other texts may say several things.
        #expect(found("Lava le mele (1); taglia le mele.").isEmpty)
    }

    @Test func findsLongWordsAndAbbreviations() {
        #expect(found("È una cosa straordinariamente bella.") == ["longWord: straordinariamente"])
        #expect(found("Compra il pane, il latte ecc. Poi torna a casa.") == ["abbreviation: ecc."])
    }
}
