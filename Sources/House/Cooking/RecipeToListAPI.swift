import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct RecipeToListAPI: Sendable {
    let guests: GuestPages

    static let routes: [GuestRoute] = [
        GuestRoute(.post, "lists/current/from-recipe", "fromRecipe", .guest { try await Self(guests: $0).addFromRecipe($1, $2) }) {
            $0.sent = Shape.sent([
                "recipe_id": Shape.id,
                "include": .values([
                    "type": .text("array"), "items": Shape.choice(Thing.Kind.allCases.map(\.path)), "minItems": .number(1),
                ]),
            ])
            $0.example = #"{"recipe_id": 3, "include": ["ingredients"]}"#
            let thing = Shape.object(["product": Shape.named, "note": Shape.orNull("string")])
            let skipped = Shape.object(["product": Shape.named, "reason": Shape.choice(["listed", "at_hand", "at_home"])])
            $0.answer = Shape.object(["version": Shape.whole, "added": Shape.list(thing), "skipped": Shape.list(skipped)])
            $0.answered = """
                {"version": 48, "added": [{"product": {"id": 12, "name": "Riso"}, "note": "200 g"}], \
                "skipped": [{"product": {"id": 4, "name": "Olio"}, "reason": "listed"}]}
                """
            ($0.sentHeaders, $0.problems) = (GuestCall.keys, [409])
        }
    ]

    private func addFromRecipe(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        var sent = try await SentValues(request, guests.words(person))
        sent.need("recipe_id", "include")
        let id = sent.number("recipe_id", in: APIQuery.ids) ?? 0
        let known = Thing.Kind.allCases.map(\.path)
        let kinds =
            sent.list("include", 1...Int.max, "choices", ["choices": known.joined(separator: ", ")]) { json in
                json.text.flatMap { known.contains($0) ? $0 : nil }
            } ?? []
        try sent.finish()
        return try await GuestCall.act(request, sent.json, person, guests.database) { list, db in
            let dish = try Dish.find(id, person, db)
            var (added, skipped): ([JSON], [JSON]) = ([], [])
            for thing in dish.things where kinds.contains(thing.kind.path) {
                let product = JSON.values(["id": .id(thing.product), "name": .text(thing.name)])
                let isAdded = try !list.add(missing: [thing], db).added.isEmpty
                if isAdded {
                    added.append(.values(["product": product, "note": .optional(thing.amount.isEmpty ? nil : thing.amount)]))
                } else {
                    let reason = thing.isReady ? "at_hand" : thing.isSkipped ? "at_home" : "listed"
                    skipped.append(.values(["product": product, "reason": .text(reason)]))
                }
            }
            if !added.isEmpty { try list.changed(by: person.author, guests.broadcaster, db) }
            let version = try ShownList.of(person, db).version
            return GuestCall.Answer(.values(["version": .number(version), "added": .list(added), "skipped": .list(skipped)]))
        }
    }
}
