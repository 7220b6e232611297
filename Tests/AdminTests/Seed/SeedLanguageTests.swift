import AdminTestSupport
import Foundation
import GRDB
import Testing
import Web

@testable import Admin

/// What the file's language takes, and in which language it answers.
@Suite struct SeedLanguageTests {
    private func thing(_ line: String, zone: String = "Europe/Rome") throws -> SeedTrial {
        try SeedTrial([
            "seed.yaml": """
            site: { zone: \(zone) }
            trial:
              camps:
                - name: Nord
                  contents:
                    tags: [{ name: Verdura }]
                    things: [{ name: Zucca, tag: verdura, \(line) }]
            """
        ])
    }

    @Test(arguments: [
        ("2026-12-05T10:00:00Z", "2026-12-05 10:00:00.000"), ("2026-12-05T10:00:00+01:00", "2026-12-05 09:00:00.000"),
        ("\"2026-12-05 10:00\"", "2026-12-05 09:00:00.000"), ("2026-12-05T10:00", "2026-12-05 09:00:00.000"),
        ("\"2026-07-05 10:00:30\"", "2026-07-05 08:00:30.000"), ("2026-12-05", "2026-12-04 23:00:00.000"),
    ])
    func aMomentWithoutAZoneIsOfTheSite(_ written: String, _ stored: String) async throws {
        let trial = try thing("moment: \(written)")
        try await trial.apply()
        let moment = try await trial.database.read { try String.fetchOne($0, sql: "SELECT moment FROM thing") }
        #expect(moment == stored)
    }

    @Test(arguments: ["2026-02-31", "\"2026-12-05 24:00\"", "\"2026-12-05 10:61\"", "\"2026-12-05 10:00:75\"", "tomorrow"])
    func whatIsNoMomentIsRefusedWithTheForms(_ written: String) throws {
        let found = try thing("moment: \(written)").mistakes()
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains("local time such as \"2026-12-05 10:00\"") == true, "\(found)")
    }

    @Test func answersInItalian() throws {
        let trial = try thing("tags: [verdur], count: many, publshed: true, moment: domani")
        let italian = try SamplePortal.texts.words(in: .italian)
        let found = try trial.seed.speaking(italian).check(trial.path).map(\.sentence)
        #expect(
            found == [
                "tag: 'verdur' è sconosciuto: intendevi 'verdura'?", "count: qui va un numero intero, c'è il testo 'many'",
                "key: 'publshed' è sconosciuto: intendevi 'published'?",
                "moment: deve essere un momento come 2026-12-05T10:00:00Z o 2026-12-05T10:00:00+01:00, un'ora locale come "
                    + "\"2026-12-05 10:00\" o un giorno come 2026-12-05",
            ], "\(found)")
    }

    @Test func aTabHasASentence() throws {
        let trial = try SeedTrial(["seed.yaml": "site:\n\tname: Prova\n"])
        #expect(try trial.mistakes() == ["seed.yaml:2:1: a tab cannot indent a line or separate words here: use spaces"])
    }

    @Test func warnsOfWhatIsSurelyNotMeant() throws {
        let trial = try SeedTrial([
            "seed.yaml": """
            site: { systems: [] }
            trial:
              camps:
                - name: Nord
                  contents:
                    tags: [{ name: Verdura }]
                    things:
                      - { name: Uno, tag: verdura, place: [42.35, 13.39] }
                      - { name: Due, tag: verdura, place: [42.36, 13.40] }
                      - { name: Tre, tag: verdura, place: [13.38, 42.34] }
                      - { name: Quattro, tag: verdura, place: [45.41, 12.29] }
            """
        ])
        let report = try trial.seed.report(trial.path)
        #expect(report.mistakes == [])
        let found = report.warnings.map { $0.description.replacing(trial.folder.path + "/", with: "") }
        #expect(
            found == [
                "seed.yaml:3:3: the system 'trial' is off: its records are kept, but nothing of it is shown; add it to site.systems",
                "seed.yaml:10:47: latitude and longitude look exchanged: [13.38, 42.34] is far from everything else in the file",
            ], "\(found)")
    }

    @Test func watchingChecksAgainWhenAFileChanges() throws {
        let trial = try SeedTrial(["seed.yaml": "trial: !include part.yaml\n", "part.yaml": "camps: [{ name: Nord }]\n"])
        let watch = try SeedWatch(trial.path, seed: trial.seed)
        #expect(try watch.next()?.mistakes == [])
        #expect(try watch.next() == nil)
        try trial.write("part.yaml", "camps: [{ nome: Nord }, { name: Sud }]\n")
        #expect(try watch.next()?.mistakes.count == 2)
        #expect(try watch.next() == nil)
    }
}
