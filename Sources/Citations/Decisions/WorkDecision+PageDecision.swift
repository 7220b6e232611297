import Accounts
import GRDB

// Decisions about titles of the author's page, stored under the folded title; identities of works contain a character that it lacks.

extension WorkDecision {
    static func isOfPage(_ identity: String) -> Bool { !identity.contains("|") }

    static func ofPage(of run: Int64, _ db: Database) throws -> [String: WorkDecision] { try all(of: run, db).filter { isOfPage($0.key) } }

    static func corrected(_ title: String) -> WorkDecision {
        var decision = WorkDecision()
        decision.title = title
        return decision
    }

    /// `isIn` adds a missing title; false removes one that is not the author's work.
    static func listed(_ title: String, isIn: Bool) -> WorkDecision {
        var decision = corrected(title)
        decision.isIn = isIn
        return decision
    }
}

extension [HomePage.Row] {
    func corrected(by decisions: [String: WorkDecision]) -> [HomePage.Row] {
        let there = Set(map(\.identity))
        let kept = compactMap { row -> HomePage.Row? in
            guard let decision = decisions[row.identity] else { return row }
            if decision.isIn == false { return nil }
            var row = row
            row.title = decision.title ?? row.title
            return row
        }
        let added = decisions.filter { $0.value.isIn == true && !there.contains($0.key) }.sorted { $0.key < $1.key }
        return kept + added.map { HomePage.Row(title: $0.value.title ?? $0.key, identity: $0.key) }
    }
}

/// A title of the author's page in a run; table `citationPageWork`.
struct PageRow: FetchableRecord, Decodable, Sendable {
    let position: Int
    let title: String
    let authors: String
    let workTitle: String?
    let percent: Double?
    let isFromText: Bool
    private let identity: String

    static func all(of run: Int64, limit: Int, _ db: Database) throws -> [PageRow] {
        try fetchAll(db, sql: "SELECT * FROM citationPageWork WHERE runID = ? ORDER BY position LIMIT ?", arguments: [run, limit])
    }

    static func find(_ number: Int64, of run: Int64, _ db: Database) throws -> PageRow? {
        try fetchOne(db, sql: "SELECT * FROM citationPageWork WHERE runID = ? AND position = ?", arguments: [run, number - 1])
    }

    var number: Int { position + 1 }

    /// The key of its decisions. Older rows have no identity and had no decisions.
    var name: String { identity.isEmpty ? title.foldedTitle : identity }

    func isPresent(_ threshold: Int) -> Bool { percent.map { Matching.reaches($0, threshold) } ?? false }
}

extension Run {
    static let longestTitle = 500

    func correctPage(_ identity: String, called title: String, _ decision: WorkDecision, _ db: Database, by actor: Actor) throws -> Int64? {
        guard let id, let act = try WorkDecision.set(decision, on: identity, called: title, of: (id, name), db, by: actor) else {
            return nil
        }
        try RunJob.begin(self, db, by: actor)
        return act
    }
}
