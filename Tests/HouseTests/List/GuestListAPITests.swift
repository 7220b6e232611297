import Admin
import GRDB
import TestSupport
import Testing

/// J5 to J10: the list.
@Suite struct GuestListAPITests {
    @Test func theListLooksAsItsExampleLetterByLetter() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO picture (id, key, file, width, height, bytes, alt, credit, licence, original, version, createdAt, updatedAt)
                    VALUES (9, 'riso', '0123456789abcdef0123456789abcdef', 1, 1, 1, '', '', '', '', 1, '2026-01-01', '2026-01-01')
                    """)
            try db.execute(sql: "UPDATE product SET picture = 9 WHERE id = 1")
        }
        try await house.run(1) { _, programs in
            let empty = try await programs[0].call(.get, "lists/current")
            #expect(empty.text == #"{"version":0,"items":[]}"#)
            let added = try await programs[0].call(.post, "lists/current/items", #"{"product_id": 1, "quantity": 2}"#)
            #expect(added.status == 201)
            let list = try await programs[0].call(.get, "lists/current")
            let version = list.body["version"]?.number ?? -1
            let id = list.body.ids.first ?? -1
            // The example of the requirements, with the numbers that came out here.
            let example = """
                {"version":\(version),"items":[{"id":\(id),"product":{"id":1,"name":"Riso","image":"/media/9","price_cents":160},\
                "quantity":2,"bought":false,"note":null}]}
                """
            #expect(list.text == example)
            #expect(added.headers[.location] == "/api/v1/lists/current/items/\(id)")
            let same = try await programs[0].call(.get, "lists/current", headers: [.ifNoneMatch: list.headers[.eTag] ?? ""])
            #expect(same.status == 304)
            #expect(same.text.isEmpty)
        }
    }

    @Test func addingTwiceRaisesTheQuantityUnlessItIsTheSameCall() async throws {
        let house = try await GuestSite()
        try await house.run(1) { _, programs in
            let body = #"{"product_id": 1}"#
            let first = try await programs[0].call(.post, "lists/current/items", body, key: "a-1")
            let again = try await programs[0].call(.post, "lists/current/items", body, key: "a-1")
            #expect(first.status == 201)
            #expect(again.status == 201)
            #expect(again.text == first.text)
            #expect(again.headers[.init("Idempotent-Replayed")!] == "true")
            let once = try await house.list()
            #expect(once == ["Riso": 1])
            let other = try await programs[0].call(.post, "lists/current/items", #"{"product_id": 2}"#, key: "a-1")
            #expect(other.status == 409)
            #expect(other.problem == "keyReused")
            try await programs[0].call(.post, "lists/current/items", body)
            let twice = try await house.list()
            #expect(twice == ["Riso": 2])
        }
    }

    @Test func whatWasDoneWithoutANetworkIsDoneOnceHoweverOftenItIsSent() async throws {
        let house = try await GuestSite()
        try await house.run(1) { _, programs in
            let acts = #"{"ops": [{"id": "a", "op": "add", "product": 1, "quantity": 3}, {"id": "b", "op": "purchase", "item": 999}]}"#
            let first = try await programs[0].call(.post, "sync", acts)
            #expect(first.body["ops"]?.list?.compactMap { $0["state"]?.text } == ["done", "refused"])
            #expect(first.body["ops"]?.list?.last?["text"]?.text?.isEmpty == false)
            let again = try await programs[0].call(.post, "sync", acts)
            #expect(again.body["ops"]?.list?.compactMap { $0["state"]?.text } == ["already", "refused"])
            let list = try await house.list()
            #expect(list == ["Riso": 3])
            // One that is not known keeps no other back.
            let mixed = #"{"ops": [{"id": "c", "op": "explode"}, {"id": "d", "op": "add", "product": 2}]}"#
            let each = try await programs[0].call(.post, "sync", mixed)
            #expect(each.status == 200)
            #expect(each.body["ops"]?.list?.compactMap { $0["state"]?.text } == ["refused", "done"])
            for wrong in [#"{"ops": 1}"#, "{}"] {
                let answer = try await programs[0].call(.post, "sync", wrong)
                #expect(answer.status == 422)
                #expect(answer.refused == ["/ops"])
            }
        }
    }

    @Test func wrongQuantitiesAreRefusedAndForeignProductsAreNotThere() async throws {
        let house = try await GuestSite()
        try await house.run(1) { _, programs in
            for quantity in ["0", "100", "\"abc\"", "1.5"] {
                let answer = try await programs[0].call(.post, "lists/current/items", #"{"product_id": 1, "quantity": \#(quantity)}"#)
                #expect(answer.status == 422, "\(quantity)")
                #expect(answer.refused == ["/quantity"], "\(quantity)")
            }
            let foreign = try await programs[0].call(.post, "lists/current/items", #"{"product_id": 6}"#)
            #expect(foreign.status == 404)
            #expect(foreign.problem == "notFound")
            let none = try await programs[0].call(.post, "lists/current/items", #"{"quantity": 1, "colour": "red"}"#)
            #expect(none.status == 422)
            #expect(Set(none.refused) == ["/product_id", "/colour"])
            let list = try await house.list()
            #expect(list.isEmpty)
        }
    }

    @Test func twoProgramsChangeTwoRowsAndBothChangesStay() async throws {
        let house = try await GuestSite()
        try await house.run(1, 1) { _, programs in
            for product in [1, 2] { try await programs[0].call(.post, "lists/current/items", #"{"product_id": \#(product)}"#) }
            let list = try await programs[0].call(.get, "lists/current")
            let items = list.body["items"]?.list ?? []
            let rows = Dictionary(uniqueKeysWithValues: items.map { ($0["product"]?["name"]?.text ?? "", $0["id"]?.number ?? 0) })
            let (rice, bread) = (rows["Riso"] ?? 0, rows["Pane"] ?? 0)
            let seen = list.headers[.eTag]
            let version = "\"\(list.body["version"]?.number ?? 0)\""
            let first = try await programs[0].call(.patch, "lists/current/items/\(rice)", #"{"bought": true}"#, match: seen)
            #expect(first.status == 200)
            #expect(first.body["item"]?["bought"]?.bool == true)
            let second = try await programs[1].call(
                .patch, "lists/current/items/\(bread)", #"{"quantity": 3, "note": "integrale"}"#, match: version)
            #expect(second.status == 200)
            #expect(second.body["item"]?["note"]?.text == "integrale")
            // The same row, as it was before: somebody else was quicker.
            let late = try await programs[1].call(.patch, "lists/current/items/\(rice)", #"{"quantity": 9}"#, match: seen)
            #expect(late.status == 412)
            #expect(late.problem == "stale")
            #expect(late.headers[.eTag] != nil)
            let blind = try await programs[1].call(.patch, "lists/current/items/\(rice)", #"{"quantity": 9}"#)
            #expect(blind.status == 428)
            let anyhow = try await programs[1].call(.patch, "lists/current/items/\(rice)", #"{"bought": false}"#, match: "*")
            #expect(anyhow.status == 200)
            let item = try await programs[1].call(.get, "lists/current/items/\(rice)")
            let again = try await programs[1].call(.patch, "lists/current/items/\(rice)", #"{"note": null}"#, match: item.headers[.eTag])
            #expect(again.status == 200)
            let amounts = try await house.list()
            #expect(amounts == ["Riso": 1, "Pane": 3])
        }
    }

    @Test func sinceAVersionOnlyWhatIsDifferentComes() async throws {
        let house = try await GuestSite()
        try await house.run(1) { _, programs in
            let program = programs[0]
            for product in [1, 2, 3] { try await program.call(.post, "lists/current/items", #"{"product_id": \#(product)}"#) }
            let before = try await program.get("lists/current")
            let version = before["version"]?.number ?? 0
            let nothing = try await program.get("lists/current?since=\(version)")
            #expect(nothing.ids.isEmpty)
            #expect(nothing["complete"]?.bool == false)
            let ids = before.ids
            try await program.call(.delete, "lists/current/items/\(ids[0])")
            try await program.call(.patch, "lists/current/items/\(ids[1])", #"{"quantity": 5}"#, match: "*")
            let changed = try await program.get("lists/current?since=\(version)")
            #expect(changed.ids == [ids[1]])
            #expect(changed["removed"]?.list?.compactMap(\.number) == [ids[0]])
            // What a list shows of a product is part of it.
            let now = changed["version"]?.number ?? 0
            try await house.database.write { try $0.execute(sql: "UPDATE product SET name = 'Riso buono' WHERE id = 1") }
            let renamed = try await program.get("lists/current?since=\(now)")
            #expect(renamed["version"]?.number ?? 0 > now)
            // The next list is another one.
            try await program.call(.post, "lists/current/finish")
            let next = try await program.get("lists/current?since=\(now)")
            #expect(next["complete"]?.bool == true)
        }
    }

    @Test func emptyingIsUndoneAndTheListIsTheSame() async throws {
        let house = try await GuestSite()
        try await house.run(1) { _, programs in
            let program = programs[0]
            let early = try await program.call(.post, "lists/current/undo")
            #expect(early.status == 409)
            #expect(early.problem == "nothingToUndo")
            for product in [1, 2] { try await program.call(.post, "lists/current/items", #"{"product_id": \#(product)}"#) }
            let before = try await program.get("lists/current")["items"]
            let emptied = try await program.call(.delete, "lists/current/items", key: "once")
            let twice = try await program.call(.delete, "lists/current/items", key: "once")
            #expect(emptied.status == 200)
            #expect(twice.text == emptied.text)
            let none = try await program.get("lists/current")
            #expect(none.ids.isEmpty)
            let back = try await program.call(.post, "lists/current/undo", #"{"removal": \#(emptied.body["removal"]?.number ?? 0)}"#)
            #expect(back.status == 200)
            #expect(back.body["items"] == before)
        }
    }

    @Test func finishingKeepsWhatWasNotBought() async throws {
        let house = try await GuestSite()
        try await house.run(1) { _, programs in
            let program = programs[0]
            for product in [1, 2] { try await program.call(.post, "lists/current/items", #"{"product_id": \#(product)}"#) }
            let list = try await program.get("lists/current")
            let bread = list["items"]?.list?.first { $0["product"]?["name"]?.text == "Pane" }?["id"]?.number ?? 0
            try await program.call(.patch, "lists/current/items/\(bread)", #"{"bought": true}"#, match: "*")
            let next = try await program.call(.post, "lists/current/finish", key: "f")
            let again = try await program.call(.post, "lists/current/finish", key: "f")
            #expect(next.status == 200)
            #expect(again.text == next.text)
            #expect(next.body["items"]?.list?.compactMap { $0["product"]?["name"]?.text } == ["Riso"])
            #expect(next.body["version"]?.number ?? 0 > list["version"]?.number ?? 0)
            let row = next.body.ids.first ?? 0
            let seen = "\"\(next.body["version"]?.number ?? 0)\""
            let changed = try await program.call(.patch, "lists/current/items/\(row)", #"{"quantity": 2}"#, match: seen)
            #expect(changed.status == 200)
            let done = try await house.site.value("SELECT count(*) FROM shoppingList WHERE state = 'done'", as: Int.self)
            #expect(done == 1)
        }
    }

    @Test func aRecipeAddsEachThingOnceAndSaysWhatItDid() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO recipe (id, key, createdAt, updatedAt, folded, words, houseID, name, published) VALUES
                      (1, 'risotto', '2026-01-01', '2026-01-01', 'risotto', 'risotto', 1, 'Risotto', 1),
                      (2, 'segreta', '2026-01-01', '2026-01-01', 'segreta', 'segreta', 1, 'Segreta', 0);
                    INSERT INTO recipeItem (recipe, position, kind, product, amount) VALUES
                      (1, 1, 'ingredient', 1, '200 g'), (1, 2, 'ingredient', 4, ''), (1, 1, 'utensil', 5, '');
                    """)
        }
        try await house.run(1) { _, programs in
            let program = programs[0]
            try await program.call(.post, "lists/current/items", #"{"product_id": 4}"#)
            let body = #"{"recipe_id": 1, "include": ["ingredients"]}"#
            let first = try await program.call(.post, "lists/current/from-recipe", body)
            #expect(first.status == 200)
            #expect(first.body["added"]?.list?.compactMap { $0["product"]?["name"]?.text } == ["Riso"])
            #expect(first.body["added"]?.list?.first?["note"]?.text == "200 g")
            #expect(first.body["skipped"]?.list?.compactMap { $0["reason"]?.text } == ["listed"])
            let again = try await program.call(.post, "lists/current/from-recipe", body)
            #expect(again.body["added"]?.list?.isEmpty == true)
            #expect(again.body["version"] == first.body["version"])
            let hidden = try await program.call(.post, "lists/current/from-recipe", #"{"recipe_id": 2, "include": ["utensils"]}"#)
            #expect(hidden.status == 404)
            let wrong = try await program.call(.post, "lists/current/from-recipe", #"{"recipe_id": 1, "include": ["spoons"]}"#)
            #expect(wrong.status == 422)
            #expect(wrong.refused == ["/include"])
            let amounts = try await house.list()
            #expect(amounts == ["Riso": 1, "Sale <grosso>": 1])
        }
    }

    @Test func aPageAndAProgramOfAnotherGuestSeeTheSameList() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            // The page's own cookies are enough, and only for the page itself.
            let added = try await guests[0].call(
                .post, "/api/v1/lists/current/items", #"{"product_id": 1}"#, headers: [.init("Sec-Fetch-Site")!: "same-origin"],
                cookies: true)
            #expect(added.status == 201)
            let foreign = try await guests[0].call(
                .post, "/api/v1/lists/current/items", #"{"product_id": 1}"#, headers: [.init("Sec-Fetch-Site")!: "cross-site"],
                cookies: true)
            #expect(foreign.status == 403)
            let read = try await guests[0].call(
                .get, "/api/v1/lists/current", headers: [.init("Sec-Fetch-Site")!: "cross-site"], cookies: true)
            #expect(read.status == 403)
            let page = try await guests[0].get("/house/list")
            #expect(page.contains("Riso"))
        }
    }
}
