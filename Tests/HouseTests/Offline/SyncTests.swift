import GRDB
import TestSupport
import Testing
import Web

@testable import House

@Suite struct SyncTests {
    /// What the acts of Anna (guest 1) come to, one answer for each: "done", "refused takenOut".
    @discardableResult
    private static func send(_ house: GuestSite, as guest: Int64 = 1, _ acts: SyncAct...) async throws -> [String] {
        try await house.database.write { db in
            let person = try #require(try Inhabitant.find(guest, db))
            return try OfflineSync.apply(acts, for: person, in: .italian, broadcaster: HouseEventBroadcaster(), db).map {
                $0.state.rawValue + ($0.reason.map { " \($0.rawValue)" } ?? "")
            }
        }
    }

    private static func act(
        _ id: String, _ op: SyncAct.Kind, item: Int64? = nil, product: Int64? = nil, quantity: Int? = nil, by: Int? = nil,
        bought: Bool? = nil, form: String? = nil
    ) -> SyncAct {
        SyncAct(id: id, op: op, form: form, item: item, product: product, quantity: quantity, by: by, bought: bought)
    }

    /// "Riso 2", "Pane 1 bought", of the house's open list, by row.
    private static func rows(_ house: GuestSite) async throws -> [String] {
        try await house.database.read { db in
            try ShoppingListRow.all(of: try ShoppingList.existing(of: nil, house: 1, db), db).sorted { $0.id < $1.id }.map {
                "\($0.name) \($0.quantity)\($0.isBought ? " bought" : "")"
            }
        }
    }

    /// The house's list with rice, bread and carrots: rows 1, 2 and 3.
    private static func filled() async throws -> GuestSite {
        let house = try await GuestSite()
        try await send(house, act("a", .add, product: 1), act("b", .add, product: 2, quantity: 2), act("c", .add, product: 3))
        return house
    }

    /// An educator takes rows out, as at the desk.
    private static func takeOut(_ item: Int64?, in house: GuestSite) async throws {
        try await house.database.write { db in
            _ = try ShoppingList.open(of: nil, house: 1, db).remove(item, byEducator: true, db)
        }
    }

    @Test func doesActsInTheirOrder() async throws {
        let house = try await Self.filled()
        let answers = try await Self.send(
            house, Self.act("1", .purchase, item: 1), Self.act("2", .purchase, item: 1, bought: false),
            Self.act("3", .quantity, item: 2, by: 1),
            Self.act("4", .removal, item: 3), Self.act("5", .quantity, item: 3, quantity: 4))
        #expect(answers == ["done", "done", "done", "done", "done"])
        let rows = try await Self.rows(house)
        #expect(rows == ["Riso 1", "Pane 3", "Carote 4"])
    }

    @Test func doesAnActOnceHoweverOftenItIsSent() async throws {
        let house = try await Self.filled()
        for expected in ["done", "already", "already"] {
            let answers = try await Self.send(
                house, Self.act("1", .quantity, item: 1, by: 1), Self.act("2", .add, product: 5), Self.act("3", .purchase, item: 2))
            #expect(answers == [expected, expected, expected])
        }
        let rows = try await Self.rows(house)
        #expect(rows == ["Riso 2", "Pane 2 bought", "Carote 1", "Caffè 1"])
    }

    @Test func anIDThatComesAgainWithAnotherActIsAnotherAct() async throws {
        let house = try await Self.filled()
        let raised = Self.act("1", .quantity, item: 1, by: 1)
        let bought = Self.act("1", .purchase, item: 2)
        let answers = try await Self.send(house, raised, bought, raised, bought)
        #expect(answers == ["done", "done", "already", "already"])
        let rows = try await Self.rows(house)
        #expect(rows == ["Riso 2", "Pane 2 bought", "Carote 1"])
        // What an earlier version remembered has no hash: it is answered as before.
        try await house.database.write { try $0.execute(sql: "UPDATE syncAct SET hash = NULL WHERE id = '1'") }
        let old = try await Self.send(house, raised)
        #expect(old == ["already"])
    }

    @Test func aFormWithTheSameTokenAndAnotherWishIsDone() async throws {
        let house = try await Self.filled()
        try await house.live(1) { _, guests in
            for by in ["1", "1", "-1"] { try await guests[0].post("/house/list/items/2/quantity", [("by", by), ("token", "t")]) }
            for bought in ["yes", "no"] { try await guests[0].post("/house/list/items/3/purchase", [("bought", bought), ("token", "t")]) }
        }
        let rows = try await Self.rows(house)
        #expect(rows == ["Riso 1", "Pane 2", "Carote 1"])
    }

    @Test func oneGuestsIDsAreNotAnothers() async throws {
        let house = try await Self.filled()
        try await Self.send(house, Self.act("1", .quantity, item: 1, by: 1))
        let answers = try await Self.send(house, as: 2, Self.act("1", .quantity, item: 1, by: 1))
        #expect(answers == ["done"])
        let rows = try await Self.rows(house)
        #expect(rows.first == "Riso 3")
    }

    @Test(arguments: [
        ("/house/list/items", [("product", "1")], act("9", .add, product: 1, form: "t")),
        ("/house/list/items/2/quantity", [("by", "1")], act("9", .quantity, item: 2, by: 1, form: "t")),
        ("/house/list/items/2/purchase", [("bought", "yes")], act("9", .purchase, item: 2, form: "t")),
        ("/house/list/items/2/removal", [], act("9", .removal, item: 2, form: "t")),
    ])
    func aFormWhoseAnswerGotLostIsNotDoneAgain(_ address: String, _ fields: [(String, String)], _ act: SyncAct) async throws {
        let house = try await Self.filled()
        try await house.live(1) { _, guests in
            let sent = fields + [("token", "t")]
            try await guests[0].post(address, sent)
            let before = try await Self.rows(house)
            let answers = try await Self.send(house, act)
            #expect(answers == ["already"])
            // And the other way round: the form comes late.
            try await guests[0].post(address, sent)
            let after = try await Self.rows(house)
            #expect(after == before)
        }
    }

    @Test func whatAnEducatorTookOutStaysOut() async throws {
        let house = try await Self.filled()
        try await Self.takeOut(1, in: house)
        let acts = [
            Self.act("1", .quantity, item: 1, by: 1), Self.act("2", .quantity, item: 1, quantity: 5),
            Self.act("3", .purchase, item: 1, bought: false),
        ]
        for act in acts {
            let answers = try await Self.send(house, act)
            #expect(answers == ["refused takenOut"])
        }
        let rows = try await Self.rows(house)
        #expect(rows == ["Pane 2", "Carote 1"])
        // Wanting it anew is another thing.
        let anew = try await Self.send(house, Self.act("4", .add, product: 1))
        #expect(anew == ["done"])
    }

    @Test func whatAnotherGuestTookOutComesBackAsWithTheForms() async throws {
        let house = try await Self.filled()
        try await Self.send(house, as: 2, Self.act("1", .removal, item: 1))
        let answers = try await Self.send(house, Self.act("1", .quantity, item: 1, by: 1))
        #expect(answers == ["done"])
        let rows = try await Self.rows(house)
        #expect(rows.first == "Riso 1")
    }

    @Test func whatWasBoughtIsNeverForgotten() async throws {
        let house = try await Self.filled()
        try await Self.takeOut(nil, in: house)
        let answers = try await Self.send(house, Self.act("1", .purchase, item: 1))
        #expect(answers == ["done"])
        var rows = try await Self.rows(house)
        #expect(rows == ["Riso 1 bought"])
        // Nobody's late act takes it out.
        let late = try await Self.send(
            house, as: 2, Self.act("1", .removal, item: 1), Self.act("2", .quantity, item: 1, by: -1),
            Self.act("3", .quantity, item: 1, quantity: 0))
        #expect(late == ["refused isBought", "refused isBought", "refused isBought"])
        rows = try await Self.rows(house)
        #expect(rows == ["Riso 1 bought"])
    }

    @Test func whatWasBoughtCountsAfterTheShoppingWasFinished() async throws {
        let house = try await Self.filled()
        try await house.database.write { db in
            let list = try ShoppingList.open(of: nil, house: 1, db)
            _ = try list.remove(3, db)
            try list.mark(2, bought: true, db)
            try list.finish(raisingStock: false, at: .now, db)
        }
        let answers = try await Self.send(
            house, Self.act("1", .purchase, item: 1), Self.act("2", .purchase, item: 2), Self.act("3", .purchase, item: 3),
            Self.act("4", .quantity, item: 2, by: 1), Self.act("5", .purchase, item: 2, bought: false))
        #expect(answers == ["done", "done", "done", "refused isFinished", "refused isFinished"])
        // The rice went on into the next list; the carrots belong to the finished one.
        let rows = try await Self.rows(house)
        #expect(rows == ["Riso 1 bought"])
        let bought = try await house.site.value("SELECT count(*) FROM listItem WHERE bought AND removal IS NULL", as: Int.self)
        #expect(bought == 3)
    }

    @Test func nothingBreaksOnActsThatMeanNothing() async throws {
        let house = try await Self.filled()
        try await house.database.write { try $0.execute(sql: "UPDATE product SET published = 0 WHERE id = 5") }
        let answers = try await Self.send(
            house, Self.act("1", .purchase, item: 99), Self.act("2", .purchase), Self.act("3", .add, product: 6),
            Self.act("4", .add, product: 5),
            Self.act("5", .add, product: 1, quantity: 100), Self.act("6", .quantity, item: 1), Self.act("", .add, product: 1),
            Self.act(String(repeating: "x", count: 101), .add, product: 1), Self.act("7", .quantity, item: 1, by: 500))
        #expect(
            answers == [
                "refused gone", "refused gone", "refused gone", "refused gone", "refused unclear", "refused unclear", "refused unclear",
                "refused unclear", "done",
            ])
        let rows = try await Self.rows(house)
        #expect(rows == ["Riso 2", "Pane 2", "Carote 1"])
    }

    @Test func aRefusalIsSaidAgainWhenItsAnswerGotLost() async throws {
        let house = try await Self.filled()
        try await Self.takeOut(1, in: house)
        for _ in 0..<2 {
            let answers = try await Self.send(house, Self.act("1", .quantity, item: 1, by: 1))
            #expect(answers == ["refused takenOut"])
        }
    }

    @Test func otherReadersOfTheListAreToldOnce() async throws {
        let house = try await Self.filled()
        try await house.database.write { try $0.execute(sql: "DELETE FROM notice") }
        try await Self.send(house, Self.act("1", .purchase, item: 1), Self.act("2", .purchase, item: 2))
        let told = try await house.site.value("SELECT group_concat(guestID) FROM noticeDelivery", as: String.self)
        #expect(told == "2,3")
        let version = try await house.site.value("SELECT version FROM shoppingList", as: Int.self)
        try await Self.send(house, Self.act("1", .purchase, item: 1))
        let after = try await house.site.value("SELECT version FROM shoppingList", as: Int.self)
        #expect(after == version)
    }
}
