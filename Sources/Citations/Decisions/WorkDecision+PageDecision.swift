import Accounts
import GRDB

// What a person says of the author's page: a title that is written otherwise, one that is no work of the author's, one that is missing.
// It is kept among the decisions of the run, under the title as it compares: names of works have a sign that no such title has.

extension WorkDecision {
    static func isOfPage(_ identity: String) -> Bool { !identity.contains("|") }

    /// Those about the author's page, by the titles that stand there.
    static func ofPage(of run: Int64, _ db: Database) throws -> [String: WorkDecision] { try all(of: run, db).filter { isOfPage($0.key) } }

    static func corrected(_ title: String) -> WorkDecision {
        var decision = WorkDecision()
        decision.title = title
        return decision
    }

    /// - Parameter isIn: whether it is missing on the page, or stands there and is no work of the author's.
    static func listed(_ title: String, isIn: Bool) -> WorkDecision {
        var decision = corrected(title)
        decision.isIn = isIn
        return decision
    }
}

extension [HomePage.Row] {
    /// The page as people corrected it.
    func corrected(by decisions: [String: WorkDecision]) -> [HomePage.Row] {
        let there = Set(map(\.identity))
        let kept = compactMap { row -> HomePage.Row? in
            guard let decision = decisions[row.identity] else { return row }
            return decision.isIn == false
                ? nil : HomePage.Row(title: decision.title ?? row.title, authors: row.authors, identity: row.identity)
        }
        let added = decisions.filter { $0.value.isIn == true && !there.contains($0.key) }.sorted { $0.key < $1.key }
        return kept + added.map { HomePage.Row(title: $0.value.title ?? $0.key, identity: $0.key) }
    }
}

/// A title of the author's page as a run found it; table `citationPageWork`.
struct PageRow: FetchableRecord, Decodable, Sendable {
    /// From 0.
    let position: Int
    let title: String
    let authors: String
    let workTitle: String?
    let percent: Double?
    private let identity: String

    static func all(of run: Int64, limit: Int, _ db: Database) throws -> [PageRow] {
        try fetchAll(db, sql: "SELECT * FROM citationPageWork WHERE runID = ? ORDER BY position LIMIT ?", arguments: [run, limit])
    }

    /// - Parameter number: from 1, as addresses have it.
    static func find(_ number: Int64, of run: Int64, _ db: Database) throws -> PageRow? {
        try fetchOne(db, sql: "SELECT * FROM citationPageWork WHERE runID = ? AND position = ?", arguments: [run, number - 1])
    }

    var number: Int { position + 1 }

    /// Under what decisions about it are kept; rows of before did not note it, and nobody could correct them.
    var name: String { identity.isEmpty ? title.foldedTitle : identity }

    func isPresent(_ threshold: Int) -> Bool { percent.map { Matching.reaches($0, threshold) } ?? false }
}

extension Run {
    static let longestTitle = 500

    /// Decides about a title of the author's page and begins the run again, with the page as it then is.
    func correctPage(_ identity: String, called title: String, _ decision: WorkDecision, _ db: Database, by actor: Actor) throws -> Int64? {
        guard let id, let act = try WorkDecision.set(decision, on: identity, called: title, of: (id, name), db, by: actor) else {
            return nil
        }
        try RunJob.begin(self, db, by: actor)
        return act
    }
}
