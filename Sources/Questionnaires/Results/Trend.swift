import Foundation
import GRDB
import Web

/// What the same questions were answered from year to year, through all versions. Made only of parts that may be shown each by itself:
/// nobody is in two of them, so nothing that is not shown already comes out of them together.
struct Trend: Sendable {
    /// One part of one version.
    struct Point: Sendable {
        let year: String
        let version: Int
        let count: Int
        fileprivate let begins: String
        fileprivate let outline: StructureOutline
        fileprivate let tallies: Tallies
    }

    /// A question of the newest version with its mean at each point.
    struct Line: Sendable, Equatable {
        let question: Question
        /// Nil where it was not asked, or on another scale.
        let means: [Double?]
        /// Whether it was worded otherwise somewhere.
        let isReworded: Bool
    }

    /// The oldest first.
    let points: [Point]

    /// - Parameter path: a part; its like are looked for in every year and version: everybody, the same degree, the same course.
    init(_ heading: ResultHeading, like path: [String], now: Date, _ db: Database) throws {
        let path = Self.followed(path)
        let depth = max(2, path.count)
        let alike = try Self.alike(path, db)
        var points: [Point] = []
        for version in try QuestionnaireVersion.all(of: heading.id, db) where version.state != .draft && heading.isReady(version, now: now)
        {
            let reading = try ResultReading(version.id, threshold: heading.threshold, db)
            let parts = reading.shown.filter { part in part.count == depth && alike.allSatisfy { $1.contains(part[$0]) } }
            guard !parts.isEmpty else { continue }
            let outline = StructureOutline(try StructureStore.read(version.id, db))
            let disclosed = reading.disclosed(outline)
            for part in parts {
                let year = try Row.fetchOne(
                    db, sql: "SELECT name, begins FROM academicYear WHERE id = ?", arguments: [Int64(recordID: part[1].dropFirst())])
                guard let year else { continue }
                let tallies = try reading.tallies(of: part, outline, disclosed, db)
                points.append(
                    Point(
                        year: year["name"], version: version.number, count: tallies.count, begins: year["begins"], outline: outline,
                        tallies: tallies))
            }
        }
        self.points = points.sorted { ($0.begins, $0.version) < ($1.begins, $1.version) }
    }

    /// The part that is followed through the years: of those who attended a course it is the course, because the answers that divide it are
    /// other ones in every version.
    static func followed(_ path: [String]) -> [String] {
        path.last?.hasPrefix(ResultPlace.group) == true ? Array(path.dropLast()) : path
    }

    /// Which keys the parts that are compared have, by level; any where nothing is said.
    private static func alike(_ path: [String], _ db: Database) throws -> [Int: Set<String>] {
        guard let last = path.last, path.count > 2 else { return [:] }
        var alike = [path.count - 1: Set([last])]
        if let level = path.firstIndex(where: { $0.hasPrefix("a") && $0 != "a0" && $0 != ResultPlace.whole[0] }) {
            let sql = "SELECT id FROM activity WHERE course = (SELECT course FROM activity WHERE id = ?)"
            alike[level] = Set(try Int64.fetchAll(db, sql: sql, arguments: [Int64(recordID: path[level].dropFirst())]).map { "a\($0)" })
        }
        return alike
    }

    /// Every question with points that the newest version asks, found in the others by its code.
    var lines: [Line] {
        guard let newest = points.max(by: { $0.version < $1.version }) else { return [] }
        return newest.outline.structure.questions.compactMap { question in
            guard !question.code.isEmpty, let scale = question.scale else { return nil }
            var isReworded = false
            let means = points.map { point -> Double? in
                let same = point.outline.structure.questions.first { $0.code == question.code }
                guard let same, same.scale == scale else { return nil }
                isReworded = isReworded || same.text != question.text
                return Statistics(point.tallies[same.id].scores)?.mean
            }
            return means.contains { $0 != nil } ? Line(question: question, means: means, isReworded: isReworded) : nil
        }
    }
}
