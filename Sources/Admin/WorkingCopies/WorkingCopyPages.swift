import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct WorkingCopyPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.post("new/working-copy", use: keepCopy)
        own.post("new/working-copy/removal", use: removeCopy)
        own.post("{id}/working-copy", use: keepCopy)
        own.post("{id}/working-copy/removal", use: removeCopy)
    }

    @discardableResult
    func keep(_ form: Form, _ id: Int64?, _ person: SignedIn, _ db: Database) throws -> Bool {
        try WorkingCopy.keep(form, of: person.accountID, at: try place(of: form, id, person, db), db)
    }

    private func place(of form: Form, _ id: Int64?, _ person: SignedIn, _ db: Database) throws -> FormPlace {
        if let id { return FormPlace(of: try R.find(db, person.grants, R.editing, id)) }
        var record = R()
        if R.scope != nil { record.stamp.scopeID = try form.recordID("scope") ?? admin.currentScope(person, db) }
        guard person.grants.may(R.editing, in: record.stamp.scopeID) else { throw HTTPError(.notFound) }
        return FormPlace(of: record)
    }

    @Sendable func keepCopy(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, limits: .workingCopy, judgesText: false)
        let id = try person.parameters.recordID(ifAny: "id")
        let isKept = try await admin.database.write { db in try keep(form, id, person, db) }
        return admin.keptResponse(isKept, person)
    }

    @Sendable func removeCopy(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        let id = try person.parameters.recordID(ifAny: "id")
        _ = try await admin.database.write { db in
            try WorkingCopy.remove(of: person.accountID, at: try place(of: form, id, person, db), db)
        }
        let flash = Flash(admin.words(person)("history.copy.removed"))
        return try await admin.redirect(person, to: R.address + "/" + (id.map(String.init) ?? "new"), flash)
    }
}

extension Form.Limits {
    static let workingCopy: Form.Limits = {
        var limits = Form.Limits()
        (limits.bytes, limits.textBytes, limits.files) = (2 << 20, 2 << 20, 0)
        return limits
    }()
}
