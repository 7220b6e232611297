import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct ImportPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("imports", use: askFile)
        own.post("imports", use: takeFile)
        own.post("imports/{id}/deletion", use: removeImport)
    }

    @Sendable func askFile(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            _ = try admin.requireScope(of: R.self, person, R.editing, context)
            return ("admin/files/upload", try uploadPage(nil, person, context))
        }
    }

    @Sendable func takeFile(_ request: Request, _ person: SignedIn) async throws -> Response {
        // Checks the permission before reading the body.
        let scopeID = try await admin.database.read { db in
            try admin.requireScope(of: R.self, person, R.editing, try admin.context(person, db))
        }
        let form = try await Form.read(request, limits: .tables)
        let templates = admin.pages.templates
        do {
            guard let upload = form.file("file") else { throw FileRefusal("none") }
            guard upload.size <= FileTable.bytes else { throw FileRefusal("bytes") }
            let (path, name) = (upload.path, upload.name)
            let read = await offThread {
                Result<([UInt8], ImportMapping), any Error> {
                    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
                    let table = try FileTable(bytes)
                    return (bytes, ImportMapping(guessing: table, for: R.self, Language.allCases.map { templates.words(in: $0) }))
                }
            }
            let (bytes, mapping) = try read.get()
            // The temporary file is deleted with the last reference.
            withExtendedLifetime(upload) {}
            let accountID = person.accountID
            let id = try await admin.database.write { db in
                var file = ImportFile(name, bytes, mapping, on: R.name, scope: scopeID, by: accountID)
                try file.add(db)
                return file.id ?? 0
            }
            return .redirect(to: "\(R.address)/imports/\(id)", type: .normal)
        } catch let refusal as FileRefusal {
            return try await admin.page(person, request, status: .unprocessableContent) { _, context in
                ("admin/files/upload", try uploadPage(context.words(refusal.textKey, refusal.values), person, context))
            }
        }
    }

    private func uploadPage(_ error: String?, _ person: SignedIn, _ context: FormContext) throws -> Values {
        let words = context.words
        let heading = words("files.import.heading", ["things": R.named(words, "many").lowercased()])
        let sql =
            "SELECT id, name, at FROM importFile WHERE accountID = ? AND kind = ? AND scopeID IS ? AND state = 'waiting' ORDER BY id DESC"
        let scopeID = R.scope == nil ? nil : context.scopeID
        let waiting = try Row.fetchAll(context.db, sql: sql, arguments: [person.accountID, R.name, scopeID]).map { row -> Values in
            let address = "\(R.address)/imports/\(row[0] as Int64)"
            let when = words.language.saidMoment(row[2], now: .now, in: context.zone)
            return ["label": row[1] as String, "when": when, "href": address, "deletion": address + "/deletion"]
        }
        let limits = ["rows": words.language.number(FileTable.rowLimit), "size": String(FileTable.bytes >> 20)]
        return [
            "title": heading, "heading": heading, "action": R.address + "/imports", "error": error ?? false, "listHref": R.address,
            "limits": words("files.import.limits", limits), "waiting": waiting, "exportHref": R.address + "/export",
            "breadcrumbs": [["label": R.named(words, "many"), "href": R.address]] as [Values],
        ]
    }

    @Sendable func removeImport(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.database.write { db in
            let file = try ImportFile.find(of: R.self, person, db)
            if file.state != .working { try file.delete(db) }
        }
        return try await admin.redirect(person, to: R.address + "/imports", Flash(admin.words(person)("files.removed"), kind: .info))
    }
}

extension ImportFile {
    /// Returns the person's file of this address; throws 404 otherwise.
    static func find<R: Resource>(of type: R.Type, _ person: SignedIn, _ db: Database) throws -> Self {
        guard var file = try fetchOne(db, key: try person.recordID()), file.accountID == person.accountID, file.kind == R.name,
            person.grants.may(R.editing, in: file.scopeID)
        else { throw HTTPError(.notFound) }
        if file.state == .working, try !file.isLive(db) { (file.state, file.problem) = (.waiting, "files.refused.stopped") }
        return file
    }
}

extension Form.Limits {
    /// Slightly above the limit of a file, so that a larger one gets a proper message.
    static let tables: Form.Limits = {
        var limits = Form.Limits()
        (limits.bytes, limits.fileBytes, limits.files) = (13 << 20, 12 << 20, 1)
        return limits
    }()
}
