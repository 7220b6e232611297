import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct StepThingsTests {
    @Test func aStepShowsTheThingsThatItNames() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.database.write { db in
            try db.execute(sql: "UPDATE recipeStep SET text = 'Aggiungi il sale nella pentola.' WHERE position = 1")
        }
        try await kitchen.visit { guest in
            let step = try await guest.get("/house/recipes/1/steps/1")
            #expect(step.contains(#"class="step-things""#))
            #expect(step.contains("<strong>Sale</strong>"))
            #expect(step.contains("<strong>Pentola</strong>"))
            #expect(!step.contains("<strong>Spaghetti</strong>"))
            #expect(step.contains("amounts.svg#spoon"))
            let other = try await guest.get("/house/recipes/1/steps/3")
            #expect(!other.contains(#"class="step-things""#))
        }
    }
}
