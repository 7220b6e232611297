import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

/// Working copies of unsaved input on the designer's pages, restored on the next visit.
enum DesignCopy: String {
    case elements = "questionnaires.elements"
    case texts = "questionnaires.texts"

    func find(_ id: Int64, of person: SignedIn, _ db: Database) throws -> UnsavedInput? {
        try UnsavedInput.find(of: person.accountID, in: rawValue, id, db)
    }

    /// - Returns: false when the input is too long to store.
    @discardableResult
    func keep(_ form: Form, _ id: Int64, of person: SignedIn, _ db: Database) throws -> Bool {
        try UnsavedInput.keep(form, of: person.accountID, in: rawValue, id, db)
    }

    func remove(_ id: Int64, of person: SignedIn, _ db: Database) throws {
        try UnsavedInput.remove(of: person.accountID, in: rawValue, id, db)
    }

    /// Who else is writing in the forms of a version's elements: people with unsaved input of the last minutes.
    static func writers(of version: Int64, except account: Int64, now: Date, _ db: Database) throws -> [Int64: [String]] {
        let sql = """
            SELECT workingCopy.recordID AS element, account.name AS name
            FROM workingCopy JOIN account ON account.id = workingCopy.accountID
            WHERE workingCopy.kind = ? AND workingCopy.accountID <> ? AND workingCopy.at > ?
              AND workingCopy.recordID IN (SELECT element.id FROM element WHERE element.version = ?)
            ORDER BY account.name
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: [elements.rawValue, account, now.addingTimeInterval(-600), version])
        return Dictionary(grouping: rows) { $0["element"] as Int64 }.mapValues { $0.map { $0["name"] as String } }
    }

    static func notice(_ copy: UnsavedInput?, at action: String, isOutdated: Bool, _ words: Words, _ zone: TimeZone) -> any Sendable {
        guard let copy else { return false }
        let when = words.language.relativeMoment(copy.at, now: .now, in: zone)
        return [
            "text": words("history.copy.opened", ["when": when]),
            "changed": isOutdated ? words("questionnaires.design.copyOutdated") : false,
            "removeAction": action + "/working-copy/removal",
        ] as Values
    }
}

struct DesignCopyPages: Sendable {
    let design: DesignContext

    private var admin: AdminContext { design.admin }

    func addRoutes(to structure: RouterGroup<SignedIn>) {
        structure.post("elements/{element}/working-copy") { try await keep($0, $1, .elements) }
        structure.post("elements/{element}/working-copy/removal") { try await remove($0, $1, .elements) }
        structure.post("text/working-copy") { try await keep($0, $1, .texts) }
        structure.post("text/working-copy/removal") { try await remove($0, $1, .texts) }
    }

    private func place(_ person: SignedIn, _ copy: DesignCopy, _ db: Database) throws -> (id: Int64, address: String) {
        let heading = try design.heading(person, DesignContext.editing, db)
        let (version, structure) = try design.content(heading, db)
        guard version.state == .draft else { throw HTTPError(.notFound) }
        guard copy == .elements else { return (version.id, heading.structure + "/text") }
        guard let id = person.parameters.recordID("element"), structure.spot(id) != nil else { throw HTTPError(.notFound) }
        return (id, "\(heading.structure)/elements/\(id)")
    }

    private func keep(_ request: Request, _ person: SignedIn, _ copy: DesignCopy) async throws -> Response {
        let form = try await Form.read(request)
        let isKept = try await admin.database.write { db in
            try copy.keep(form, try place(person, copy, db).id, of: person, db)
        }
        let words = design.words(person)
        let text =
            isKept ? words("history.copy.kept", ["time": words.language.time(.now, in: admin.site.zone)]) : words("history.copy.long")
        return Response(
            status: isKept ? .ok : .contentTooLarge, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    private func remove(_ request: Request, _ person: SignedIn, _ copy: DesignCopy) async throws -> Response {
        let words = design.words(person)
        let address = try await admin.database.write { db -> String in
            let place = try place(person, copy, db)
            try copy.remove(place.id, of: person, db)
            try person.session.setFlash(db, Flash(words("history.copy.removed")))
            return place.address
        }
        return .redirect(to: address)
    }
}
