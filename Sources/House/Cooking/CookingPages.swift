import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct CookingPages: Sendable {
    let living: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("recipes", use: categories)
        router.get("recipes/categories/{id}", use: category)
        router.get("recipes/others", use: others)
        router.get("recipes/{id}", use: recipe)
        router.get("recipes/{id}/utensils", use: utensils)
        router.get("recipes/{id}/ingredients", use: ingredients)
        router.post("recipes/{id}/things", use: take)
        router.get("recipes/{id}/missing", use: missing)
        router.post("recipes/{id}/shopping", use: shop)
        router.get("recipes/{id}/steps/{step}", use: step)
        router.post("recipes/{id}/progress", use: go)
        router.get("recipes/{id}/end", use: end)
        router.get("recipes/{id}/print", use: printed)
        router.post("recipes/{id}/steps/{step}/timer", use: startStepTimer)
        router.get("timers", use: timers)
        router.post("timers", use: startTimer)
        router.post("timers/{id}/extension", use: lengthenTimer)
        router.post("timers/{id}/ending", use: endTimer)
    }

    func words(_ person: GuestRequestContext) -> Words { living.pages.words(for: person.visitor) }

    func dish(_ person: GuestRequestContext) async throws -> Dish {
        let id = try person.id()
        return try await living.database.read { try Dish.find(id, person, $0) }
    }
}
