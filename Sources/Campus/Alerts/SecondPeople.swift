import Accounts
import Admin
import Foundation
import GRDB
import Web

/// Those who may approve an emergency that another person proposed.
enum SecondPeople {
    struct Person: Sendable {
        let id: Int64
        let name: String
        let language: Language?
    }

    private static let sender = "accounts"
    private static let most = 50

    static func all(besides account: Int64?, _ db: Database) throws -> [Person] {
        let grants: Set<Permission> = ["campus.*", "campus.alerts.*", PublicationPages.editing]
        let roles = ["admin"] + Campus.roles.filter { !grants.isDisjoint(with: $0.grants) }.map(\.name)
        let sql = """
            SELECT DISTINCT a.id, a.name, a.language FROM account a JOIN roleAssignment r ON r.accountID = a.id
            WHERE \(Account.notTrashed("a")) AND a.isActive = 1 AND a.id IS NOT ? AND r.scopeID IS NULL
              AND (r.role IN (\(databaseQuestionMarks(count: roles.count)))
                OR r.role IN (SELECT o.name FROM ownRole o, json_each(o.grants) g WHERE g.value = ?))
            ORDER BY a.name LIMIT \(most)
            """
        let arguments = StatementArguments([account]) + StatementArguments(roles) + [PublicationPages.editing.rawValue]
        return try Row.fetchAll(db, sql: sql, arguments: arguments).map { row in
            Person(id: row["id"], name: row["name"], language: (row["language"] as String?).flatMap(Language.init(rawValue:)))
        }
    }

    static func tell(_ bulletin: Bulletin, _ admin: AdminContext, _ db: Database, by actor: Actor, now: Date) throws {
        guard bulletin.state == .proposed, bulletin.weight == .emergency else { return }
        let link = try admin.mailOrigin(db) + PublicationPages.address(bulletin.alert ?? 0)
        var isWritten = false
        for person in try all(besides: actor.accountID, db) {
            guard let address = try AccountEmail.confirmed(person.id, db) else { continue }
            let words = admin.pages.templates.words(in: person.language ?? admin.site.language)
            let values = ["title": bulletin.headline(words), "name": actor.name, "link": link, "site": admin.site.name]
            let (subject, body) = (words("campus.quick.mail.subject", values), words("campus.quick.mail.body", values))
            let html = MailHTML(language: words.language, links: [link]).page(body, title: subject)
            try Mail.enqueue(to: address, of: sender, subject: subject, body: body, html: html, isUrgent: true, at: now, db)
            isWritten = true
        }
        if isWritten { try Jobs.enqueue(db, Outbox.urgent, by: .system("")) }
    }
}
