import Accounts
import Admin
import Crypto
import Foundation
import GRDB

/// A person's private document for several runs; table `citationUpload`. It is deleted after some time.
struct KeptDocument: FetchableRecord, Decodable, Sendable {
    let id: Int64
    let name: String
    let role: DocumentRole
    let text: String
    let sha256: String
    let createdAt: Date

    static let most = 50
    static let keptDays = 180

    static func all(of account: Int64, _ db: Database) throws -> [KeptDocument] {
        try fetchAll(db, sql: "SELECT * FROM citationUpload WHERE accountID = ? ORDER BY id DESC", arguments: [account])
    }

    /// What an import of the account brought.
    static func all(ofAct act: Int64, of account: Int64, _ db: Database) throws -> [KeptDocument] {
        try fetchAll(db, sql: "SELECT * FROM citationUpload WHERE actID = ? AND accountID = ? ORDER BY id", arguments: [act, account])
    }

    static func find(_ id: Int64, of account: Int64, _ db: Database) throws -> KeptDocument? {
        try fetchOne(db, sql: "SELECT * FROM citationUpload WHERE id = ? AND accountID = ?", arguments: [id, account])
    }

    /// Stores a document; an identical one is reused. Returns nil when the limit is reached.
    static func keep(_ document: RunDocument, _ db: Database, of owner: Int64? = nil, by actor: Actor) throws -> KeptDocument? {
        let account = owner ?? actor.accountID ?? 0
        if let known = try existing(document, of: account, db) { return known }
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM citationUpload WHERE accountID = ?", arguments: [account]) ?? 0
        guard count < most else { return nil }
        try db.execute(
            sql: "INSERT INTO citationUpload (accountID, name, role, text, sha256, createdAt, actID) VALUES (?, ?, ?, ?, ?, ?, ?)",
            arguments: [account, document.name, document.role.rawValue, document.text, hash(document), try db.transactionDate, actor.actID])
        let id = db.lastInsertedRowID
        try log("keep", id, db, by: actor)
        return try find(id, of: account, db)
    }

    /// The same text that was kept before.
    static func existing(_ document: RunDocument, of account: Int64, _ db: Database) throws -> KeptDocument? {
        let same = "SELECT * FROM citationUpload WHERE accountID = ? AND role = ? AND sha256 = ?"
        return try fetchOne(db, sql: same, arguments: [account, document.role.rawValue, hash(document)])
    }

    private static func hash(_ document: RunDocument) -> String {
        SHA256.hash(data: Data(document.text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    func remove(_ db: Database, by actor: Actor) throws {
        try db.execute(sql: "DELETE FROM citationUpload WHERE id = ?", arguments: [id])
        try Self.log("remove", id, db, by: actor)
    }

    /// Without the file's name, which may name a person whom others must not see.
    private static func log(_ act: String, _ id: Int64, _ db: Database, by actor: Actor) throws {
        try AuditEntry.write(db, "citations.documents.\(act)", by: actor, on: ("citations.documents", id, "#\(id)"))
    }

    static func sweep(_ db: Database, at now: Date) throws -> Int {
        try db.execute(sql: "DELETE FROM citationUpload WHERE createdAt < ?", arguments: [now - Double(keptDays) * 86_400])
        return db.changesCount
    }

    var copy: RunDocument {
        var document = RunDocument()
        (document.name, document.role, document.text) = (name, role, text)
        return document
    }
}

struct DocumentReading: Sendable {
    /// `ListReading.Format`, or `page` for a page that needs a list for its titles; nil when unreadable.
    private(set) var format: String?
    private(set) var works: [ListedWork] = []
    private(set) var remarks: [Analysis.Remark] = []

    init(_ document: RunDocument, layouts: [Layout]) {
        if document.role == .page, ListReader.isPage(document.text), !ScholarPages.isOne(document.text) {
            format = "page"
            return
        }
        do {
            let reading = try ListReader.read(document.text, needsCount: document.role == .list, layouts: layouts)
            (format, works, remarks) = (reading.format.rawValue, reading.works, reading.remarks(of: document.name))
        } catch {
            let reason = (error as? ListRefusal)?.reason ?? .broken
            // Titles are looked for in the text of a page or a curriculum.
            if document.role == .page, reason.mayBeProse {
                format = "page"
                return
            }
            remarks = [Analysis.Remark(kind: reason.rawValue, document: document.name)]
        }
    }
}
