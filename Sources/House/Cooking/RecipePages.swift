import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct RecipePages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("recipes/{id}", use: recipe)
        router.get("recipes/{id}/print", use: print)
        router.post("recipes/{id}/people", use: choose)
    }

    /// For how many people a guest cooks; the recipe's own number forgets the choice.
    @Sendable private func choose(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        let dish = try await person.dish(guests.database)
        guard let people = form.number("people", in: 1...50), !dish.isRoutine else { throw HTTPError(.notFound) }
        try await guests.database.write { db in
            guard people != dish.writtenPeople else {
                return try db.execute(
                    sql: "DELETE FROM dishPeople WHERE guestID = ? AND recipe = ?", arguments: [person.guest.id, dish.id])
            }
            try db.execute(
                sql: "INSERT OR REPLACE INTO dishPeople (guestID, recipe, people) VALUES (?, ?, ?)",
                arguments: [person.guest.id, dish.id, people])
        }
        return .redirect(to: dish.address)
    }

    @Sendable private func recipe(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let dish = try await person.dish(guests.database)
        let progress = try await guests.database.read { try Progress.of(dish.id, person, $0) }
        let words = guests.words(person)
        var values = facts(dish, words)
        let more: Values = [
            "description": dish.description.isEmpty ? false : dish.description,
            "picture": dish.file.map { Picture.address(file: $0, .large) } ?? false,
            "parts": [Thing.Kind.utensil, .ingredient].filter { !dish.things($0).isEmpty }.map { part(dish, $0, words) },
            "hasThings": !dish.things.isEmpty, "hasSteps": !dish.steps.isEmpty, "address": dish.address,
            "mayScale": !dish.isRoutine && !dish.things(.ingredient).isEmpty, "fewer": dish.people > 1 ? String(dish.people - 1) : false,
            "more": dish.people < 50 ? String(dish.people + 1) : false,
            "scaled": dish.people == dish.writtenPeople ? false : words("cooking.scaled", count: dish.writtenPeople),
            "goOn": progress.map { words("cooking.goOnStep", ["step": String($0.step)]) } ?? false,
            "keep": OfflineCopies.recipe(dish),
            "goOnHref": progress.map { "\(dish.address)/steps/\($0.step)" } ?? false,
        ]
        values.merge(more) { $1 }
        return try guests.page("house/cooking/recipe", dish.name, back: dish.listPath, values, for: person.visitor, request)
    }

    @Sendable private func print(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let dish = try await person.dish(guests.database)
        let words = guests.words(person)
        var values = facts(dish, words)
        let lists = [Thing.Kind.utensil, .ingredient].filter { !dish.things($0).isEmpty }.map { kind -> Values in
            let rows = dish.things(kind).map { ["name": $0.name, "amount": $0.amount, "place": $0.place ?? false] as Values }
            return ["title": words("cooking.\(kind.path)"), "rows": rows]
        }
        let steps = dish.steps.enumerated().map { index, step -> Values in
            [
                "number": String(index + 1), "text": step.text, "picture": step.file.map { Picture.address(file: $0, .medium) } ?? false,
                "time": step.timer == .down ? KitchenTimer.localized(step.seconds, words) : false,
            ]
        }
        let origin = [dish.author, dish.source].filter { !$0.isEmpty }.joined(separator: ", ")
        values.merge(["lists": lists, "steps": steps, "origin": origin.isEmpty ? false : words("cooking.origin", ["origin": origin])]) {
            $1
        }
        return try guests.page("house/cooking/print", dish.name, back: dish.address, values, for: person.visitor, request)
    }

    private func facts(_ dish: Dish, _ words: Words) -> Values {
        [
            "people": words("cooking.people", count: dish.people), "difficulty": words("house.difficulty.\(dish.difficulty.rawValue)"),
            "level": dish.difficulty.rawValue, "isRoutine": dish.isRoutine,
            "calories": dish.calories.map { words("cooking.calories", count: $0) } ?? false,
            "allergens": dish.allergens.values(words),
        ]
    }

    private func part(_ dish: Dish, _ kind: Thing.Kind, _ words: Words) -> Values {
        let things = dish.things(kind)
        let ready = things.count { $0.isReady }
        return [
            "label": words("cooking.\(kind.path)"), "href": "\(dish.address)/\(kind.path)", "isDone": ready == things.count,
            "text": words("cooking.taken", ["count": String(ready), "of": String(things.count)]), "kind": kind.rawValue,
        ]
    }
}
