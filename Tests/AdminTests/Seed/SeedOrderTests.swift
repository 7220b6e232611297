import Accounts
import Foundation
import GRDB
import Testing

@testable import Admin

/// `order: file`: the order of the lines becomes the order on pages.
@Suite struct SeedOrderTests {
    private static func tags(_ names: [String], order: String = "file") -> String {
        "trial:\n  camps:\n    - key: nord\n      name: Nord\n      contents:\n        tags:\n          order: \(order)\n          records:\n"
            + names.map { "            - { name: \($0) }\n" }.joined()
    }

    private func order(_ trial: SeedTrial) async throws -> [String] {
        try await trial.database.read { try String.fetchAll($0, sql: "SELECT key || ordering FROM tag ORDER BY ordering, id") }
    }

    @Test func theOrderOfTheLinesBecomesThatOfThePages() async throws {
        let trial = try SeedTrial(["seed.yaml": Self.tags(["Pane", "Latte", "Frutta"])])
        try await trial.apply()
        #expect(try await order(trial) == ["pane10", "latte20", "frutta30"])
        try trial.write("seed.yaml", Self.tags(["Frutta", "Pane", "Latte"]))
        let plan = try await trial.apply()
        #expect(plan.description.contains("nord/trial.tags     0 added     3 changed     0 left, in the file's order"), "\(plan)")
        #expect(plan.description.contains("~ nord/trial.tags frutta: ordering\n    ordering: 30 -> 10"), "\(plan)")
        #expect(try await order(trial) == ["frutta10", "pane20", "latte30"])
        let again = try await trial.apply()
        #expect(again.isNothing)
        try await trial.undo()
        #expect(try await order(trial) == ["pane10", "latte20", "frutta30"])
    }

    @Test func theOrderOfPeopleStaysUntilTheFileChangesItToo() async throws {
        let trial = try SeedTrial(["seed.yaml": Self.tags(["Pane", "Latte"])])
        try await trial.apply()
        try await trial.database.write { try $0.execute(sql: "UPDATE tag SET ordering = 5 WHERE key = 'latte'") }
        let kept = try await trial.apply()
        #expect(kept.isNothing)
        #expect(kept.description.contains("= nord/trial.tags latte: kept as on the site: ordering"), "\(kept)")
        try trial.write("seed.yaml", Self.tags(["Uova", "Pane", "Latte"]))
        let planned = try await trial.plan()
        #expect(
            planned.conflicts.map(\.sentence) == ["conflict: ordering: this file says 30, people changed the site to 5, last written 20"])
    }

    @Test(arguments: [
        ("order: file, records: [{ name: A }]", "things", "seed.yaml:6:26: order: the list 'things' has no order that can be chosen"),
        (
            "order: file, records: [{ thing: a, text: b }]", "labels",
            "seed.yaml:6:26: order: the list 'labels' has no order that can be chosen"
        ),
        ("order: name, records: [{ name: A }]", "tags", "seed.yaml:6:24: unknown order 'name': it must be one of file"),
        ("order: file", "tags", "seed.yaml:6:15: 'records' is missing"),
        ("order: file, record: []", "tags", "seed.yaml:6:30: unknown key 'record': did you mean 'records'?"),
        (
            "order: file, records: [{ name: A, ordering: 3 }]", "tags",
            "seed.yaml:6:61: ordering: the list says the order already, with 'order: file'"
        ),
        ("order: file, records: A", "tags", "seed.yaml:6:39: tags: expected a list, found the text 'A'"),
    ])
    func whatCannotBeOrderedHasASentence(text: String, list: String, expected: String) throws {
        let trial = try SeedTrial([
            "seed.yaml": "trial:\n  camps:\n    - key: nord\n      name: Nord\n      contents:\n        \(list): { \(text) }\n"
        ])
        let found = try trial.mistakes()
        #expect(found.contains(expected), "\(found)")
    }

    @Test func aListOfAccountsHasNoOrder() throws {
        let trial = try SeedTrial(["seed.yaml": "accounts: { order: file, records: [{ key: anna, name: Anna }] }\n"])
        #expect(try trial.mistakes() == ["seed.yaml:1:20: order: the list 'accounts' has no order that can be chosen"])
    }

    @Test func manyRecordsAreCloserTogether() async throws {
        let trial = try SeedTrial(["seed.yaml": Self.tags((1...1_250).map { "T\($0)" })])
        try await trial.apply()
        let ends = try await trial.database.read { try String.fetchOne($0, sql: "SELECT min(ordering) || ' ' || max(ordering) FROM tag") }
        #expect(ends == "8 10000")
    }
}
