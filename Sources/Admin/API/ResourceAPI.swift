import Accounts
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct ResourceAPI<R: Resource>: Sendable {
    let admin: AdminContext

    static var address: String { "/api/v1/\(R.system)/\(R.path)" }

    func addRoutes(to router: RouterGroup<Caller>) {
        let own = router.group("\(R.system)/\(R.path)").add(middleware: SystemSwitch(R.system, of: admin))
        ResourceListAPI(api: self).addRoutes(to: own)
        ResourceActAPI(api: self).addRoutes(to: own)
        own.get("{id}", use: show)
        ResourceWriteAPI(api: self).addRoutes(to: own)
    }

    @Sendable func show(_ request: Request, _ caller: Caller) async throws -> Response {
        _ = try APIQuery(request, knows: [])
        let id = try caller.id()
        return try await admin.database.read { db in try answer(try R.find(db, caller.grants, R.seeing, id), db) }
    }

    /// Returns the record to change; throws 404 if the caller may not see it, 403 if they may only see it.
    func find(_ db: Database, _ caller: Caller, _ id: Int64, trashed: Bool = false) throws -> R {
        let record = try R.find(db, caller.grants, R.seeing, id, trashed: trashed)
        try caller.require(R.editing, in: record.stamp.scopeID)
        guard try R.isOpen(id, R.editing, caller.grants, db) else { throw HTTPError(.forbidden) }
        return record
    }

    func scope(_ asked: Int64?, _ caller: Caller, _ db: Database) throws -> Int64? {
        guard let scope = R.scope else {
            if asked != nil { throw Problem.parameter("scope") }
            try caller.require(R.seeing, in: nil)
            return nil
        }
        let sql = "SELECT id FROM \(scope.table) WHERE \(scope.notTrashed) ORDER BY id"
        let seen = try Int64.fetchAll(db, sql: sql).filter { caller.grants.may(R.seeing, in: $0) }
        if let asked {
            guard seen.contains(asked) else { throw HTTPError(.notFound) }
            return asked
        }
        // Without any scope, the missing right is the reason to report.
        if seen.isEmpty { try caller.require(R.seeing, in: nil) }
        guard seen.count == 1 else { throw Problem(.badRequest, "scope", members: [("parameter", "\"scope\"")]) }
        return seen[0]
    }

    func context(_ caller: Caller, _ db: Database, scopeID: Int64?) -> FormContext {
        let words = admin.pages.templates.words(in: caller.language)
        return FormContext(
            db: db, words: words, zone: admin.site.zone, scopeID: scopeID, actor: caller.actor, tiles: "", errors: FieldErrors(),
            grants: caller.grants)
    }

    func answer(_ record: R, _ db: Database, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) throws -> Response {
        var headers = headers
        headers[.eTag] = "\"\(record.stamp.version)\""
        return .json(try RecordAnswer.json(of: [record], db)[0], status: status, headers: headers)
    }
}

extension AdminContext {
    func addResourceAPIs(to router: RouterGroup<Caller>) {
        for type in resources.all { add(type, to: router) }
    }

    private func add<R: Resource>(_ type: R.Type, to router: RouterGroup<Caller>) {
        ResourceAPI<R>(admin: self).addRoutes(to: router)
    }
}
