import GRDB

enum AlertAudience {
    static let everybody = "NOT EXISTS (SELECT 1 FROM campusBulletinTarget t WHERE t.bulletin = b.id)"

    /// SQL: the departments of the visitor `:visitor`, of their degree and of their courses, each with its faculty.
    private static let departments = """
        (SELECT p.id, p.faculty FROM department p JOIN degree d ON d.department = p.id WHERE d.id IN (
          SELECT degree FROM campusVisitor WHERE id = :visitor
          UNION SELECT o.degree FROM campusVisitorCourse vc JOIN courseOfDegree o ON o.course = vc.course WHERE vc.visitorID = :visitor))
        """

    /// SQL: whether `b` concerns `:visitor`: degree with department and faculty, courses with teachers, favourites, followed events.
    static let touches = """
        EXISTS (SELECT 1 FROM campusBulletinTarget t WHERE t.bulletin = b.id AND CASE t.kind
          WHEN 'degree' THEN t.objectID IN (SELECT degree FROM campusVisitor WHERE id = :visitor)
          WHEN 'department' THEN t.objectID IN (SELECT id FROM \(departments))
          WHEN 'faculty' THEN t.objectID IN (SELECT faculty FROM \(departments))
          WHEN 'course' THEN t.objectID IN (SELECT course FROM campusVisitorCourse WHERE visitorID = :visitor)
          WHEN 'person' THEN t.objectID IN (
            SELECT at.person FROM activityTeacher at JOIN activity a ON a.id = at.activity
              JOIN campusVisitorCourse vc ON vc.course = a.course WHERE vc.visitorID = :visitor
            UNION SELECT objectID FROM campusVisitorMark WHERE visitorID = :visitor AND list = 'favourite' AND kind = 'person')
          ELSE t.objectID IN (
            SELECT objectID FROM campusVisitorMark WHERE visitorID = :visitor AND list = 'favourite' AND kind = t.kind
            UNION SELECT event FROM campusFollowing WHERE visitorID = :visitor AND t.kind = 'event'
            UNION SELECT s.area FROM campusSlot s JOIN campusTimetable ct ON ct.id = s.timetable JOIN activity a ON a.id = ct.activity
              JOIN campusVisitorCourse vc ON vc.course = a.course WHERE vc.visitorID = :visitor AND t.kind = 'area')
          END)
        """

    static let concerns = "(\(everybody) OR \(touches))"

    static func count(_ bulletin: Int64, _ db: Database) throws -> Int {
        let sql = """
            SELECT count(*) FROM campusVisitor w WHERE EXISTS (
              SELECT 1 FROM campusBulletin b WHERE b.id = ? AND \(concerns.replacing(":visitor", with: "w.id")))
            """
        return try Int.fetchOne(db, sql: sql, arguments: [bulletin]) ?? 0
    }
}
