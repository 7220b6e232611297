import Foundation
import GRDB

/// A story's tree in a few lines: each stretch is a run of fragments without a choice between them.
struct StoryMap: Sendable {
    struct Stretch: Equatable, Sendable {
        let fragments: [Int64]
        /// The first words of its first fragment.
        let words: String
        /// The number of its first fragment in its branch, from 1.
        let position: Int
        /// How often a way other than the most voted one was taken to reach it.
        let turns: Int
        let read: Int
        let new: Int
        let isHere: Bool
    }

    static let most = 400
    private static let longestWords = 60

    let title: String
    let stretches: [Stretch]
    let isCut: Bool

    /// nil without such a story. `writer` is whose places and new fragments are marked; `here` is the fragment that the reader came from.
    init?(of story: Int64, for writer: Int64?, at here: Int64?, _ db: Database) throws {
        guard let first = try Fragment.find(story, db), first.story == story else { return nil }
        guard first.isVisible else { throw StoryRefusal.hidden }
        title = first.title
        let place = try writer.flatMap { try ReadingPlace.of($0, in: story, db) }
        let read = try writer.map { try ReadingPlace.read(by: $0, in: story, db) } ?? []
        let sql = "SELECT id FROM fragment WHERE story = ? AND cover = 0 AND createdAt > ? AND writer <> ?"
        let new = try writer.flatMap { writer in
            try place?.newSince.map { try Int64.fetchSet(db, sql: sql, arguments: [story, $0, writer]) }
        }
        let runs = try Self.runs(of: story, db)
        isCut = runs.count > Self.most
        let shown = runs.prefix(Self.most)
        let fragments = try Fragment.all(shown.compactMap(\.fragments.first), db)
        let at = here ?? place?.fragment
        stretches = shown.map { run in
            let begin = run.fragments.first.flatMap { fragments[$0] }
            let text = (begin?.text ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
            return Stretch(
                fragments: run.fragments,
                words: text.count > Self.longestWords ? String(text.prefix(Self.longestWords - 1)) + "…" : text,
                position: (begin?.depth ?? 0) + 1, turns: run.turns, read: run.fragments.filter(read.contains).count,
                new: run.fragments.filter { new?.contains($0) ?? false }.count, isHere: at.map(run.fragments.contains) ?? false)
        }
    }

    /// Branch after branch, the heaviest way first.
    private static func runs(of story: Int64, _ db: Database) throws -> [(fragments: [Int64], turns: Int)] {
        let tree = try StoryTree(stored: story, db)
        var runs: [(fragments: [Int64], turns: Int)] = []
        var waiting: [(id: Int64, turns: Int)] = [(story, 0)]
        while let next = waiting.popLast() {
            var run = [next.id]
            var ways = tree.continuations(of: next.id)
            while ways.count == 1 {
                run.append(ways[0])
                ways = tree.continuations(of: ways[0])
            }
            runs.append((run, next.turns))
            let sorted = ways.sorted { (tree.bestWeight(through: $1), $0) < (tree.bestWeight(through: $0), $1) }
            for (index, way) in sorted.enumerated().reversed() { waiting.append((way, next.turns + (index == 0 ? 0 : 1))) }
        }
        return runs
    }
}
