import Admin
import GRDB
import Registry

struct SeededOccasion: Equatable {
    static let known = ["activity", "year", "mobility", "competition"]
    static let members = known.map { (name: $0, schema: SeedSchema("string"), isRequired: false) }

    var activity: Int64?
    var year: Int64?
    var mobility: Int64?
    var competition: Int64?

    init?(_ mapping: SeedMapping) {
        activity = mapping["activity"]?.record(of: Activity.self)
        year = mapping["year"]?.record(of: AcademicYear.self)
        mobility = mapping["mobility"]?.record(of: Mobility.self)
        competition = mapping["competition"]?.record(of: Competition.self)
        let given = Self.known.count { mapping[$0] != nil }
        guard given == [activity, year, mobility, competition].count(where: { $0 != nil }) else { return nil }
    }

    init(activity: Int64? = nil, year: Int64? = nil, mobility: Int64? = nil, competition: Int64? = nil) {
        (self.activity, self.year, self.mobility, self.competition) = (activity, year, mobility, competition)
    }

    func offer(_ id: String, _ questionnaire: Int64, student: Int64, _ db: Database) throws -> Offer {
        let sql = "SELECT year FROM activity WHERE id = ? UNION ALL SELECT year FROM competition WHERE id = ?"
        let own = try Int64.fetchOne(db, sql: sql, arguments: [activity, competition])
        let occasion =
            activity.map { "activity \($0)" } ?? competition.map { "competition \($0)" } ?? mobility.map { "mobility \($0)" }
            ?? year.map { "year \($0)" } ?? EvaluationTarget.once.key
        return Offer(
            id: id, questionnaire: questionnaire, student: student, occasion: occasion, activity: activity, year: own ?? year,
            mobility: mobility, competition: competition)
    }

    func exported(_ export: SeedExport) throws -> [(String, SeedValue)] {
        var pairs: [(String, SeedValue)] = []
        if let activity, let key = try export.key(of: activity, Activity.self) { pairs.append(("activity", .text(key))) }
        if activity == nil, competition == nil, let year, let key = try export.key(of: year, AcademicYear.self) {
            pairs.append(("year", .text(key)))
        }
        if let mobility, let key = try export.key(of: mobility, Mobility.self) { pairs.append(("mobility", .text(key))) }
        if let competition, let key = try export.key(of: competition, Competition.self) { pairs.append(("competition", .text(key))) }
        return pairs
    }
}
