import AdminTestSupport
import Foundation
import Testing
import Web

@testable import Admin

/// What commands say in Italian: the parser's sentences, plans, and what an export leaves out.
@Suite struct SeedItalianTests {
    private func italian(_ trial: SeedTrial) throws -> Seed { trial.seed.speaking(try SamplePortal.texts.words(in: .italian)) }

    @Test(arguments: [
        ("site: { name: \"Prova }\n", "2:1: YAML: nel testo tra virgolette dalla riga 1, manca la virgoletta che chiude"),
        ("site:\n\tname: Prova\n", "2:1: un tab qui non può rientrare una riga né separare parole: usa gli spazi"),
        ("a: [1, 2\nb: 3", "2:2: YAML: nella lista tra [ ] dalla riga 1, manca una virgola o la parentesi ']'"),
        (
            "site: { name: Prova\n",
            "2:1: YAML: nella mappa tra parentesi graffe dalla riga 1, manca una virgola o la parentesi graffa che chiude"
        ),
        (
            "site:\n  name: Casa: verde\n",
            "2:13: YAML: qui non va un valore con ': ': metti il testo tra virgolette, o scrivilo su una riga sua"
        ),
        (
            "site:\n  name: Prova\n language: it\n",
            "3:2: YAML: nella mappa dalla riga 1, questa riga non è una chiave come le altre: guarda i suoi spazi"
        ),
        ("site:\n  name: @Prova\n", "2:9: YAML: un testo non può cominciare con questo segno: mettilo tra virgolette"),
        (
            "site:\n  name\n  language: it\n",
            "3:11: YAML: qui non va un valore con ': ': metti il testo tra virgolette, o scrivilo su una riga sua"
        ),
        (
            "site:\n  name: \"a\\qb\"\n",
            "2:11: YAML: nel testo tra virgolette dalla riga 2, dopo la barra inversa (\\) questo segno non vale: tra virgolette singole la barra è un segno come gli altri"
        ),
    ])
    func theParsersSentencesAreInItalian(text: String, expected: String) throws {
        let trial = try SeedTrial(["seed.yaml": text])
        let found = try italian(trial).check(trial.path)
        // The parser gives the place; that of a sentence at the end of the file is the last line.
        let sentence = expected.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
        #expect(found.map(\.sentence) == [sentence], "\(found)")
        #expect(found.first?.line == Int(expected.prefix { $0 != ":" }), "\(found)")
    }

    @Test func everySentenceOfTheParserHasATextInBothLanguages() throws {
        for language in Language.allCases {
            let words = try SamplePortal.texts.words(in: language)
            for key in YAMLErrorSentences.problems.values { #expect(words.optional("seed.yaml.\(key)") != nil, "\(key)") }
            for key in YAMLErrorSentences.contexts.values { #expect(words.optional("seed.yaml.in.\(key)") != nil, "\(key)") }
        }
    }

    @Test func aPlanIsInItalian() async throws {
        let trial = try SeedTrial(["seed.yaml": "trial:\n  camps:\n    - { key: nord, name: Nord }\n    - { key: sud, name: Sud }\n"])
        try await trial.apply()
        try await trial.database.write { try $0.execute(sql: "UPDATE camp SET name = 'Campo', folded = 'campo' WHERE key = 'nord'") }
        try trial.write("seed.yaml", "trial:\n  camps:\n    - { key: nord, name: Nord }\n    - { key: est, name: Est }\n")
        let plan = try await italian(trial).plan(trial.path, on: trial.database, pictures: trial.store)
        #expect(
            plan.description == """
                trial.camps     1 aggiunti     0 modificati     1 lasciati
                in tutto        1 aggiunti     0 modificati     1 lasciati
                = trial.camps nord: resta com'è nel sito: name
                    name: Campo -> Nord
                + trial.camps est
                ? trial.camps sud: il file non ce l'ha più (--prune lo mette nel cestino)
                """, "\(plan)")
    }

    /// A plan made in one language is applied in the other.
    @Test func thePlanOfAnotherLanguageIsTheSame() async throws {
        let trial = try SeedTrial(["seed.yaml": "trial:\n  camps:\n    - { key: nord, name: Nord }\n    - { key: sud, name: Sud }\n"])
        try await trial.apply()
        try trial.write("seed.yaml", "trial:\n  camps:\n    - { key: nord, name: Nordest }\n")
        let options = SeedOptions(trial.path)
        let plan = try await italian(trial).plan(trial.path, on: trial.database, pictures: trial.store)
        let planned = try #require(PlannedSeed(PlannedSeed(trial.path, options, plan).written))
        let done = try await trial.apply(expecting: planned)
        #expect(done.changed == 1)
    }

    @Test func anExportSaysInItalianWhatItLeavesOut() async throws {
        let trial = try SeedTrial(["seed.yaml": "trial:\n  camps:\n    - { key: nord, name: Nord }\n"])
        try await trial.apply()
        let folder = trial.folder.path + "/out"
        let notes = try await italian(trial).export(trial.database, pictures: trial.store, to: folder, withoutPeople: true)
        #expect(notes == ["escluso come richiesto: accounts"])
        let refused = await #expect(throws: SeedFailure.self) {
            try await italian(trial).export(trial.database, pictures: trial.store, to: folder)
        }
        #expect(refused?.description == "\(folder) non è vuota: un'esportazione non sovrascrive mai niente")
    }
}
