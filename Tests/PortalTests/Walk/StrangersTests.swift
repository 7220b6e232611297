import Accounts
import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Portal

/// What belongs to others is not there: another house, another student, another researcher, another guest.
@Suite struct StrangersTests {
    @Test func whatBelongsToOthersIsNotThere() async throws {
        let site = try await TestSite.seeded()
        let walk = try await RouteWalk(site)
        let scoped = site.portal.admin.resources.all.filter { $0.scope != nil }
        let ofRossa = walk.steps.filter { step in
            scoped.contains { type in
                step.pattern.hasPrefix(type.address + "/{id}") || step.pattern.hasPrefix("/api/v1/\(type.system)/\(type.path)/{id}")
            }
        }
        #expect(ofRossa.count > 150)
        let before = try await site.contents()
        // Keeps Casa Blu; every number is one of Casa Rossa.
        try await site.browse(as: "role-educator") { browsers in
            for step in ofRossa {
                let answer = try await browsers[0].walk(step)
                #expect(!answer.isLetIn, "\(step.name) (\(step.path)): \(answer.status)")
                #expect(answer.status < 500, "\(step.name) (\(step.path)): \(answer.status)")
            }
        }
        let after = try await site.contents()
        #expect(before == after)
    }

    @Test func aResearcherFindsNothingOfAnother() async throws {
        let site = try await TestSite.seeded()
        try await site.database.write { db in
            let other = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = 'researcher'")
            try db.execute(sql: "UPDATE citationAuthor SET owner = ?, visibility = 'private'", arguments: [other])
        }
        let walk = try await RouteWalk(site)
        let theirs = walk.steps.filter { step in
            ["authors", "runs"].contains { part in
                ["/admin/citations/", "/api/v1/citations/"].contains { step.pattern.hasPrefix($0 + part + "/{id}") }
            }
        }
        #expect(theirs.count > 80)
        let before = try await site.contents()
        try await site.browse(as: "role-researcher") { browsers in
            for step in theirs {
                let answer = try await browsers[0].walk(step)
                // A program's empty body is refused before the record is looked for, which tells nothing of it.
                let isEmpty = answer.status == 422 && step.pattern.hasPrefix("/api/")
                #expect(!answer.isLetIn || isEmpty, "\(step.name): \(answer.status)")
                #expect(answer.status < 500, "\(step.name): \(answer.status)")
            }
        }
        let after = try await site.contents()
        #expect(before == after)
    }

    @Test func aStudentFindsNothingOfAnother() async throws {
        let site = try await TestSite.seeded()
        let offer = try await site.value(
            "SELECT o.id FROM offer o JOIN student s ON s.id = o.student WHERE s.account = 'student'", as: String.self)
        let id = try #require(offer)
        let theirs = try await RouteWalk(site).steps.filter { $0.pattern.hasPrefix("/questionnaires/offers/{offer}") }
            .map { RouteWalk.Step(method: $0.method, pattern: $0.pattern, path: $0.path.replacing("/offers/1", with: "/offers/\(id)")) }
        #expect(theirs.count > 8)
        let before = try await site.contents()
        try await site.browse(as: "role-student") { browsers in
            for step in theirs {
                let answer = try await browsers[0].walk(step)
                #expect(!answer.isLetIn, "\(step.name): \(answer.status)")
                #expect(answer.status < 500, "\(step.name): \(answer.status)")
            }
        }
        let after = try await site.contents()
        #expect(before == after)
    }

    @Test func aGuestFindsNothingOfAnotherHouse() async throws {
        let site = try await TestSite.seeded()
        let (device, guest) = (Token(), Token())
        let ids = try await site.database.write { db -> [String: Int64] in
            let now = Date.now
            let person = try Int64.fetchOne(db, sql: "SELECT min(id) FROM guest WHERE houseID = ?", arguments: [TestSite.blu])
            try db.execute(
                sql: "INSERT INTO houseDevice (houseID, tokenHash, createdAt) VALUES (?, ?, ?)",
                arguments: [TestSite.blu, device.hash, now])
            try db.execute(
                sql: "INSERT INTO guestSession (tokenHash, guestID, deviceID, browser, createdAt, expiresAt) VALUES (?, ?, ?, '', ?, ?)",
                arguments: [guest.hash, person, db.lastInsertedRowID, now, now + 3_600])
            let theirs = try Int64.fetchOne(db, sql: "SELECT min(id) FROM guest WHERE houseID = ?", arguments: [TestSite.rossa])
            return try Self.things(in: TestSite.rossa, of: theirs ?? 0, at: now, db)
        }
        let steps = try await RouteWalk(site).steps.compactMap { step -> RouteWalk.Step? in
            let parts = step.pattern.split(separator: "/").map(String.init)
            guard parts.first == "house" || step.pattern.hasPrefix("/api/v1/") && parts.count < 7,
                let place = parts.firstIndex(of: "{id}"), let id = ids[parts[place - 1]],
                parts[..<place].allSatisfy({ !$0.hasPrefix("{") }), !step.isOfRecords
            else { return nil }
            let path =
                "/"
                + parts.enumerated().map { $0.offset == place ? String(id) : $0.element.hasPrefix("{") ? "1" : $0.element }
                .joined(separator: "/")
            return RouteWalk.Step(method: step.method, pattern: step.pattern, path: path)
        }
        #expect(steps.count >= 30)
        let (before, rows) = (try await site.contents(), try await site.rows(of: Self.tables))
        try await site.browse(as: "") { browsers in
            browsers[0].cookies = ["portico-device": device.text, "portico-guest": guest.text]
            let home = try await browsers[0].get("/house/home")
            #expect(home.status == 200)
            for step in steps {
                let answer = try await browsers[0].walk(step)
                // An act with an empty form is refused before its thing is looked for, or finds nothing of one's own to end.
                #expect(
                    answer.status == 404 || step.method == .post && [303, 422].contains(answer.status),
                    "\(step.name) (\(step.path)): \(answer.status)")
            }
        }
        let after = try await site.contents()
        #expect(before == after)
        let left = try await site.rows(of: Self.tables)
        #expect(left == rows)
    }

    private static let tables = ["clip", "helpCall", "kitchenTimer", "listItem", "notice", "noticeDelivery", "shoppingList", "voice"]

    /// What a house has that its guests' pages name by a number, by the part of the address before it.
    private static func things(in house: Int64, of guest: Int64, at now: Date, _ db: Database) throws -> [String: Int64] {
        let tables = ["products": "product", "recipes": "recipe", "categories": "category"]
        var things = try tables.mapValues { table in
            try Int64.fetchOne(db, sql: "SELECT min(id) FROM \(table) WHERE houseID = ?", arguments: [house]) ?? 0
        }
        func make(_ part: String, _ sql: String, _ arguments: StatementArguments) throws {
            try db.execute(sql: sql, arguments: arguments)
            things[part] = db.lastInsertedRowID
        }
        let open = try Int64.fetchOne(db, sql: "SELECT id FROM shoppingList WHERE guestID = ? AND state = 'open'", arguments: [guest])
        if let open {
            things["lists"] = open
        } else {
            try make("lists", "INSERT INTO shoppingList (houseID, guestID) VALUES (?, ?)", [house, guest])
        }
        try make("items", "INSERT OR REPLACE INTO listItem (listID, product) VALUES (?, ?)", [things["lists"], things["products"]])
        try make(
            "timers", "INSERT INTO kitchenTimer (guestID, startedAt, endsAt) VALUES (?, ?, ?)", [guest, now, now + 600])
        try make("calls", "INSERT INTO helpCall (houseID, guestID, text, createdAt) VALUES (?, ?, 'Aiuto', ?)", [house, guest, now])
        try make(
            "voices", "INSERT INTO voice (houseID, text, sound, milliseconds, madeBy, madeAt) VALUES (?, 'Ciao', x'00', 1, 'x', ?)",
            [house, now])
        try make("clips", "INSERT INTO clip (houseID, text, video, milliseconds, madeAt) VALUES (?, 'Ciao', x'00', 1, ?)", [house, now])
        try make(
            "notices", "INSERT INTO notice (houseID, kind, author, text, createdAt) VALUES (?, 'message', 'x', 'Ciao', ?)", [house, now])
        try db.execute(sql: "INSERT INTO noticeDelivery (noticeID, guestID) VALUES (?, ?)", arguments: [things["notices"], guest])
        return things
    }
}

extension TestSite {
    /// Every row of these tables as it is.
    fileprivate func rows(of tables: [String]) async throws -> [String] {
        try await database.read { db in
            try tables.flatMap { table in try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY 1").map { "\(table) \($0)" } }
        }
    }
}
