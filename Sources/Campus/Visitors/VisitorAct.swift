import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

/// A visitor's acts on their data, shared by forms and programs. A warning means that the act was not done.
enum VisitorAct {
    typealias Act = @Sendable (Form, Int64, RenderContext, Database) throws -> Flash

    @Sendable static func addFavourite(_ form: Form, _ reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> Flash {
        let mark = try mark(form)
        guard let hit = try Campus.hits(of: [mark], rendering, db).first else { throw HTTPError(.notFound) }
        var keeping = try mark.keep(reader, db, at: .now)
        if case .full = keeping, try Campus.removeDeletedFavourites(of: reader, rendering, db) {
            keeping = try mark.keep(reader, db, at: .now)
        }
        switch keeping {
        case .added, .known: return Flash(rendering.words("campus.mine.kept", ["name": hit.title]))
        case .full: return Flash(rendering.words("campus.mine.full", ["limit": String(Bookmark.favourites)]), kind: .warn)
        }
    }

    @Sendable static func removeFavourite(_ form: Form, _ reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> Flash {
        try mark(form).remove(from: "favourite", reader, db)
        return Flash(rendering.words("campus.mine.removed"))
    }

    @Sendable static func forgetRecents(_ form: Form, _ reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> Flash {
        guard form["sure"] == "yes" else { return Flash(rendering.words("campus.mine.notSure"), kind: .warn) }
        try db.execute(sql: "DELETE FROM campusVisitorMark WHERE visitorID = ? AND list = 'recent'", arguments: [reader])
        return Flash(rendering.words("campus.mine.recentsForgotten"))
    }

    @Sendable static func addCourse(_ form: Form, _ reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> Flash {
        guard let course = form.recordID("course"),
            let hit = try Campus.hits(of: [Bookmark(kind: "course", id: course)], rendering, db).first
        else {
            throw HTTPError(.notFound)
        }
        guard let joining = try OwnCourse.join(course, colour: form["colour"], reader, db, at: .now) else {
            return Flash(rendering.words("campus.mine.tooManyCourses", ["limit": String(OwnCourse.limit)]), kind: .warn)
        }
        var sentences = [rendering.words("campus.mine.joined", ["name": hit.title])]
        if joining.kept > 0 { sentences.append(rendering.words("campus.mine.teachersKept", count: joining.kept)) }
        if joining.left > 0 { sentences.append(rendering.words("campus.mine.teachersLeft", count: joining.left)) }
        return Flash(sentences.joined(separator: " "), kind: joining.left > 0 ? .info : .good)
    }

    @Sendable static func removeCourse(_ form: Form, _ reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> Flash {
        try db.execute(
            sql: "DELETE FROM campusVisitorCourse WHERE visitorID = ? AND course = ?", arguments: [reader, form.recordID("course")])
        return Flash(rendering.words("campus.mine.left"))
    }

    @Sendable static func chooseDegree(_ form: Form, _ reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> Flash {
        let sql = "UPDATE campusVisitor SET degree = (SELECT id FROM degree WHERE id = ? AND \(Degree.notTrashed)) WHERE id = ?"
        try db.execute(sql: sql, arguments: [form.recordID("degree"), reader])
        return Flash(rendering.words("campus.mine.degreeKept"))
    }

    /// Follows all courses of a year of a degree, each in a colour of its own, and chooses the degree where none is chosen.
    @Sendable static func addYear(_ form: Form, _ reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> Flash {
        guard let degree = form.recordID("degree"), let year = form.number("year", in: 1...9) else { throw HTTPError(.notFound) }
        let sql = """
            SELECT o.course FROM courseOfDegree o JOIN course c ON c.id = o.course AND \(Course.notTrashed("c"))
            JOIN degree d ON d.id = o.degree AND \(Degree.notTrashed("d"))
            WHERE o.degree = ? AND o.courseYear = ? ORDER BY c.folded, c.id
            """
        let courses = try Int64.fetchAll(db, sql: sql, arguments: [degree, year])
        guard !courses.isEmpty else { throw HTTPError(.notFound) }
        let own = try Int64.fetchSet(db, sql: "SELECT course FROM campusVisitorCourse WHERE visitorID = ?", arguments: [reader])
        var (added, isFull) = (0, false)
        for (index, course) in courses.enumerated() where !own.contains(course) {
            let colour = OwnCourse.colours[index % OwnCourse.colours.count]
            if try OwnCourse.join(course, colour: colour, reader, db, at: .now) == nil { isFull = true } else { added += 1 }
        }
        try db.execute(sql: "UPDATE campusVisitor SET degree = ? WHERE id = ? AND degree IS NULL", arguments: [degree, reader])
        let sentence = rendering.words("campus.mine.yearKept", count: added)
        guard isFull else { return Flash(sentence) }
        let full = rendering.words("campus.mine.tooManyCourses", ["limit": String(OwnCourse.limit)])
        return Flash(sentence + " " + full, kind: .warn)
    }

    @Sendable static func remember(_ form: Form, _ reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> Flash {
        Flash(rendering.words("campus.mine.remembers"))
    }

    static func forget(_ token: Token, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM campusVisitor WHERE tokenHash = ?", arguments: [token.hash])
        try Subscription.forgetMail(db)
    }

    private static func mark(_ form: Form) throws -> Bookmark {
        let kinds = Campus.searchables.flatMap { $0.kinds }
        guard let id = form.recordID("id"), kinds.contains(form["kind"]) else { throw HTTPError(.notFound) }
        return Bookmark(kind: form["kind"], id: id)
    }
}
