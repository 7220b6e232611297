import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// Form actions on a visitor's own lists. Each creates the visitor if necessary.
extension CampusPages {
    /// `POST /campus/mine/removal`: deletes all data and the cookie.
    @Sendable func forget(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let token = CampusReader.token(in: request) { try await database.write { try VisitorAct.forget(token, $0) } }
        var response = Response.redirect(to: "/campus/mine?forgotten=yes")
        CampusReader.setCookie(nil, in: &response, isSecure: secureCookie)
        return response
    }

    /// `GET /campus/mine/data.json`: all stored data.
    @Sendable func takeAlong(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let reader = try await CampusReader.id(request, database) else { throw HTTPError(.notFound) }
        let (rendering, origin) = (rendering(for: visitor), admin.origin(of: request))
        let json = try await database.read { try VisitorRecord(reader: reader, rendering: rendering, origin: origin).json($0) }
        var response = AlertPages.file(json.compact, "application/json; charset=utf-8")
        response.headers[.contentDisposition] = "attachment; filename=\"campus.json\""
        response.markSecret()
        return response
    }

    func act(_ request: Request, _ visitor: Visitor, _ make: @escaping VisitorAct.Act) async throws -> Response {
        let form = try await Form.read(request)
        let rendering = rendering(for: visitor)
        let token = try await database.write { db -> Token? in
            let reader = try CampusReader.make(request, db)
            let flash = try make(form, reader.id, rendering, db)
            try CampusReader.say(flash.text, kind: flash.kind, to: reader.id, db)
            return reader.token
        }
        let next = SafePath.local(form["next"]).flatMap { $0.hasPrefix("/campus") ? $0 : nil } ?? "/campus/mine"
        var response = Response.redirect(to: next)
        if let token { CampusReader.setCookie(token, in: &response, isSecure: secureCookie) }
        return response
    }
}
