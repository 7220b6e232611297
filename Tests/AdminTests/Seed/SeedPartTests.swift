import Foundation
import GRDB
import Testing

@testable import Admin

/// Parts of a file: what is left out is named, by plans and exports alike.
@Suite struct SeedPartTests {
    private static let file = """
        site: { name: Prova, language: it, zone: Europe/Rome }
        accounts:
          - { key: anna, name: Anna, password: viola sasso 91 tramonto, roles: [{ role: admin }] }
        pictures:
          - { key: zucca, file: zucca.png }
          - { key: mela, file: zucca.png }
        trial:
          camps:
            - key: nord
              name: Nord
              contents:
                tags: [{ name: Verdura }]
                things: [{ name: Zucca, tag: verdura, picture: zucca }]
            - { key: sud, name: Sud, contents: { tags: [{ name: Frutta }] } }
        """

    private func applied() async throws -> SeedTrial {
        let trial = try SeedTrial(["seed.yaml": Self.file])
        try trial.write("zucca.png", onePixel)
        try await trial.apply()
        return trial
    }

    @Test(arguments: [
        ("trial", false, "site, accounts, pictures"), ("trial/nord", false, "site, accounts, pictures, trial/sud"),
        ("trial/camps", false, "site, accounts, pictures"), (nil, true, "accounts"), ("accounts", false, "site, pictures, trial"),
    ])
    func aPlanNamesWhatIsLeftOut(only: String?, withoutPeople: Bool, names: String) async throws {
        let trial = try await applied()
        let plan = try await trial.plan(SeedOptions(trial.path, only: only, withoutPeople: withoutPeople))
        #expect(plan.isNothing, "\(plan)")
        #expect(plan.gone == 0, "\(plan)")
        #expect(plan.description.hasSuffix("\nleft out as asked: \(names)"), "\(plan)")
    }

    private func export(_ trial: SeedTrial, only: String?, withoutPeople: Bool) async throws -> (text: String, notes: [String]) {
        let folder = trial.folder.path + "/out"
        let notes = try await trial.seed.export(
            trial.database, pictures: trial.store, to: folder, only: only, withoutPeople: withoutPeople)
        let names = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
        let texts = names.filter { $0.hasSuffix(".yaml") }.map { (try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8)) ?? "" }
        return (texts.joined(), notes)
    }

    @Test(arguments: [
        ("trial/nord", ["name: Nord", "name: Zucca", "key: zucca"], ["Prova", "Sud", "Anna", "key: mela"], "trial/sud"),
        ("trial", ["name: Nord", "name: Sud"], ["Prova", "Anna", "key: mela"], "site, roles, accounts, pictures"),
        ("accounts", ["Anna", "passwordHash"], ["Nord", "zucca"], "site, roles, pictures, trial"),
        ("pictures", ["key: mela", "key: zucca"], ["Nord", "Anna"], "site, roles, accounts, trial"),
    ])
    func anExportOfAPartHoldsItAndItsPictures(only: String, has: [String], lacks: [String], names: String) async throws {
        let trial = try await applied()
        let (text, notes) = try await export(trial, only: only, withoutPeople: false)
        for word in has { #expect(text.contains(word), "\(word)") }
        for word in lacks { #expect(!text.contains(word), "\(word)") }
        #expect(notes.count == 1)
        #expect(notes.first?.contains(names) == true, "\(notes)")
    }

    @Test func anExportWithoutPeopleSaysSo() async throws {
        let trial = try await applied()
        let (text, notes) = try await export(trial, only: nil, withoutPeople: true)
        #expect(!text.contains("Anna"))
        #expect(!text.contains("passwordHash"))
        #expect(text.contains("# People are left out: accounts."))
        #expect(notes == ["left out as asked: accounts"])
    }

    @Test(arguments: [
        ("trail", "unknown part for --only 'trail': did you mean 'trial'?"),
        ("trial/nrod", "unknown part for --only 'nrod': did you mean 'nord'?"),
    ])
    func anUnknownPartIsNotExported(only: String, sentence: String) async throws {
        let trial = try await applied()
        let refused = await #expect(throws: SeedFailure.self) { try await export(trial, only: only, withoutPeople: true) }
        #expect(refused?.description == sentence)
        #expect(!FileManager.default.fileExists(atPath: trial.folder.path + "/out/seed.yaml"))
    }
}
