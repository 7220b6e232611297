import TestSupport
import Testing
import Web

@testable import Portal

/// What the reader of command lines says by itself; `test_settings.py` asks the program.
@Suite struct ParserSentencesTests {
    private let english: Words
    private let italian: Words

    init() throws { (english, italian) = (try TestSite.texts.words(in: .english), try TestSite.texts.words(in: .italian)) }

    @Test func theEnglishTextsAreTheSentencesOfTheLibrary() {
        for sentence in ParserSentences.all {
            #expect(english.optional("start.usage.parser.\(sentence.key)") == sentence.english, "\(sentence.key)")
            #expect(italian.optional("start.usage.parser.\(sentence.key)") != nil, "\(sentence.key)")
        }
    }

    static let refusals = [
        ("Missing expected argument '<folder>'", "Manca l’argomento «<folder>»"),
        ("Missing one of: '--a', '--b'", "Manca uno fra: «--a, --b»"),
        ("Unexpected argument 'b'", "Argomento di troppo: «b»"),
        ("2 unexpected arguments: 'b', 'c'", "2 argomenti di troppo: «b, c»"),
        ("Unknown option '--frob'", "L’opzione «--frob» non esiste"),
        ("Unknown option '--prot'. Did you mean '--port'?", "L’opzione «--prot» non esiste; intendi «--port»?"),
        ("Missing value for '--port <value>'", "Manca il valore di «--port <value>»"),
        (
            "The option '--check' does not take any value, but 'x' was specified.",
            "L’opzione «--check» non ha un valore, ma c’è scritto «x»."
        ),
        ("The value 'x' is invalid for '--keep <number>'", "Il valore «x» non va bene per «--keep <number>»"),
        (
            "The value 'x' is invalid for '--as <kind>'. Please provide one of 'a', 'b' or 'c'.",
            "Il valore «x» non va bene per «--as <kind>». Uno di questi: a, b, c."
        ),
        ("--keep è 1 o più", "--keep è 1 o più"),
    ]

    @Test(arguments: refusals) func aRefusalIsSaidInItalian(english: String, expected: String) {
        let text = "Error: \(english)\nHelp:  <folder>  La cartella.\nUsage: portico seed schema [<options>] <folder>\n"
        let said = ParserSentences(italian).localized(text + "  See 'portico seed schema --help' for more information.")
        #expect(
            said == """
                Errore: \(expected)
                Aiuto:  <folder>  La cartella.
                Uso: portico seed schema [<opzioni>] <folder>
                  «portico seed schema --help» dice di più.
                """)
        #expect(ParserSentences(self.english).localized(text) == text)
    }

    @Test func aHelpPageIsSaidInItalianAndKeepsItsColumns() {
        let page = """
            OVERVIEW: Un portale.

            USAGE: portico <subcommand>

            OPTIONS:
              --version               Show the version.
              -h, --help              Show help information.

            SUBCOMMANDS:
              serve (default)         Risponde alle richieste.

              See 'portico help <subcommand>' for detailed help.
            """
        #expect(
            ParserSentences(italian).localized(page) == """
                IN BREVE: Un portale.

                USO: portico <comando>

                OPZIONI:
                  --version               Dice la versione.
                  -h, --help              Mostra questo aiuto.

                COMANDI:
                  serve (predefinito)     Risponde alle richieste.

                  «portico help <comando>» dice di più di un comando.
                """)
        #expect(ParserSentences(english).localized(page) == page)
    }
}
