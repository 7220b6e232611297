import GRDB

/// How many can answer about each course of a campaign, and how many have: everybody who can is counted, whether they looked or not.
struct CampaignRates: Sendable {
    struct Rate: Sendable, Equatable {
        var possible = 0
        var answered = 0
    }

    /// Of courses with fewer students than this, numbers would say something about single ones.
    let threshold: Int
    private let all: [Int64: Rate]

    init(_ questionnaire: Int64, _ activities: [Int64], _ db: Database) throws {
        let least = "SELECT threshold FROM questionnaire WHERE id = ?"
        threshold = try Int.fetchOne(db, sql: least, arguments: [questionnaire]) ?? 5
        let sql = """
            SELECT recordBook.activity AS activity, count(*) AS possible, count(receipt.offer) AS answered
            FROM recordBook JOIN student ON student.id = recordBook.student AND \(Student.active)
            JOIN questionnaire ON questionnaire.id = :questionnaire
            LEFT JOIN offer ON offer.questionnaire = questionnaire.id AND offer.student = student.id AND offer.activity = recordBook.activity
            LEFT JOIN receipt ON receipt.offer = offer.id
            WHERE recordBook.activity IN (SELECT value FROM json_each(:activities)) AND \(HeaderAudience.includes)
            GROUP BY recordBook.activity
            """
        let list = "[" + activities.map { String($0) }.joined(separator: ",") + "]"
        let rows = try Row.fetchAll(db, sql: sql, arguments: ["questionnaire": questionnaire, "activities": list])
        all = Dictionary(rows.map { ($0["activity"], Rate(possible: $0["possible"], answered: $0["answered"])) }) { first, _ in first }
    }

    /// Nil for a course with too few students.
    func rate(of activity: Int64) -> Rate? { all[activity].flatMap { $0.possible >= threshold ? $0 : nil } }

    /// All courses together, without those that are not shown alone where they could be reckoned from the sum.
    func sum(of activities: [Int64]) -> Rate? {
        let hidden = activities.filter { rate(of: $0) == nil }.reduce(0) { $0 + (all[$1]?.possible ?? 0) }
        guard hidden == 0 || hidden >= threshold else { return shownSum(of: activities) }
        return sum(activities.compactMap { all[$0] })
    }

    /// Only the courses that are shown alone.
    private func shownSum(of activities: [Int64]) -> Rate? { sum(activities.compactMap { rate(of: $0) }) }

    private func sum(_ rates: [Rate]) -> Rate? {
        let sum = rates.reduce(Rate()) { Rate(possible: $0.possible + $1.possible, answered: $0.answered + $1.answered) }
        return sum.possible >= threshold ? sum : nil
    }
}
