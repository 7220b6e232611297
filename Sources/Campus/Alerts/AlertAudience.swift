import GRDB

/// Whom a bulletin reaches, and what of the visitors' own choices makes it so.
enum AlertAudience {
    /// SQL: whether the bulletin `b` is for everybody.
    static let everybody = "NOT EXISTS (SELECT 1 FROM campusBulletinTarget t WHERE t.bulletin = b.id)"

    /// SQL: whether the bulletin `b` touches the visitor `:visitor`: his degree and its department, his courses and who teaches them, what
    /// he keeps among his favourites, the events that he follows.
    static let touches = """
        EXISTS (SELECT 1 FROM campusBulletinTarget t WHERE t.bulletin = b.id AND CASE t.kind
          WHEN 'degree' THEN t.objectID IN (SELECT degree FROM campusVisitor WHERE id = :visitor)
          WHEN 'department' THEN t.objectID IN (
            SELECT d.department FROM campusVisitor v JOIN degree d ON d.id = v.degree WHERE v.id = :visitor
            UNION SELECT d.department FROM campusVisitorCourse vc JOIN courseOfDegree o ON o.course = vc.course JOIN degree d ON d.id = o.degree
              WHERE vc.visitorID = :visitor)
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

    /// The visitors that a bulletin is for.
    static func count(_ bulletin: Int64, _ db: Database) throws -> Int {
        let sql = """
            SELECT count(*) FROM campusVisitor w WHERE EXISTS (
              SELECT 1 FROM campusBulletin b WHERE b.id = ? AND \(concerns.replacing(":visitor", with: "w.id")))
            """
        return try Int.fetchOne(db, sql: sql, arguments: [bulletin]) ?? 0
    }
}
