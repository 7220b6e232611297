import GRDB

/// Statistical tags stored beside answers. Tags of the person only for a questionnaire that is openly not anonymous.
struct OfferTags {
    let all: [(CompilationTag, String)]

    init(_ offer: Offer, isAnonymous: Bool, _ db: Database) throws {
        var all: [(CompilationTag, String)] = []
        func add(_ tag: CompilationTag, _ id: Int64?) { if let id { all.append((tag, String(id))) } }
        add(.activity, offer.activity)
        add(.academicYear, offer.year)
        add(.competition, offer.competition)
        if let activity = offer.activity {
            // The course's own degree comes first, because the results of the course belong to that degree only.
            let sql = """
                SELECT DISTINCT course.id AS course, courseOfDegree.degree AS degree, courseOfDegree.degree IS course.degree AS isOwn
                FROM activity JOIN course ON course.id = activity.course JOIN courseOfDegree ON courseOfDegree.course = course.id
                WHERE activity.id = ? ORDER BY isOwn DESC, degree
                """
            let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [activity])
            add(.course, rows.first.flatMap { $0["course"] as Int64? })
            for row in rows { add(.degree, row["degree"]) }
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
