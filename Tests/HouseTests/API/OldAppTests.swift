import Admin
import TestSupport
import Testing

/// The first portal's app: its products without a token, where an educator opened them.
@Suite struct OldAppTests {
    private static let address = "/index.php"
    private static let fields = [("option", "com_casaplus"), ("task", "products.get_product")]
    private static let query = "?option=com_casaplus&task=products.get_product"
    private static let setting = "/admin/house/living/first-app"

    private static func ids(_ answer: Answer) -> [Int] { (answer.body["products"]?.list ?? []).compactMap { $0["id"]?.number } }

    @Test func nobodyReadsTheProductsUntilAnEducatorOpensThem() async throws {
        let house = try await GuestSite()
        try await house.site.browse(as: "educator", "") { browsers in
            let (educator, stranger) = (browsers[0], browsers[1])
            let closed = try await stranger.get(Self.address + Self.query)
            #expect(closed.status == 401)
            let done = try await educator.post(Self.setting, [("open", "yes")])
            #expect(done.location == "/admin/house/living")
            let page = try await educator.get("/admin/house/living")
            #expect(page.contains("Adesso chiunque può leggere i prodotti della casa."))
            let read = try await stranger.get(Self.address + Self.query)
            #expect(Self.ids(read) == [1, 2, 3, 4, 5])
            let posted = try await stranger.post(Self.address, Self.fields)
            #expect(Self.ids(posted) == [1, 2, 3, 4, 5])
            let other = try await stranger.get(Self.address + "?option=com_casaplus&task=products.delete")
            #expect(other.status == 404)
            try await educator.post(Self.setting, [("open", "no")])
            let again = try await stranger.get(Self.address + Self.query)
            #expect(again.status == 401)
        }
        let acts = try await house.site.value(
            "SELECT group_concat(action) FROM (SELECT action FROM audit WHERE action LIKE 'house.firstApp.%' ORDER BY id)", as: String.self)
        #expect(acts == "house.firstApp.open,house.firstApp.close")
    }

    @Test func hiddenProductsStayHidden() async throws {
        let house = try await GuestSite()
        try await house.database.write {
            try $0.execute(sql: "UPDATE house SET opensProducts = 1 WHERE id = 1; UPDATE product SET published = 0 WHERE id = 2")
        }
        try await house.site.browse(as: "") { browsers in
            let read = try await browsers[0].get(Self.address + Self.query)
            #expect(Self.ids(read) == [1, 3, 4, 5])
        }
    }

    @Test func onlyOneHouseIsOpen() async throws {
        let house = try await GuestSite()
        try await house.database.write { try $0.execute(sql: "UPDATE house SET opensProducts = 1 WHERE id = 1") }
        try await house.site.browse(as: "educator-blu", "") { browsers in
            let refused = try await browsers[0].post(Self.setting, [("open", "yes")])
            let page = try await browsers[0].get(refused.location ?? "")
            #expect(page.contains("un’altra casa ha già aperto i suoi prodotti"))
            try await house.database.write { try $0.execute(sql: "UPDATE house SET deletedAt = '2026-01-01' WHERE id = 1") }
            try await browsers[0].post(Self.setting, [("open", "yes")])
            let read = try await browsers[1].get(Self.address + Self.query)
            #expect(Self.ids(read) == [6])
        }
    }
}
