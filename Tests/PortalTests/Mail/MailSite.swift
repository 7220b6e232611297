import Foundation
import GRDB
import TestSupport
import Testing

@testable import Accounts
@testable import Admin

extension TestSite {
    /// Has messages leave by the server on a port, and gives people confirmed addresses: `admin@example.org` and so on.
    func setMail(port: Int = 1, addresses: [String] = []) async throws {
        try await database.write { db in
            var server = try MailServer.current(db)
            (server.way, server.host, server.port, server.security) = (.smtp, "127.0.0.1", port, "none")
            (server.sender, server.version) = ("portico@example.org", server.version + 1)
            try server.save(db)
            for name in addresses {
                let id = try #require(try Account.all().named(name).fetchOne(db)?.id)
                try AccountEmail(accountID: id, address: name + "@example.org", confirmedAt: .now).save(db)
            }
        }
    }

    /// Does everything that is due.
    func work() async throws { try await portal.jobs.runDue(now: .now + 5) }

    /// The messages of accounts in the outbox, oldest first.
    func mails(to recipient: String? = nil) async throws -> [Mail] {
        try await database.read { db in
            try Mail.fetchAll(
                db, sql: "SELECT * FROM mail WHERE system = 'accounts' AND recipient = ifnull(?, recipient) ORDER BY id",
                arguments: [recipient])
        }
    }
}

extension Mail {
    /// The path in its text that begins so.
    func path(_ start: String) throws -> String {
        let line = try #require(body.split(separator: "\n").first { $0.hasPrefix("http://localhost" + start) })
        return String(line.dropFirst("http://localhost".count))
    }
}
