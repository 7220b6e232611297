import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import House

/// What two people change at the same time in the parts of a record, and in its translations.
@Suite struct MergePartsTests {
    private static let recipes = HistoryTests.recipes

    private static func recipe(_ steps: [(id: String, text: String)], version: Int? = nil, _ more: [(String, String)] = []) -> [(
        String, String
    )] {
        let base = [("name", "Zuppa"), ("difficulty", "easy"), ("people", "2"), ("scope", "1")]
        let rows = steps.enumerated().flatMap { index, step in
            [("steps.\(index).id", step.id), ("steps.\(index).text", step.text), ("steps.\(index).timer", "none")]
        }
        return base + rows + (version.map { [("version", String($0))] } ?? []) + more
    }

    private func withRecipe(_ test: @escaping @Sendable (TestSite, Browser, Browser) async throws -> Void) async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "admin") { browsers in
            let made = try await browsers[0].post(Self.recipes, Self.recipe([("", "Lava."), ("", "Taglia."), ("", "Bolli.")]))
            #expect(made.status == 303)
            try await test(site, browsers[0], browsers[1])
        }
    }

    private static let steps = "SELECT group_concat(text, ' ') FROM (SELECT text FROM recipeStep ORDER BY position)"

    @Test func partsAreMergedByTheirNumbers() async throws {
        try await withRecipe { site, educator, admin in
            // One changes the first and adds at the end, the other takes the second away and changes the last.
            try await admin.post(
                Self.recipes + "/1", Self.recipe([("1", "Lava bene."), ("2", "Taglia."), ("3", "Bolli."), ("", "Servi.")], version: 1))
            let saved = try await educator.post(Self.recipes + "/1", Self.recipe([("1", "Lava."), ("3", "Bolli piano.")], version: 1))
            #expect(saved.status == 303)
            expect(try await site.value(Self.steps, as: String.self), is: "Lava bene. Bolli piano. Servi.")
            expect(try await educator.get(Self.recipes).contains("ha cambiato, e resta così: Passi"), is: true)
        }
    }

    @Test func anOrderIsMergedWithWhatOthersChanged() async throws {
        try await withRecipe { site, educator, admin in
            try await admin.post(Self.recipes + "/1", Self.recipe([("1", "Lava."), ("2", "Taglia fine."), ("3", "Bolli.")], version: 1))
            let saved = try await educator.post(
                Self.recipes + "/1", Self.recipe([("3", "Bolli."), ("1", "Lava."), ("2", "Taglia.")], version: 1))
            #expect(saved.status == 303)
            expect(try await site.value(Self.steps, as: String.self), is: "Bolli. Lava. Taglia fine.")
        }
    }

    @Test func aPartThatBothChangedIsAskedAtItself() async throws {
        try await withRecipe { site, educator, admin in
            try await admin.post(
                Self.recipes + "/1", Self.recipe([("", "Prima."), ("1", "Lava."), ("2", "Taglia fine."), ("3", "Bolli.")], version: 1))
            let asked = try await educator.post(
                Self.recipes + "/1", Self.recipe([("1", "Lava."), ("2", "Taglia grosso."), ("3", "Bolli piano.")], version: 1))
            #expect(asked.status == 409 && asked.contains(#"name="steps.2.text.asked""#))
            #expect(asked.contains("Taglia fine.") && asked.contains("Taglia grosso.") && asked.contains("Prima."))
            let typed = [("4", "Prima."), ("1", "Lava."), ("2", "Taglia grosso."), ("3", "Bolli piano.")]
            let answered = Self.recipe(typed, version: 2, [("steps.2.text.asked", "record"), ("steps.2.text.answer", "theirs")])
            // The question stays while rows are added.
            expect(
                try await educator.post(Self.recipes + "/1", answered + [("act", "steps.insert.0")]).contains(
                    #"name="steps.3.text.asked""#),
                is: true)
            expect(try await educator.post(Self.recipes + "/1", answered).status, is: 303)
            expect(try await site.value(Self.steps, as: String.self), is: "Prima. Lava. Taglia fine. Bolli piano.")
        }
    }

    @Test func aPartThatOneTookAwayAndOneChangedIsAskedAsAWhole() async throws {
        try await withRecipe { site, educator, admin in
            try await admin.post(Self.recipes + "/1", Self.recipe([("1", "Lava."), ("3", "Bolli.")], version: 1))
            let asked = try await educator.post(
                Self.recipes + "/1", Self.recipe([("1", "Lava."), ("2", "Taglia fine."), ("3", "Bolli.")], version: 1))
            #expect(asked.status == 409 && asked.contains(#"name="steps.asked""#) && asked.contains("Taglia fine."))
            expect(try await site.value(Self.steps, as: String.self), is: "Lava. Bolli.")
        }
    }

    @Test func translationsAreMergedTextByText() async throws {
        try await withRecipe { site, educator, admin in
            try await site.database.write { db in
                var settings = try SiteSettings.load(db)
                settings.languages = [.english]
                try settings.save(db)
            }
            let address = Self.recipes + "/1/translations/en"
            func texts(_ name: String, _ step: String) -> [(String, String)] {
                [("version", "1"), ("t.name", name), ("t.steps.0.text", step), ("t.steps.1.text", ""), ("t.steps.2.text", "")]
            }
            expect(try await admin.post(address, texts("Soup", "")).status, is: 303)
            expect(try await educator.post(address, texts("", "Wash.")).status, is: 303)
            let said = "SELECT translations ->> '$.en.name.text' FROM recipe"
            let step = "SELECT translations ->> '$.en.text.text' FROM recipeStep WHERE id = 1"
            expect(try await site.value(said, as: String.self), is: "Soup")
            expect(try await site.value(step, as: String.self), is: "Wash.")
            let asked = try await educator.post(address, texts("Broth", ""))
            #expect(asked.status == 409 && asked.contains("Soup") && asked.contains(#"value="Broth""#))
            #expect(asked.contains(#"name="t.name.asked""#) && !asked.contains(#"name="t.steps.0.text.asked""#))
            let answered = [
                ("version", "3"), ("t.name", "Broth"), ("t.name.asked", "record"), ("t.name.answer", "mine"), ("t.steps.0.text", "Wash."),
            ]
            expect(try await educator.post(address, answered).status, is: 303)
            expect(try await site.value(said, as: String.self), is: "Broth")
            // The form of the record carries them along, and takes none back.
            expect(
                try await educator.post(
                    Self.recipes + "/1",
                    Self.recipe([("1", "Lava bene."), ("2", "Taglia."), ("3", "Bolli.")], version: 1, [("translations", "{}")])
                ).status, is: 303)
            expect(try await site.value(said, as: String.self), is: "Broth")
        }
    }
}
