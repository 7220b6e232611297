import Foundation
import GRDB
import Web

/// Means of the same questions over years and versions, only of parts that may be shown. They share no compilation.
struct Trend: Sendable {
    struct Point: Sendable {
        let year: String
        let version: Int
        let count: Int
        fileprivate let begins: String
        fileprivate let outline: StructureOutline
        fileprivate let tallies: Tallies
    }

    struct Line: Sendable, Equatable {
        let question: Question
        /// Nil when it was not asked, or on another scale.
        let means: [Double?]
        let isReworded: Bool
    }

    let points: [Point]

    /// - Parameter path: a part; the trend follows everyone, the same degree or the same course.
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

    /// The part that the trend follows. Attendance groups map to their course, because their answer ids differ in every version.
    static func followed(_ path: [String]) -> [String] {
        path.last?.hasPrefix(ResultPlace.group) == true ? Array(path.dropLast()) : path
    }

    private static func alike(_ path: [String], _ db: Database) throws -> [Int: Set<String>] {
        guard let last = path.last, path.count > 2 else { return [:] }
        var alike = [path.count - 1: Set([last])]
        if let level = path.firstIndex(where: { $0.hasPrefix("a") && $0 != "a0" && $0 != ResultPlace.whole[0] }) {
            let sql = "SELECT id FROM activity WHERE course = (SELECT course FROM activity WHERE id = ?)"
            alike[level] = Set(try Int64.fetchAll(db, sql: sql, arguments: [Int64(recordID: path[level].dropFirst())]).map { "a\($0)" })
        }
        return alike
    }

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
