import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// What visitors do with their own lists. Each act makes the visitor known to this browser if he was not.
extension CampusPages {
    /// `POST /campus/mine/favourites` with `kind` and `id`
    @Sendable func addFavourite(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await act(request, visitor) { form, reader, look, db in
            let mark = try mark(form)
            guard let hit = try Campus.hits(of: [mark], look, db).first else { throw HTTPError(.notFound) }
            var keeping = try mark.keep(reader, db, at: .now)
            if case .full = keeping, try Campus.forgetGone(of: reader, look, db) { keeping = try mark.keep(reader, db, at: .now) }
            switch keeping {
            case .added, .known: return Flash(look.words("campus.mine.kept", ["name": hit.title]))
            case .full: return Flash(look.words("campus.mine.full", ["limit": String(Mark.favourites)]), kind: .warn)
            }
        }
    }

    @Sendable func removeFavourite(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await act(request, visitor) { form, reader, look, db in
            try mark(form).remove(from: "favourite", reader, db)
            return Flash(look.words("campus.mine.removed"))
        }
    }

    @Sendable func forgetRecents(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await act(request, visitor) { form, reader, look, db in
            guard form["sure"] == "yes" else { return Flash(look.words("campus.mine.notSure"), kind: .warn) }
            try db.execute(sql: "DELETE FROM campusVisitorMark WHERE visitorID = ? AND list = 'recent'", arguments: [reader])
            return Flash(look.words("campus.mine.recentsForgotten"))
        }
    }

    /// `POST /campus/mine/courses` with `course` and `colour`
    @Sendable func addCourse(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await act(request, visitor) { form, reader, look, db in
            guard let course = Int64(form["course"]), let hit = try Campus.hits(of: [Mark(kind: "course", id: course)], look, db).first
            else {
                throw HTTPError(.notFound)
            }
            guard let joining = try OwnCourse.join(course, colour: form["colour"], reader, db, at: .now) else {
                return Flash(look.words("campus.mine.tooManyCourses", ["limit": String(OwnCourse.limit)]), kind: .warn)
            }
            var sentences = [look.words("campus.mine.joined", ["name": hit.title])]
            if joining.kept > 0 { sentences.append(look.words("campus.mine.teachersKept", count: joining.kept)) }
            if joining.left > 0 { sentences.append(look.words("campus.mine.teachersLeft", count: joining.left)) }
            return Flash(sentences.joined(separator: " "), kind: joining.left > 0 ? .warn : .good)
        }
    }

    @Sendable func removeCourse(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await act(request, visitor) { form, reader, look, db in
            try db.execute(
                sql: "DELETE FROM campusVisitorCourse WHERE visitorID = ? AND course = ?", arguments: [reader, Int64(form["course"])])
            return Flash(look.words("campus.mine.left"))
        }
    }

    /// `POST /campus/mine/degree` with `degree`, empty for none
    @Sendable func chooseDegree(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await act(request, visitor) { form, reader, look, db in
            let sql = "UPDATE campusVisitor SET degree = (SELECT id FROM degree WHERE id = ? AND deletedAt IS NULL) WHERE id = ?"
            try db.execute(sql: sql, arguments: [Int64(form["degree"]), reader])
            return Flash(look.words("campus.mine.degreeKept"))
        }
    }

    /// `POST /campus/mine/remembering`: from now on the last pages are kept.
    @Sendable func remember(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await act(request, visitor) { _, _, look, _ in Flash(look.words("campus.mine.remembers")) }
    }

    /// `POST /campus/mine/removal`: everything goes, and the cookie with it.
    @Sendable func forget(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let token = CampusReader.token(in: request) {
            try await database.write { db in
                try db.execute(sql: "DELETE FROM campusVisitor WHERE tokenHash = ?", arguments: [token.hash])
                try Way.forgetMail(db)
            }
        }
        var response = Response.redirect(to: "/campus/mine?forgotten=yes")
        CampusReader.setCookie(nil, in: &response, isSecure: secureCookie)
        return response
    }

    private func mark(_ form: Form) throws -> Mark {
        let kinds = Campus.searchables.flatMap { $0.kinds }
        guard let id = Int64(form["id"]), kinds.contains(form["kind"]) else { throw HTTPError(.notFound) }
        return Mark(kind: form["kind"], id: id)
    }

    /// One act in one transaction, then back to where it was done, where its message is shown.
    private func act(
        _ request: Request, _ visitor: Visitor, _ make: @escaping @Sendable (Form, Int64, Look, Database) throws -> Flash
    ) async throws -> Response {
        let form = try await Form.read(request)
        let look = look(for: visitor)
        let token = try await database.write { db -> Token? in
            let reader = try CampusReader.make(request, db)
            let flash = try make(form, reader.id, look, db)
            try CampusReader.say(flash.text, kind: flash.kind, to: reader.id, db)
            return reader.token
        }
        let next = SafePath.local(form["next"]).flatMap { $0.hasPrefix("/campus") ? $0 : nil } ?? "/campus/mine"
        var response = Response.redirect(to: next)
        if let token { CampusReader.setCookie(token, in: &response, isSecure: secureCookie) }
        return response
    }
}
