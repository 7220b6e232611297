import GRDB

/// What is kept beside somebody's answers for statistics. It comes from what the questionnaire was filled in for, never from the person,
/// unless the questionnaire says openly that it is not anonymous.
struct OfferTags {
    let all: [(CompilationTag, String)]

    init(_ offer: Offer, isAnonymous: Bool, _ db: Database) throws {
        var all: [(CompilationTag, String)] = []
        func add(_ tag: CompilationTag, _ id: Int64?) { if let id { all.append((tag, String(id))) } }
        add(.activity, offer.activity)
        add(.academicYear, offer.year)
        add(.competition, offer.competition)
        if let activity = offer.activity {
            let sql = """
                SELECT course.id AS course, course.degree AS degree FROM activity JOIN course ON course.id = activity.course
                WHERE activity.id = ?
                """
            let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [activity])
            add(.course, row.flatMap { $0["course"] as Int64? })
            add(.degree, row.flatMap { $0["degree"] as Int64? })
            let teachers = try Int64.fetchAll(
                db.cachedStatement(sql: "SELECT person FROM activityTeacher WHERE activity = ?"), arguments: [activity])
            for teacher in teachers.sorted() { add(.teacher, teacher) }
        }
        if !isAnonymous {
            add(.student, offer.student)
            add(.mobility, offer.mobility)
            let year = try Int64.fetchOne(db, sql: "SELECT courseYear FROM student WHERE id = ?", arguments: [offer.student])
            add(.yearOfCourse, year)
        }
        self.all = all
    }
}
