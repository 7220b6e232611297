import Admin
import GRDB
import Registry
import Web

struct OpenResults {
    let asked: ResultPages.Asked
    let activity: Int64
    let year: String

    var address: String { "/questionnaires/open-results/\(asked.version.id)/\(activity)" }

    func title(in language: Language, _ db: Database) throws -> String { try ResultReading.name("a\(activity)", in: language, db) ?? "" }

    static func all(of course: Int64, _ db: Database) throws -> [OpenResults] { try all(where: "activity.course = ?", [course], db) }

    static func find(version: Int64, activity: Int64, _ db: Database) throws -> OpenResults? {
        try all(where: "compilation.version = ? AND activity.id = ?", [version, activity], db).first
    }

    private static func all(where condition: String, _ arguments: StatementArguments, _ db: Database) throws -> [OpenResults] {
        let sql = """
            SELECT DISTINCT compilation.version AS version, activity.id AS activity, academicYear.name AS year
            FROM activity JOIN academicYear ON academicYear.id = activity.year
            JOIN compilationTag ON compilationTag.tag = 'activity' AND compilationTag.value = CAST(activity.id AS TEXT)
            JOIN compilation ON compilation.id = compilationTag.compilation
            JOIN questionnaire ON questionnaire.id = compilation.questionnaire AND questionnaire.openResults = 1 AND questionnaire.anonymous = 1
              AND questionnaire.interim = 0
            WHERE \(condition) AND \(Activity.notTrashed) ORDER BY academicYear.name DESC, compilation.version DESC, activity.id
            """
        return try Row.fetchAll(db, sql: sql, arguments: arguments).compactMap { row in
            guard let version = try QuestionnaireVersion.find(row["version"], db),
                let heading = try ResultHeading.find(version.questionnaire, db)
            else { return nil }
            let reading = try ResultReading(version.id, threshold: heading.threshold, db)
            return ResultPages.Asked(row["activity"], of: version, heading, reading).map {
                OpenResults(asked: $0, activity: row["activity"], year: row["year"])
            }
        }
    }
}

extension Questionnaires: CoursePages {
    public static func coursePages(of course: Int64, in language: Language, _ db: Database) throws -> [PageLink] {
        try OpenResults.all(of: course, db).map {
            PageLink(
                "questionnaires.open.link", detail: "\($0.year) · \(try $0.title(in: language, db))", address: $0.address, icon: "chart")
        }
    }
}
