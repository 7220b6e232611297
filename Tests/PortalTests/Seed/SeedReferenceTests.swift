import Accounts
import AdminTestSupport
import Foundation
import Portal
import TestSupport
import Testing
import Web

@testable import Admin

/// The reference of the seed file's lists, and the roles that it names.
@Suite struct SeedReferenceTests {
    private func seed() throws -> Seed {
        Seed(
            modules: Portal.modules, words: try TestSite.texts.words(in: .english), accounts: AccountSettings(roles: Portal.roles))
    }

    @Test func anUnknownRoleNamesThoseThatThereAre() throws {
        let folder = try TemporaryFolder(["seed.yaml": "accounts:\n  - { key: anna, name: Anna, roles: [{ role: zzzzzz }] }\n"])
        let found = try seed().check(folder.path + "/seed.yaml").map(\.sentence)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.hasPrefix("unknown role 'zzzzzz': it must be one of admin, ") == true, "\(found)")
    }

    @Test func everyListHasAReferenceInBothLanguages() throws {
        let seed = try seed()
        let english = SeedReference(seed, try TestSite.texts.words(in: .english))
        let italian = SeedReference(seed, try TestSite.texts.words(in: .italian))
        let resources = Portal.modules.flatMap { $0.resources }.map { $0.name }
        let names = Set(english.lists.map(\.name))
        #expect(names.isSuperset(of: resources + ["accounts", "pictures", "house.lists", "stories.writers", "questionnaires.versions"]))
        let products = try #require(english.find("products").first)
        let text = english.text(of: products)
        #expect(text.contains("house: houses: - contents: products:"))
        #expect(text.contains("price  (amount in euro"))
        #expect(text.contains("name  (text; at most 80 characters; required)"))
        let said = italian.text(of: try #require(italian.find("house.products").first))
        #expect(said.contains("name  (testo; al massimo 80 caratteri; obbligatorio)"), "\(said)")
        #expect(text.contains("was  (text; at most 80 characters)\n      The key before"), "\(text)")
        #expect(said.contains("was  (testo; al massimo 80 caratteri)\n      La chiave di prima"), "\(said)")
        let titles = Dictionary(italian.lists.map { ($0.name, $0.title) }) { first, _ in first }
        #expect(titles["accounts"] == "Persone che entrano")
        #expect(italian.text.split(separator: "\n").contains("  house.lists"))
        #expect(english.unknown("prodcts").contains("did you mean 'products'?"))
    }
}
