import Admin
import GRDB
import Web

/// The means of every scored question in courses whose results are shown, read with one query for each version.
struct CampaignMeans: Sendable {
    struct Course: Sendable {
        let count: Int
        let satisfaction: Double?
        /// By the codes of questions, which are the same in all versions.
        let means: [String: Double]
    }

    /// The scored questions of the newest version, in order.
    private(set) var questions: [Question] = []
    private(set) var courses: [Int64: Course] = [:]

    init(_ results: [Int64: ResultPages.Asked], in language: Language, _ db: Database) throws {
        let versions = Dictionary(grouping: results) { $0.value.version.id }
        for (version, results) in versions.sorted(by: { $0.key > $1.key }) {
            guard let reading = results.first?.value.reading else { continue }
            let outline = StructureOutline(try StructureStore.read(version, db).reading(in: language))
            let scored = outline.structure.questions.filter { $0.scale != nil && !$0.format.isMultiple }
            if questions.isEmpty { questions = scored }
            let overall = outline.structure.questions.first { $0.tags.contains(.satisfaction) }
            let tallies = try reading.tallies(apart: results.map(\.value.path), outline, reading.disclosed(outline), db)
            for (activity, asked) in results {
                guard let own = tallies[asked.path] else { continue }
                let means = scored.compactMap { question in
                    Statistics(own[question.id].scores).map { (question.code, $0.mean) }
                }
                courses[activity] = Course(
                    count: own.count, satisfaction: overall.flatMap { Statistics(own[$0.id].scores)?.mean },
                    means: Dictionary(means) { first, _ in first })
            }
        }
    }

    var count: Int { courses.values.reduce(0) { $0 + $1.count } }

    /// Of all answers to the overall question in these courses.
    var satisfaction: Double? {
        let known = courses.values.filter { $0.satisfaction != nil }
        let count = known.reduce(0) { $0 + $1.count }
        return count == 0 ? nil : known.reduce(0) { $0 + Double($1.count) * ($1.satisfaction ?? 0) } / Double(count)
    }
}
