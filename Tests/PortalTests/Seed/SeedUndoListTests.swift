import Accounts
import Foundation
import GRDB
import Portal
import TestSupport
import Testing

@testable import Admin

/// The undo of an application on the whole product: every list that a seed file knows, with the demonstration's entries.
@Suite struct SeedUndoListTests {
    /// People have read a published alert.
    private static let staying: Set<String> = ["campus.bulletins"]

    private static let lists: Set<String> = [
        "site", "accounts", "casa-blu/house.lists", "casa-blu/house.preferences", "casa-blu/house.secrets", "questionnaires.versions",
        "questionnaires.teacher-answers", "questionnaires.receipts", "campus.bulletins", "stories.writers", "stories.stories",
        "stories.follows", "stories.settings", "citations.decisions", "citations.profiles",
    ]

    /// The new and changed entries of a plan that are no records, by list.
    private func entries(_ plan: SeedPlan) -> [String: [String]] {
        let records = Set(Portal.modules.flatMap { $0.resources }.map { $0.name })
        return plan.parts.filter { !records.contains($0.name) }.reduce(into: [:]) { $0[$1.title] = $1.added + $1.changed.map(\.key) }
    }

    private func change(_ file: String, in folder: TemporaryFolder, _ old: String, to new: String) throws {
        let text = try String(contentsOfFile: folder.path + "/" + file, encoding: .utf8)
        try #require(text.contains(old))
        try folder.write(text.replacing(old, with: new), to: file)
    }

    @Test func everyListOfTheDemonstrationIsTakenBack() async throws {
        let site = try await TestSite("house", "registry", "questionnaires", "campus", "stories", "citations")
        let folder = try TemporaryFolder()
        try folder.write("site: { historyDays: 90 }\n", to: "first.yaml")
        // Nothing is noted on a new site.
        _ = try await site.portal.apply(folder.path + "/first.yaml")
        try TestSite.writeSeed(to: folder)
        let (path, seed) = (folder.path + "/seed.yaml", site.portal.seed)
        try change("seed.yaml", in: folder, "\nstories:\n", to: "\nstories:\n  settings: [{ countries: [IT, CH] }]\n")
        // So many invented answers would stay.
        try change("seed/questionnaires.yaml", in: folder, "submissions: 5000", to: "submissions: 40")
        let options = SeedOptions(path, policy: .file)
        let before = entries(try await seed.plan(path, on: site.database, picturesIn: nil, options: options))
        #expect(Self.lists.subtracting(before.keys) == [])
        _ = try await site.portal.apply(path, options: options)
        let undone = try #require(try await site.portal.undoSeed())
        #expect(Set(undone.others).isSubset(of: Self.staying), "\(undone.others)")
        let kept = undone.kept.filter { name in before.keys.contains { name.hasPrefix($0 + " ") } }
        #expect(kept == [])
        let after = entries(try await seed.plan(path, on: site.database, picturesIn: nil, options: options))
        for (list, keys) in before where !undone.others.contains(list) { #expect(after[list] == keys, "\(list)") }
    }
}
