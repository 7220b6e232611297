import Hummingbird
import TestSupport
import Testing

/// Numbers that once ended the process.
@Suite struct KnownEdgeTests {
    @Test func aGuestsNumbersAreRefused() async throws {
        let site = try await TestSite.demonstration()
        let guest = try await site.value("SELECT min(id) FROM guest WHERE houseID = 1 AND active AND deletedAt IS NULL", as: Int.self) ?? 0
        let sql =
            "SELECT min(recipe.id) FROM recipeStep JOIN recipe ON recipe.id = recipeStep.recipe WHERE published AND houseID = 1 AND deletedAt IS NULL"
        let recipe = try await site.value(sql, as: Int.self) ?? 0
        try await site.browse(as: "educator") { browsers in
            let entry = try await browsers[0].post("/house/guests/\(guest)/entry", [("try", "yes")])
            #expect(entry.location == "/house/home")
            for number in ["\(Int.min)", "\(Int.max)", "-1", "0"] {
                let answer = try await browsers[0].post("/house/list/items/999999/quantity", [("by", number)])
                #expect(answer.status == (number == "-1" ? 404 : 422), "\(number)")
                let timer = try await browsers[0].post("/house/recipes/\(recipe)/steps/\(number)/timer")
                #expect(timer.status == 404, "\(number)")
                let step = try await browsers[0].get("/house/recipes/\(recipe)/steps/\(number)")
                #expect([303, 404].contains(step.status), "\(number)")
            }
        }
    }

    /// A record is asked about; settings say with each field what it was drawn with, and lose nothing.
    @Test func aVersionThatCannotBeIsNotTheNewest() async throws {
        let site = try await TestSite.demonstration()
        let product = try await site.value("SELECT min(id) FROM product WHERE houseID = 1 AND deletedAt IS NULL", as: Int.self) ?? 0
        try await site.browse(as: "admin") { browsers in
            for address in ["/admin/house/products/\(product)", "/admin/citations/settings", "/admin/stories/settings"] {
                let page = try await browsers[0].get(address)
                let form = try #require(
                    PageParts(page.text, at: address).forms.first {
                        $0.method == "POST" && $0.action == address && $0.fields.contains { $0.name == "version" }
                    },
                    "\(address)")
                for version in ["\(Int.max)", "\(Int.min)", "9007199254740993"] {
                    var fields = form.fields.filter { !$0.isFile && $0.isSent }.map { ($0.name, $0.name == "version" ? version : $0.value) }
                    if let name = fields.firstIndex(where: { $0.0 == "name" }) { fields[name].1 += " x" }
                    let answer = try await browsers[0].post(address, fields)
                    #expect(answer.status == (address.hasSuffix("/settings") ? 303 : 409), "\(address) \(version)")
                }
            }
        }
    }

    @Test func aRowOfARunThatCannotBeIsNotThere() async throws {
        let site = try await TestSite.demonstration()
        let run = try await site.value("SELECT min(id) FROM citationRun WHERE deletedAt IS NULL", as: Int.self) ?? 0
        try await site.browse(as: "admin") { browsers in
            for number in ["\(Int.min)", "\(Int.max)", "0", "-1"] {
                let address = "/admin/citations/runs/\(run)/page-works/\(number)"
                let (page, act) = (try await browsers[0].get(address), try await browsers[0].post(address))
                #expect(page.status == 404, "\(number)")
                #expect(act.status == 404, "\(number)")
            }
        }
    }
}
