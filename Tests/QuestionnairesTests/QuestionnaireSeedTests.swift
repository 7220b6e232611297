import Accounts
import Admin
import Foundation
import GRDB
import Registry
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// Versions, what was answered and who has, in the seed file: those of the demonstration.
@Suite struct QuestionnaireSeedTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardized.path

    private let folder: TemporaryFolder
    private let seed: Seed

    init() throws {
        folder = try TemporaryFolder()
        seed = Seed(
            modules: [Registry.self, Questionnaires.self], words: try Texts(folder: Self.root + "/Templates/texts").words(in: .english),
            accounts: AccountSettings(scryptCost: 4, roles: Questionnaires.roles))
    }

    /// - Parameter change: what is made of the demonstration's text.
    private func write(_ change: (String) -> String = { $0 }) throws -> String {
        var file = ""
        for name in ["registry", "questionnaires"] {
            let text = try String(contentsOfFile: "\(Self.root)/seed/\(name).yaml", encoding: .utf8)
            try change(text).write(toFile: "\(folder.path)/\(name).yaml", atomically: true, encoding: .utf8)
            file += "\(name): !include \(name).yaml\n"
        }
        try file.write(toFile: folder.path + "/seed.yaml", atomically: true, encoding: .utf8)
        return folder.path + "/seed.yaml"
    }

    private func apply(_ path: String, to site: TestSite) async throws -> SeedPlan {
        let store = try PictureStore(folder: folder.path + "/store")
        return try await seed.apply(path, to: site.database, pictures: store, passwords: Passwords(AccountSettings(scryptCost: 4)))
    }

    @Test func whatTheFileSaysIsThereOnceAndComesBackAsItWas() async throws {
        let (file, site, copy) = (try write(), try await TestSite(), try await TestSite())
        _ = try await apply(file, to: site)
        let again = try await apply(file, to: site)
        #expect(again.isNothing, "\(again)")
        let states = try await site.database.read { try String.fetchAll($0, sql: "SELECT state FROM questionnaireVersion ORDER BY id") }
        #expect(states == ["closed", "active", "active", "draft", "closed", "closed"])

        let store = try PictureStore(folder: folder.path + "/store")
        try await seed.export(site.database, pictures: store, to: folder.path + "/out")
        _ = try await apply(folder.path + "/out/seed.yaml", to: copy)
        try await seed.export(copy.database, pictures: store, to: folder.path + "/second")
        for name in [
            "seed.yaml", "seed/questionnaires-versions.yaml", "seed/questionnaires-receipts.yaml",
            "seed/questionnaires-teacher-answers.yaml",
        ] {
            let one = try String(contentsOfFile: "\(folder.path)/out/\(name)", encoding: .utf8)
            let two = try String(contentsOfFile: "\(folder.path)/second/\(name)", encoding: .utf8)
            #expect(one == two && !one.isEmpty, "\(name)")
        }
    }

    /// As many have answered as there are receipts, and nothing leads from one to the other.
    @Test func seededAnswersNameNobody() async throws {
        let (file, site) = (try write(), try await TestSite())
        _ = try await apply(file, to: site)
        let sent = try await site.value("SELECT count(*) FROM compilation", as: Int.self)
        let receipts = try await site.value("SELECT count(*) FROM receipt", as: Int.self)
        let named = try await site.value("SELECT count(*) FROM compilation WHERE student IS NOT NULL", as: Int.self)
        #expect(sent == 58 && receipts == 58 && named == 0)
    }

    @Test func everyMistakeIsSaidWithItsPlace() throws {
        let file = try write {
            $0.replacing("- a1 Bene\n", with: "- a1 Bene\n      = nothing\n").replacing("q1: a1, q3: a", with: "q1: a9, q3: a")
                .replacing("student: \"800101\", activity: in04-2025", with: "student: \"999\", activity: in04-2025")
        }
        let mistakes = try seed.check(file).map(\.description).joined(separator: "\n")
        for sentence in ["text: line 5 cannot be read", "unknown q1 'a9'", "unknown student '999'"] {
            #expect(mistakes.contains(sentence), "\(mistakes)")
        }
    }
}
