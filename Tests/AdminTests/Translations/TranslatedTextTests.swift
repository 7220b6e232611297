import Testing
import Web

@testable import Admin

/// Translations as they are stored and read, and texts in another language within a sentence.
@Suite struct TranslatedTextTests {
    private func sample() -> Translations {
        var translations = Translations()
        translations["name", .english] = .init("Bread", of: "Pane")
        translations["text", .english] = .init("Fresh", of: nil)
        translations["name", LanguageVersion(.italian, isEasy: true)] = .init("Il pane", of: "Pane")
        return translations
    }

    @Test func aBlankTranslationIsNone() {
        var translations = sample()
        for blank in ["", "  ", "\u{200B}"] {
            translations["name", .english] = .init(blank, of: "Pane")
            #expect(translations["name", .english] == nil)
        }
        translations["text", .english] = nil
        #expect(translations.texts.keys.sorted() == ["it-simple"])
    }

    @Test func whatIsStoredComesBack() {
        #expect(Translations(stored: sample().stored) == sample())
        #expect(Translations(stored: "{}") == Translations())
        #expect(Translations().stored == "{}")
        for broken in ["", "[]", "{\"en\": 3}", "{\"en\": {\"name\": \"Bread\"}}", "no JSON"] {
            #expect(Translations(stored: broken)["name", .english] == nil, "\(broken)")
        }
    }

    @Test func aTranslationOfAnOlderOriginalIsNotCurrent() {
        let current = sample().current(["name": "Pane integrale", "text": "Fresco"])
        #expect(current["name", .english] == nil)
        #expect(current["text", .english]?.text == "Fresh")
        #expect(!current.isEasy(in: .italian))
        #expect(sample().current(["name": "Pane"])["name", .english]?.text == "Bread")
    }

    @Test func aReaderGetsTheirLanguageOrTheOriginal() {
        let translations = sample()
        let english = translations.reading("name", "Pane", in: .english)
        #expect(english.text == "Bread")
        #expect(!english.isOriginal)
        let italian = translations.reading("name", "Pane", in: .italian)
        #expect(italian.text == "Pane")
        #expect(italian.isOriginal)
        #expect(translations.reading("name", "Pane", in: .italian, easy: true).text == "Il pane")
        #expect(translations.reading("name", "Pane", in: .english, easy: true).text == "Bread")
    }

    @Test func translationsOfOthersAreAdded() {
        var translations = sample()
        var others = Translations()
        others["name", .english] = .init("White bread", of: "Pane")
        others["note", .english] = .init("x", of: "y")
        translations.merge(others)
        #expect(translations["name", .english]?.text == "White bread")
        #expect(translations["note", .english]?.text == "x")
        #expect(translations["text", .english]?.text == "Fresh")
        #expect(translations.languages(of: "name") == [.english])
        #expect(translations.languages(of: "other") == [])
    }

    @Test func aVersionHasItsCode() {
        #expect(LanguageVersion(.english).code == "en")
        #expect(LanguageVersion(.english, isEasy: true).code == "en-simple")
        #expect(LanguageVersion(code: "en-simple") == LanguageVersion(.english, isEasy: true))
        #expect(LanguageVersion(code: "en") == LanguageVersion(.english))
        #expect(LanguageVersion(code: "xx") == nil)
        #expect(LanguageVersion(code: "en-simple-simple") == nil)
        #expect(LanguageVersion.all(easy: false, of: [.italian, .english]).map(\.code) == ["it", "en"])
        #expect(LanguageVersion.all(easy: true, of: [.italian]).map(\.code) == ["it", "it-simple"])
    }

    @Test func aTextInAnotherLanguageIsMarkedInThePage() {
        let text = "Aula: " + "Great <hall>".marked(as: .english) + ", piano 2"
        #expect(text.unmarked == "Aula: Great <hall>, piano 2")
        #expect(text.markedHTML == "Aula: <span lang=\"en\">Great &lt;hall&gt;</span>, piano 2")
        #expect(text.markedLanguage == nil)
        #expect("Hall".marked(as: .english).markedLanguage == .english)
        #expect("".marked(as: .english) == "")
        #expect("Aula".unmarked == "Aula")
        #expect("Aula".markedHTML == "Aula")
    }

    @Test func severalMarkedTextsStandBesideEachOther() {
        let text = "Hall".marked(as: .english) + "Aula".marked(as: .italian)
        #expect(text.unmarked == "HallAula")
        #expect(text.markedHTML == "<span lang=\"en\">Hall</span><span lang=\"it\">Aula</span>")
        #expect(text.markedLanguage == nil)
    }

    @Test func aMarkThatIsCutOffHidesNothing() {
        let cut = String("Great hall".marked(as: .english).dropLast(4))
        #expect(cut.unmarked == "Great h")
        #expect("a\u{2}b".unmarked == "ab")
    }
}
