import TestSupport
import Testing

@testable import House

@Suite struct RecipeAsGuestTests {
    @Test func thePreviewIsDrawnAsTheGuestsPages() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.browse(as: "educator") { browsers in
            let preview = try await browsers[0].get("/admin/house/recipes/1/preview")
            #expect(preview.status == 200)
            #expect(preview.contains("house.css"))
            #expect(preview.contains(#"<p class="step-text" data-read>Cuoci la pasta.</p>"#))
            #expect(preview.contains("Passo 2 di 3"))
            #expect(preview.contains("<strong>Spaghetti</strong>"))
            #expect(preview.contains("Dispensa"))
            let steps = order(of: ["Bolli l’acqua.", "Cuoci la pasta.", "Scola la pasta."], in: preview.text)
            #expect(steps == steps?.sorted())
            #expect(steps != nil)
        }
    }

    @Test func anEducatorSeesAPublishedRecipeAsAGuest() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            let page = try await educator.get("/admin/house/recipes/1/as-guest")
            #expect(page.contains("Guarda come Anna"))
            #expect(!page.contains("Guarda come Bruno"))
            let entered = try await educator.post("/house/guests/1/entry", [("try", "yes"), ("next", "/house/recipes/1")])
            #expect(entered.location == "/house/recipes/1")
            let away = try await educator.post("/house/guests/1/entry", [("try", "yes"), ("next", "https://example.org/")])
            #expect(away.location == "/house/home")
            let hidden = try await educator.get("/admin/house/recipes/2/as-guest")
            #expect(hidden.contains("Gli ospiti non vedono ancora questa ricetta."))
            #expect(!hidden.contains("Guarda come Anna"))
        }
    }

    @Test func savingWhatGuestsSeeOffersTheWayToIt() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            for (number, isShown) in [(1, true), (2, false)] {
                let address = "/admin/house/recipes/\(number)"
                let form = try #require(try await educator.get(address).form(to: address))
                try await educator.post(address, form.filled(["description": ["Buona."]]))
                let saved = try await educator.get("/admin/house/recipes")
                #expect(saved.contains(#"<a class="button" href="\#(address)/as-guest">"#) == isShown)
                #expect(saved.contains("Gli ospiti la vedono.") == isShown)
            }
        }
    }

    @Test func anotherHousesRecipeIsNotThere() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.browse(as: "educator-blu") { browsers in
            let page = try await browsers[0].get("/admin/house/recipes/1/as-guest")
            #expect(page.status == 404)
        }
    }
}
