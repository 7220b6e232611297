import GRDB

/// Compares stored figures (weights, covers, counters, best branches) with fragments and votes.
struct TreeCheck: Sendable {
    struct Finding: Equatable, Sendable {
        let story: Int64
        let what: [String]
    }

    static func findings(_ db: Database) throws -> [Finding] {
        try Int64.fetchAll(db, sql: "SELECT DISTINCT story FROM fragment ORDER BY story").compactMap { story in
            let what = try differences(of: story, db)
            return what.isEmpty ? nil : Finding(story: story, what: what.sorted())
        }
    }

    static func repair(_ db: Database) throws -> [Finding] {
        let findings = try findings(db)
        for finding in findings { try recompute(finding.story, db) }
        return findings
    }

    private static func differences(of story: Int64, _ db: Database) throws -> Set<String> {
        let tree = try StoryTree(of: story, db)
        var what: Set<String> = []
        let sql = """
            SELECT id, depth, weight, cover, continuations, isHidden,
              EXISTS (SELECT 1 FROM hiding WHERE hiding.fragment = fragment.id AND endedAt IS NULL) AS hasHiding
            FROM fragment WHERE story = ?
            """
        for row in try Row.fetchAll(db, sql: sql, arguments: [story]) {
            guard let right = tree.figures[row["id"]] else { continue }
            let stored = StoryTree.Figures(
                depth: row["depth"], weight: row["weight"], cover: row["cover"], continuations: row["continuations"])
            let (isHidden, hasHiding): (Bool, Bool) = (row["isHidden"], row["hasHiding"])
            if stored.depth != right.depth { what.insert("depth") }
            if stored.weight != right.weight { what.insert("weight") }
            if stored.cover != right.cover { what.insert("cover") }
            if stored.continuations != right.continuations { what.insert("continuations") }
            if isHidden != hasHiding { what.insert("hiding") }
        }
        let best = tree.bestBranch
        let isBestBranch = try BestBranch.fragments(of: story, db) == best
        if !isBestBranch { what.insert("bestBranch") }
        guard let row = try Row.fetchOne(db, sql: "SELECT weight, tip, voters FROM story WHERE id = ?", arguments: [story]) else {
            return what
        }
        let (weight, tip, voters): (Int, Int64?, Int) = (row["weight"], row["tip"], row["voters"])
        // They are counted on the stored branch: on a wrong one, their number says nothing.
        if isBestBranch, try voters != Int.fetchOne(db.cachedStatement(sql: BestBranch.voters), arguments: [story]) {
            what.insert("voters")
        }
        let leftOut = "SELECT isCounted = (\(isLeftOut)) FROM vote JOIN fragment ON fragment.id = vote.fragment WHERE story = ?"
        if try Bool.fetchAll(db, sql: leftOut, arguments: [story]).contains(true) { what.insert("votes") }
        if weight != best.last.flatMap({ tree.figures[$0]?.weight }) ?? 0 { what.insert("storyWeight") }
        if tip != best.last { what.insert("tip") }
        return what
    }

    /// Whether an exclusion leaves out `vote` for `fragment`.
    static let isLeftOut = """
        EXISTS (SELECT 1 FROM voteExclusion WHERE voter = vote.writer AND endedAt IS NULL AND (author IS NULL OR author = fragment.writer))
        """

    static func recompute(_ story: Int64, _ db: Database) throws {
        // Hidings are decisions, so they win. Without the cover, the table's check allows this update.
        try db.execute(
            sql: """
                UPDATE fragment SET cover = 1000000, isHidden = EXISTS
                  (SELECT 1 FROM hiding WHERE hiding.fragment = fragment.id AND endedAt IS NULL) WHERE story = ?
                """, arguments: [story])
        try db.execute(
            sql: """
                UPDATE vote SET isCounted = NOT (SELECT \(isLeftOut) FROM fragment WHERE fragment.id = vote.fragment)
                WHERE fragment IN (SELECT id FROM fragment WHERE story = ?)
                """, arguments: [story])
        let update = try db.makeStatement(
            sql: "UPDATE fragment SET depth = ?, weight = ?, cover = ?, continuations = ? WHERE id = ?")
        for (id, right) in try StoryTree(of: story, db).figures {
            try update.execute(arguments: [right.depth, right.weight, right.cover, right.continuations, id])
        }
        try db.execute(sql: "DELETE FROM bestBranch WHERE story = ?", arguments: [story])
        try BestBranch.recompute(story, db)
    }
}
