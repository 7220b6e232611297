import Admin
import Foundation
import GRDB
import TestSupport
import Testing

/// J2 to J4 and J11 to J15: what guests read.
@Suite struct GuestReadingAPITests {
    @Test func productsComeOnceWithAllTheirCategoriesAndShops() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO productCategory VALUES (3, 2);
                    INSERT INTO shop (id, key, createdAt, updatedAt, folded, words, houseID, name, place) VALUES
                      (1, 'coop', '2026-01-01', '2026-01-01', 'coop', 'coop', 1, 'Coop', '42.35, 13.40'),
                      (2, 'blu', '2026-01-01', '2026-01-01', 'blu', 'blu', 2, 'Blu', '42.35, 13.40');
                    INSERT INTO productShop VALUES (3, 1), (1, 1);
                    UPDATE product SET name = 'Caffè <script>alert(1)</script> ☕️', folded = 'caffe' WHERE id = 5;
                    UPDATE product SET published = 0 WHERE id = 2;
                    """)
        }
        try await house.run(1) { _, programs in
            let program = programs[0]
            let all = try await program.get("products")
            #expect(Set(all.ids) == [1, 3, 4, 5])
            let carrots = try await program.get("products/3")
            #expect(carrots["categories"]?.list?.compactMap { $0["name"]?.text } == ["Verdura", "Pane"])
            #expect(carrots["stores"]?.list?.compactMap { $0["name"]?.text } == ["Coop"])
            #expect(carrots["price_cents"]?.number == 120)
            let coffee = try await program.get("products/5")
            #expect(coffee["name"]?.text == "Caffè <script>alert(1)</script> ☕️")
            let salt = try await program.get("products/4")
            #expect(salt["price_cents"]?.isNull == true)
            #expect(salt["position"]?.isNull == true)
            for (query, ids) in [
                ("category=1", [3]), ("store=1", [1, 3]), ("max_cents=160", [1, 3]), ("q=caff%C3%A8", [5]), ("q=caffe", [5]),
                ("max_cents=1", []),
            ] {
                let found = try await program.get("products?\(query)")
                #expect(Set(found.ids) == Set(ids), "\(query)")
            }
            for path in ["products/6", "products/2", "products?store=2", "products?category=99", "products/0", "products/abc"] {
                let foreign = try await program.call(.get, path)
                #expect(foreign.status == 404, "\(path)")
            }
            for query in ["max_cents=abc", "since=yesterday", "category=1&category=2"] {
                let wrong = try await program.call(.get, "products?\(query)")
                #expect(wrong.status == 400, "\(query)")
            }
            let stores = try await program.get("stores")
            #expect(stores.ids == [1])
            #expect(stores["items"]?.list?.first?["radius_m"]?.number == 300)
            let categories = try await program.get("categories")
            #expect(categories["items"]?.list?.compactMap { $0["name"]?.text } == ["Verdura", "Pane"])
        }
    }

    @Test func sinceAMomentOnlyWhatChangedComes() async throws {
        let house = try await GuestSite()
        try await house.run(1) { educator, programs in
            let first = try await programs[0].get("products")
            let since = first["as_of"]?.text ?? ""
            let none = try await programs[0].get("products?since=\(since)")
            #expect(none.ids.isEmpty)
            #expect(none["removed"]?.list?.isEmpty == true)
            try await house.database.write { db in
                try db.execute(sql: "UPDATE product SET price = 170, updatedAt = ? WHERE id = 1", arguments: [Date.now])
                try db.execute(sql: "UPDATE product SET published = 0, updatedAt = ? WHERE id = 2", arguments: [Date.now])
                try db.execute(sql: "UPDATE category SET name = 'Orto', updatedAt = ? WHERE id = 1", arguments: [Date.now])
            }
            let changed = try await programs[0].get("products?since=\(since)")
            #expect(Set(changed.ids) == [1, 3])
            #expect(changed["removed"]?.list?.compactMap(\.number) == [2])
        }
    }

    @Test func aCoinBuysWhatThePageSaysOrNothingWithASentence() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            try db.execute(sql: "UPDATE product SET price = 50 WHERE id = 1; UPDATE product SET price = 160 WHERE id = 3")
            try db.execute(sql: "UPDATE product SET price = 0 WHERE id = 5; UPDATE product SET price = NULL WHERE id IN (2, 4)")
        }
        try await house.run(1) { _, programs in
            let none = try await programs[0].get("euro/20/products")
            #expect(none.ids.isEmpty)
            #expect(none["message"]?.text?.isEmpty == false)
            let half = try await programs[0].get("euro/50/products")
            #expect(half.ids == [1])
            #expect(half["message"]?.isNull == true)
            let two = try await programs[0].get("euro/200/products")
            #expect(two.ids == [3, 1])
            let pieces = try await programs[0].get("euro")
            #expect(pieces["items"]?.list?.compactMap { $0["cents"]?.number }.count == 15)
            for path in ["euro/0/products", "euro/200001/products", "euro/abc/products"] {
                let answer = try await programs[0].call(.get, path)
                #expect(answer.status == 404, "\(path)")
            }
        }
    }

    @Test func theTimeIsThatOfTheHouseInItsOwnWords() async throws {
        let house = try await GuestSite()
        try await house.database.write { try $0.execute(sql: "UPDATE house SET zone = 'Asia/Tokyo' WHERE id = 1") }
        try await house.run(1) { _, programs in
            let time = try await programs[0].get("time")
            #expect(time["zone"]?.text == "Asia/Tokyo")
            #expect(time["offset_seconds"]?.number == 32_400)
            let hour = Calendar(identifier: .gregorian).dateComponents(in: TimeZone(identifier: "Asia/Tokyo")!, from: .now).hour ?? -1
            #expect(time["time"]?.text?.hasPrefix("\(hour):") == true)
            let sentence = time["sentence"]?.text ?? ""
            #expect(sentence.hasPrefix("Sono le ") || sentence.hasPrefix("È "))
        }
    }

    @Test func shopsAreThoseThatSellWhatIsStillToBuy() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO shop (id, key, createdAt, updatedAt, folded, words, houseID, name, place, radius) VALUES
                      (1, 'coop', '2026-01-01', '2026-01-01', 'coop', 'coop', 1, 'Coop', '42.35, 13.40', 250);
                    INSERT INTO productShop VALUES (3, 1), (1, 1);
                    """)
        }
        try await house.run(1) { _, programs in
            let none = try await programs[0].get("stores/near-list")
            #expect(none.ids.isEmpty)
            try await programs[0].call(.post, "lists/current/items", #"{"product_id": 1}"#)
            let near = try await programs[0].get("stores/near-list")
            let shop = near["items"]?.list?.first
            #expect(shop?["radius_m"]?.number == 250)
            #expect(shop?["products"]?.list?.compactMap { $0["name"]?.text } == ["Riso"])
            let list = try await programs[0].get("lists/current")
            try await programs[0].call(.patch, "lists/current/items/\(list.ids.first ?? 0)", #"{"bought": true}"#, match: "*")
            let bought = try await programs[0].get("stores/near-list")
            #expect(bought.ids.isEmpty)
        }
    }

    @Test func guestsChooseTheClockAndNothingElse() async throws {
        let house = try await GuestSite()
        try await house.run(1) { _, programs in
            let chosen = try await programs[0].call(.patch, "preferences", #"{"clock_face": "garden"}"#)
            #expect(chosen.status == 200)
            #expect(chosen.body["clock_face"]?.text == "garden")
            let kept = try await programs[0].get("preferences")
            #expect(kept["clock_face"]?.text == "garden")
            #expect(kept["text_size"]?.number == 100)
            #expect(kept["own_list"]?.bool == false)
            let other = try await programs[0].call(.patch, "preferences", #"{"own_list": true}"#)
            #expect(other.status == 403)
            let wrong = try await programs[0].call(.patch, "preferences", #"{"clock_face": "cuckoo"}"#)
            #expect(wrong.status == 422)
            #expect(wrong.refused == ["/clock_face"])
            let unknown = try await programs[0].call(.patch, "preferences", #"{"volume": 11}"#)
            #expect(unknown.status == 422)
            #expect(unknown.refused == ["/volume"])
        }
    }

    @Test func recipesComeWithTheirStepsInOrder() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO recipe (id, key, createdAt, updatedAt, folded, words, houseID, name, published) VALUES
                      (1, 'risotto', '2026-01-01', '2026-01-01', 'risotto', 'risotto', 1, 'Risotto', 1),
                      (2, 'segreta', '2026-01-01', '2026-01-01', 'segreta', 'segreta', 1, 'Segreta', 0),
                      (3, 'blu', '2026-01-01', '2026-01-01', 'blu', 'blu', 2, 'Blu', 1);
                    INSERT INTO recipeStep (recipe, position, text, timer, time) VALUES
                      (1, 3, 'Servi.', 'none', 0), (1, 1, 'Scalda l''acqua.', 'none', 0), (1, 2, 'Cuoci.', 'down', 900);
                    INSERT INTO recipeItem (recipe, position, kind, product, amount) VALUES (1, 1, 'ingredient', 1, '200 g'), (1, 1, 'utensil', 5, '');
                    """)
        }
        try await house.run(1) { _, programs in
            let all = try await programs[0].get("recipes?q=RISO")
            #expect(all.ids == [1])
            // As the guests' own search: without accents, and spelled nearly so.
            for typed in ["ris%C3%B2t", "rissotto", "risoto"] {
                let found = try await programs[0].get("recipes?q=" + typed)
                #expect(found.ids == [1], "\(typed)")
            }
            for typed in ["segreta", "blu", "zzzz"] {
                let found = try await programs[0].get("recipes?q=" + typed)
                #expect(found.ids.isEmpty, "\(typed)")
            }
            let recipe = try await programs[0].get("recipes/1")
            #expect(recipe["steps"]?.list?.compactMap { $0["text"]?.text } == ["Scalda l'acqua.", "Cuoci.", "Servi."])
            #expect(recipe["steps"]?.list?[1]["seconds"]?.number == 900)
            #expect(recipe["ingredients"]?.list?.first?["amount"]?.text == "200 g")
            for path in ["recipes/2", "recipes/3", "recipes?category=77"] {
                let answer = try await programs[0].call(.get, path)
                #expect(answer.status == 404, "\(path)")
            }
        }
    }
}
