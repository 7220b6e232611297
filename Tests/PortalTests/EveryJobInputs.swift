import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import Admin
@testable import Campus
@testable import Citations
@testable import House
@testable import Portal
@testable import Web

/// What there is to do for each kind of job.
extension EveryJobTests {
    static func prepare(_ site: TestSite, _ origin: String) async throws -> (first: Int64, last: Int64) {
        let templates = site.portal.admin.pages.templates
        // Visits are counted in memory until the job writes them down.
        try await site.browse([""]) { browsers in _ = try await browsers[0].get("/campus", headers: [.accept: "text/html"]) }
        return try await site.database.write { db in
            try db.execute(sql: "DELETE FROM job")
            try prepareHouse(db)
            try prepareFile(db, site.portal.admin, templates)
            try prepareCampus(db, origin)
            try prepareMessages(db, origin)
            let runs = try #require(try Row.fetchOne(db, sql: "SELECT min(id), max(id) FROM citationRun WHERE deletedAt IS NULL"))
            let (first, last): (Int64, Int64) = (runs[0], runs[1])
            try db.execute(
                sql: """
                    UPDATE citationSettings SET asksSites = 1, hosts = '\(host)', pause = 0;
                    UPDATE citationAuthor SET homepage = '\(origin)/home' WHERE id = (SELECT author FROM citationRun WHERE id = \(first));
                    DELETE FROM citationOutcome WHERE runID = \(last);
                    INSERT INTO offer (id, questionnaire, student, occasion)
                      SELECT 'a-draft-that-was-left-long-ago', (SELECT min(id) FROM questionnaire), (SELECT min(id) FROM student), 'x';
                    INSERT INTO filling (offer, version, content, day)
                      SELECT 'a-draft-that-was-left-long-ago', (SELECT min(id) FROM questionnaireVersion), x'00', '2020-01-01';
                    DELETE FROM offer WHERE id NOT IN (SELECT offer FROM receipt) AND id NOT IN (SELECT offer FROM filling);
                    """)
            return (first, last)
        }
    }

    private static func prepareHouse(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO session (tokenHash, accountID, createdAt, seenAt, expiresAt, address, device)
                  VALUES (zeroblob(32), 1, '2020-01-01', '2020-01-01', '2020-01-02', '', '');
                INSERT INTO previewLink (tokenHash, kind, recordID, createdAt, expiresAt, actor)
                  VALUES (zeroblob(32), 'house.products', 1, '2020-01-01', '2020-01-02', 'x');
                """)
        var (category, product) = (Category(), Product())
        (category.stamp.scopeID, category.name) = (2, "Da buttare")
        try category.insert(db, by: actor)
        (product.stamp.scopeID, product.name) = (2, "Nel cestino")
        try product.insert(db, by: actor)
        try product.move(toTrash: true, db, by: actor)
        try db.execute(sql: "UPDATE product SET deletedAt = '2020-01-01' WHERE id = ?", arguments: [product.stamp.id])
    }

    private static func prepareFile(_ db: Database, _ admin: AdminContext, _ templates: Templates) throws {
        let bytes = Array("Nome;In casa\nDal file uno;1\nDal file due;2\n".utf8)
        let found = try FoundTable(bytes, for: Product.self, [templates.words(in: .italian)])
        var staged = StagedImport("prova.csv", bytes, found, on: Product.name, scope: 2, by: 1, .italian)
        staged.state = .checked
        try staged.add(bytes, db)
        var reader = try TableSource(bytes)
        let context = try ImportWork(admin: admin).context(staged, db)
        let rules = ImportValidator<Product>(staged.chosen, ImportWork(admin: admin).spelling(FileNames(context), staged.chosen))
        for (index, row) in try reader.next(most: 10).enumerated() {
            try StagedItem.add(index + 1, row.place, row.content?.stored, row.remarks, to: staged.number, db)
            var item = try #require(try StagedItem.find(index + 1, of: staged.number, db))
            try rules.check(&item)
            try item.storeOutcome(in: staged.number, db)
        }
        let counts = try ImportCounts(of: staged.number, db)
        #expect(counts.new == 2)
        staged.counts = Jobs.json(counts)
        try staged.update(db)
    }

    private static func prepareCampus(_ db: Database, _ origin: String) throws {
        try db.execute(
            sql: """
                UPDATE campusNewsSource SET feed = '';
                UPDATE campusCalendar SET feed = '';
                INSERT OR REPLACE INTO campusLinkCheck (address, checkedAt, status)
                  SELECT DISTINCT address, '2999-01-01', 200 FROM (\(LinkUses.sql));
                UPDATE campusLink SET url = '\(origin)/link' WHERE id = (SELECT min(id) FROM campusLink WHERE deletedAt IS NULL AND published = 1);
                UPDATE campusNewsSource SET feed = '\(origin)/feed', active = 1 WHERE id = (SELECT min(id) FROM campusNewsSource);
                INSERT INTO campusVisitor (tokenHash, seenOn) VALUES (zeroblob(32), '2999-01-01');
                INSERT INTO campusWay (visitorID, channel, address, leavingKey, topic, least, language, createdAt, confirmedAt)
                  VALUES (last_insert_rowid(), 'mail', 'eva@example.org', 'key', 'all', 'info', 'it', '2026-01-01', '2026-01-01');
                """)
        var (event, article) = (Event(), Article())
        (event.title, event.calendar) = ("Antico", try Int64.fetchOne(db, sql: "SELECT min(id) FROM campusCalendar"))
        (event.starts, event.ends) = (.now - 800 * 86_400, .now - 799 * 86_400)
        try event.insert(db, by: actor)
        article.published = false
        (article.title, article.source, article.posted) = (
            "Pianificata", try Int64.fetchOne(db, sql: "SELECT min(id) FROM campusNewsSource"), .now
        )
        try article.insert(db, by: actor)
        try db.execute(
            sql: """
                INSERT INTO schedule (kind, recordID, act, at, plannedAt, accountID, actor)
                VALUES ('campus.articles', ?, 'publish', '2026-01-01', '2025-12-01', 1, 'Amministratrice')
                """, arguments: [article.stamp.id])
        for (title, moment) in [("Pianificato", Date.now + 3_600), ("Subito", nil)] {
            var alert = Alert()
            alert.title = title
            alert.translations["title", .english] = .init(title, of: title)
            alert.category = try Int64.fetchOne(db, sql: "SELECT min(id) FROM campusAlertCategory")
            try alert.insert(db, by: actor)
            _ = try Bulletin.propose(alert, at: moment, db, by: actor, now: .now)
        }
        try db.execute(sql: "UPDATE campusBulletin SET publishAt = '2026-01-01' WHERE title = 'Pianificato'")
    }

    private static func prepareMessages(_ db: Database, _ origin: String) throws {
        try db.execute(
            sql: """
                INSERT INTO accountEmail (accountID, address, confirmedAt) VALUES (1, 'ada@example.org', '2026-01-01');
                INSERT INTO moderatorCall (account, cases) VALUES (1, 'all');
                """)
        try Mail.enqueue(to: "anna@example.org", of: "stories", subject: "Una", body: "Ciao", at: .now - 5, db)
        try Mail.enqueue(to: "ugo@example.org", of: "stories", subject: "Due", body: "Ciao", isUrgent: true, at: .now - 5, db)
        _ = try Webhook(
            id: nil, address: origin + "/hook", resources: Product.name, acts: "*", secret: Webhook.freshSecret(), isOn: true,
            createdAt: db.transactionDate
        ).inserted(db)
        let product = try #require(try Product.fetchAll(db, where: "deletedAt IS NULL", []).first)
        for _ in 1...2 { try Webhooks.note("update", on: product, db) }
        try db.execute(sql: "UPDATE webhookDelivery SET eventID = 'left' WHERE id = (SELECT max(id) FROM webhookDelivery)")
        // Asked for below; from now on nothing that is changed is told.
        try db.execute(sql: "DELETE FROM job")
        try db.execute(sql: "UPDATE webhook SET resources = 'house.shops'")
    }
}

/// Another site, on this machine: takes notices, and has a feed, a page and a thing to link to.
final class Neighbour: Sendable {
    private let taken = Mutex(0)
    var notices: Int { taken.withLock { $0 } }

    func listen(_ test: @escaping @Sendable (_ origin: String) async throws -> Void) async throws {
        let router = Router()
        router.post("hook") { [self] _, _ in
            taken.withLock { $0 += 1 }
            return HTTPResponse.Status.ok
        }
        for (path, type, text) in [
            (
                "feed", "application/rss+xml",
                "<rss version=\"2.0\"><channel><title>F</title><item><title>Dal feed</title><guid>uno</guid></item></channel></rss>"
            ),
            ("home", "text/html", "<ul><li>Wet stones</li></ul>"), ("link", "text/html", "<p>Eccomi</p>"),
        ] {
            let answer: @Sendable (Request, BasicRequestContext) -> Response = { _, _ in
                Response(status: .ok, headers: [.contentType: type], body: .init(byteBuffer: ByteBuffer(string: text)))
            }
            router.get(RouterPath(path), use: answer)
            router.head(RouterPath(path), use: answer)
        }
        var logger = Logger(label: "neighbour")
        logger.logLevel = .critical
        let application = Application(router: router, configuration: .init(address: .hostname(EveryJobTests.host, port: 0)), logger: logger)
        try await application.test(.live) { client in try await test("http://\(EveryJobTests.host):\(client.port ?? 0)") }
    }
}
