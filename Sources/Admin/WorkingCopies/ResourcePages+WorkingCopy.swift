import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

extension ResourcePages {
    func addWorkingCopyRoutes(to own: RouterGroup<SignedIn>) {
        own.post("new/working-copy", use: keepCopy)
        own.post("new/working-copy/removal", use: removeCopy)
        own.post("{id}/working-copy", use: keepCopy)
        own.post("{id}/working-copy/removal", use: removeCopy)
    }

    func place(of record: R) -> FormPlace {
        FormPlace(kind: R.name, recordID: record.id ?? 0, scopeID: record.id == nil ? record.stamp.scopeID ?? 0 : 0)
    }

    @discardableResult
    func keep(_ form: Form, _ id: Int64?, _ person: SignedIn, _ db: Database) throws -> Bool {
        try WorkingCopy.keep(form, of: person.accountID, at: try place(of: form, id, person, db), db)
    }

    private func place(of form: Form, _ id: Int64?, _ person: SignedIn, _ db: Database) throws -> FormPlace {
        if let id { return place(of: try find(db, person, R.editing, id)) }
        var record = R()
        if R.scope != nil { record.stamp.scopeID = try form.recordID("scope") ?? admin.currentScope(person, db) }
        guard person.grants.may(R.editing, in: record.stamp.scopeID) else { throw HTTPError(.notFound) }
        return place(of: record)
    }

    /// Stores typed input from the script; answers the sentence to show.
    @Sendable func keepCopy(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, limits: .workingCopy, judgesText: false)
        let id = try person.parameters.recordID(ifAny: "id")
        let isKept = try await admin.database.write { db in try keep(form, id, person, db) }
        return admin.saidKept(isKept, person)
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

    func notice(of copy: WorkingCopy, _ record: R, _ context: FormContext) throws -> any Sendable {
        let draft = try record.id.flatMap { try Draft.find(R.name, $0, context.db) }
        let states = try FormStates(record, copy.typed, isDraft: draft != nil, context.db)
        let fields = try differences(states.over, from: states.base, copy.typed, context)
        guard !fields.isEmpty else { return false }
        let words = context.words
        let address = R.address + "/" + (record.id.map(String.init) ?? "new")
        let when = words.language.saidMoment(copy.at, now: .now, in: context.zone)
        return [
            "text": words("history.copy.left", ["when": when], count: fields.count), "fields": fields,
            "changed": isOutdated(copy, record, draft) ? words("history.copy.changed") : false,
            "openHref": address + "?working-copy=open", "removeAction": address + "/working-copy/removal",
            "scope": record.stamp.scopeID.map(String.init) ?? "",
        ] as Values
    }

    private func isOutdated(_ copy: WorkingCopy, _ record: R, _ draft: Draft?) -> Bool {
        record.id != nil && copy.version != draft?.version ?? record.stamp.version
    }

    func openedNotice(of copy: WorkingCopy, _ record: R, version: String?, _ context: FormContext) -> Values {
        let words = context.words
        let when = words.language.saidMoment(copy.at, now: .now, in: context.zone)
        let isOutdated = version.map { $0 != String(copy.version) } ?? false
        var values: Values = [
            "dirty": true,
            "openedCopy": [
                "text": words("history.copy.opened", ["when": when]), "changed": isOutdated ? words("history.copy.changed") : false,
                "removeAction": "\(R.address)/\(record.id.map(String.init) ?? "new")/working-copy/removal",
                "scope": record.stamp.scopeID.map(String.init) ?? "",
            ] as Values,
        ]
        if copy.version > 0 { values["version"] = String(copy.version) }
        let edition = copy.typed["edition"]
        if !edition.isEmpty { values["edition"] = edition }
        return values
    }
}

extension Form.Limits {
    static let workingCopy: Form.Limits = {
        var limits = Form.Limits()
        (limits.bytes, limits.textBytes, limits.files) = (2 << 20, 2 << 20, 0)
        return limits
    }()
}
