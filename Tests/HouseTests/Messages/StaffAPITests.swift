import Accounts
import Admin
import Foundation
import GRDB
import TestSupport
import Testing

/// J16, J19 to J21 and J23: notices, messages, many records at once, pictures by number, and the first portal's address.
@Suite struct StaffAPITests {
    private func staff(_ key: String, _ house: GuestSite, _ browser: Browser) async throws -> GuestProgram {
        let secret = try await house.database.write { db in
            let account = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = ?", arguments: [key]) ?? 0
            return try AccessToken.make(
                "test", access: .write, areas: [AccessToken.everything], scope: nil, life: 3_600, of: account, db, by: .system("test")
            ).secret
        }
        return GuestProgram(browser: browser, token: secret)
    }

    @Test func aMessageReachesTheGuestWhoAnswersIt() async throws {
        let house = try await GuestSite()
        try await house.run(1) { browser, programs in
            let educator = try await staff("educator", house, browser)
            let which = try await educator.call(.post, "messages", #"{"to": "all", "text": "Ciao"}"#)
            #expect(which.status == 400)
            #expect(which.problem == "scope")
            let sent = try await educator.call(.post, "messages?scope=1", #"{"to": [1, 2, 1], "kind": "message", "text": "Torno alle 8"}"#)
            #expect(sent.status == 201)
            #expect(sent.body["guests"]?.list?.compactMap(\.number) == [1, 2])
            let foreign = try await educator.call(.post, "messages?scope=1", #"{"to": [4], "text": "Ciao"}"#)
            #expect(foreign.status == 404)
            let blue = try await staff("educator-blu", house, browser)
            let other = try await blue.call(.post, "messages?scope=1", #"{"to": "all", "text": "Ciao"}"#)
            #expect(other.status == 404)
            for body in [#"{"to": "some", "text": "x"}"#, #"{"to": "all"}"#, #"{"text": "x"}"#, #"{"to": [], "text": "x"}"#] {
                let wrong = try await educator.call(.post, "messages?scope=1", body)
                #expect(wrong.status == 422, "\(body)")
            }
            let notices = try await programs[0].get("notices")
            let notice = notices["items"]?.list?.first
            #expect(notices.ids.count == 1)
            #expect(notice?["kind"]?.text == "message")
            #expect(notice?["answer"]?.isNull == true)
            #expect(notice?["text"]?.text?.contains("Torno alle 8") == true)
            let id = notice?["id"]?.number ?? 0
            let newer = try await programs[0].get("notices?after=\(id)")
            #expect(newer.ids.isEmpty)
            let wrong = try await programs[0].call(.post, "notices/\(id)/answer", #"{"answer": "maybe"}"#)
            #expect(wrong.status == 422)
            let answered = try await programs[0].call(.post, "notices/\(id)/answer", #"{"answer": "dismiss"}"#)
            #expect(answered.status == 200)
            #expect(answered.body["answer"]?.text == "dismiss")
            let none = try await programs[0].call(.post, "notices/999/answer", #"{"answer": "update"}"#)
            #expect(none.status == 404)

            let look = try await educator.call(.post, "messages?scope=1", #"{"to": "all", "kind": "list_changed"}"#)
            #expect(look.status == 201)
            let told = try await programs[0].get("notices?after=\(id)")
            #expect(told["items"]?.list?.first?["kind"]?.text == "list_changed")
        }
        let written = try await house.site.value("SELECT count(*) FROM audit WHERE action = 'house.message'", as: Int.self)
        #expect(written == 2)
    }

    @Test func aGuestIsToldWhatAnotherDidToTheList() async throws {
        let house = try await GuestSite()
        try await house.database.write { try $0.execute(sql: "UPDATE guest SET entry = 'none' WHERE id = 2") }
        try await house.run(1, 2) { _, programs in
            try await programs[0].call(.post, "lists/current/items", #"{"product_id": 1}"#)
            let own = try await programs[0].get("notices")
            #expect(own.ids.isEmpty)
            let other = try await programs[1].get("notices")
            #expect(other["items"]?.list?.first?["author"]?.text == "Anna")
        }
    }

    @Test func manyRecordsAreHiddenOrThrownAwayAtOnce() async throws {
        let house = try await GuestSite()
        try await house.run(1) { browser, programs in
            let educator = try await staff("educator", house, browser)
            let hidden = try await educator.call(.post, "house/products/acts?scope=1", #"{"act": "unpublish", "ids": [1, 2]}"#)
            #expect(hidden.status == 200)
            #expect(hidden.body["changed"]?.number == 2)
            let again = try await educator.call(.post, "house/products/acts?scope=1", #"{"act": "unpublish", "ids": [1, 3]}"#)
            #expect(again.body["changed"]?.number == 1)
            #expect(again.body["skipped"]?.list?.first?["why"]?.text == "already")
            let seen = try await programs[0].get("products")
            #expect(Set(seen.ids) == [4, 5])
            let foreign = try await educator.call(.post, "house/products/acts?scope=1", #"{"act": "delete", "ids": [4, 6]}"#)
            #expect(foreign.status == 404)
            let wrong = try await educator.call(.post, "house/products/acts?scope=1", #"{"act": "explode", "ids": []}"#)
            #expect(wrong.status == 422)
            #expect(Set(wrong.refused) == ["/act", "/ids"])
            let deleted = try await educator.call(.post, "house/products/acts?scope=1", #"{"act": "delete", "ids": [4, 5]}"#)
            #expect(deleted.body["changed"]?.number == 2)
            let blue = try await staff("educator-blu", house, browser)
            let other = try await blue.call(.post, "house/products/acts", #"{"act": "delete", "ids": [1]}"#)
            #expect(other.status == 404)
        }
        let acts = try await house.site.value("SELECT count(*) FROM act", as: Int.self)
        #expect(acts == 3)
    }

    @Test func categoriesStandAsTheyWerePut() async throws {
        let house = try await GuestSite()
        try await house.run(1) { browser, programs in
            let educator = try await staff("educator", house, browser)
            let put = try await educator.call(.put, "house/categories/order?scope=1", #"{"ids": [2, 1]}"#)
            #expect(put.status == 200)
            #expect(put.body["changed"]?.number == 2)
            let shown = try await programs[0].get("categories")
            #expect(shown.ids == [2, 1])
            let part = try await educator.call(.put, "house/categories/order?scope=1", #"{"ids": [1]}"#)
            #expect(part.status == 409)
            #expect(part.problem == "notAll")
            let twice = try await educator.call(.put, "house/categories/order?scope=1", #"{"ids": [1, 1]}"#)
            #expect(twice.status == 422)
        }
    }

    @Test func aPictureIsThereByItsNumberForItsOwnHouseOnly() async throws {
        let house = try await GuestSite()
        try await house.run(1) { browser, programs in
            let educator = try await staff("educator", house, browser)
            let nothing = try await educator.call(.post, "media?scope=1", "{}")
            #expect(nothing.status == 415 || nothing.status == 422)
            try await house.database.write { db in
                for (id, scope) in [(1, nil), (2, 1), (3, 2)] as [(Int, Int?)] {
                    try db.execute(
                        sql: """
                            INSERT INTO picture (id, key, file, width, height, bytes, alt, credit, licence, original, scopeID, version, createdAt, updatedAt)
                            VALUES (?, ?, ?, 1, 1, 1, '', '', '', '', ?, 1, '2026-01-01', '2026-01-01')
                            """, arguments: [id, "p\(id)", String(repeating: "\(id)", count: 32), scope])
                }
            }
            let folder = house.site.portal.configuration.data + "/pictures"
            for id in 1...3 {
                let path = folder + "/" + String(repeating: "\(id)", count: 32)
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                for size in [96, 480, 1200] { try Data("\(size)".utf8).write(to: URL(fileURLWithPath: "\(path)/\(size).webp")) }
            }
            for (path, text) in [("media/1", "480"), ("media/2?w=90", "96"), ("media/2?w=97", "480"), ("media/2?w=4000", "1200")] {
                let answer = try await programs[0].call(.get, path)
                #expect(answer.status == 200, "\(path)")
                #expect(answer.text == text, "\(path)")
                #expect(answer.headers[.cacheControl] == "private, max-age=31536000, immutable")
            }
            let foreign = try await programs[0].call(.get, "media/3")
            #expect(foreign.status == 404)
            let staffs = try await educator.call(.get, "media/3")
            #expect(staffs.status == 200)
            let blue = try await staff("educator-blu", house, browser)
            let hidden = try await blue.call(.get, "media/2")
            #expect(hidden.status == 404)
            let nobody = try await browser.call(.get, "/media/2")
            #expect(nobody.status == 401)
            let asTheListSays = try await browser.call(.get, "/media/2", headers: [.authorization: "Bearer \(programs[0].token)"])
            #expect(asTheListSays.status == 200)
        }
    }

    @Test func theFirstPortalsAddressAnswersInItsOldShape() async throws {
        let house = try await GuestSite()
        try await house.database.write { try $0.execute(sql: "INSERT INTO productCategory VALUES (3, 2)") }
        try await house.live(1) { educator, guests in
            let address = "/index.php?option=com_casaplus&task=products.get_product"
            let answer = try await guests[0].call(.get, address, cookies: true)
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            let rows = answer.body["products"]?.list ?? []
            #expect(rows.first?.names == ["id", "nome", "categoria", "prezzo", "img"])
            #expect(rows.compactMap { $0["id"]?.number } == [1, 2, 3, 3, 4, 5])
            #expect(rows.compactMap { $0["categoria"]?.text } == ["", "Pane", "Verdura", "Pane", "", ""])
            #expect(answer.text.contains(#""prezzo":1.6"#))
            #expect(rows[4]["prezzo"]?.isNull == true)
            // It is sent as a page, and must not become one.
            #expect(!answer.text.contains("<"))
            #expect(rows[4]["nome"]?.text == "Sale <grosso>")
            let nobody = try await educator.call(.get, address)
            #expect(nobody.status == 401)
            let other = try await guests[0].call(.get, "/index.php?option=com_casaplus&task=products.delete", cookies: true)
            #expect(other.status == 404)
        }
    }

    @Test func noticesGoToADeviceWhereTheEducatorChoseThem() async throws {
        let house = try await GuestSite()
        try await house.run(1) { _, programs in
            let web = #"{"endpoint": "https://push.example.org/1", "keys": {"p256dh": "x", "auth": "y"}}"#
            let closed = try await programs[0].call(.post, "devices", web)
            #expect(closed.status == 403)
            try await house.database.write { db in
                try db.execute(sql: "INSERT INTO livingPreference (houseID, guestID, key, value) VALUES (1, 1, 'notices', 'push')")
            }
            for body in [web, "{}", #"{"apple_token": "zz"}"#] {
                let wrong = try await programs[0].call(.post, "devices", body)
                #expect(wrong.status == 422, "\(body)")
            }
            try await house.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO pushDevice (id, guestID, houseDeviceID, kind, address, label, createdAt, seenAt) VALUES
                          (1, 1, NULL, 'apple', 'ab', 'app', '2026-01-01', '2026-01-01'), (2, 4, NULL, 'apple', 'cd', 'app', '2026-01-01', '2026-01-01')
                        """)
            }
            let foreign = try await programs[0].call(.delete, "devices/2")
            #expect(foreign.status == 404)
            let off = try await programs[0].call(.delete, "devices/1")
            #expect(off.status == 204)
            let again = try await programs[0].call(.delete, "devices/1")
            #expect(again.status == 404)
        }
    }
}
