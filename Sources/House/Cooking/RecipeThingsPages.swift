import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct RecipeThingsPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("recipes/{id}/utensils", use: utensils)
        router.get("recipes/{id}/ingredients", use: ingredients)
        router.post("recipes/{id}/things", use: take)
        router.get("recipes/{id}/missing", use: missing)
        router.post("recipes/{id}/shopping", use: shop)
    }

    @Sendable private func utensils(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await things(.utensil, request, person)
    }

    @Sendable private func ingredients(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await things(.ingredient, request, person)
    }

    private func things(_ kind: Thing.Kind, _ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let dish = try await person.dish(guests.database)
        let words = guests.words(person)
        let things = dish.things(kind)
        let sheet = Pagination(things.count, request)
        let ready = things.count { $0.isReady }
        let next =
            kind == .utensil && !dish.things(.ingredient).isEmpty ? ("ingredients", "cooking.ingredients") : ("missing", "cooking.missing")
        let values: Values = [
            "rows": sheet.slice(things).map { row($0, person, words) }, "action": "\(dish.address)/things", "kind": kind.rawValue,
            "page": String(sheet.number), "isNone": things.isEmpty, "keep": OfflineCopies.sheets(request.uri.path, sheet),
            "taken": words("cooking.taken", ["count": String(ready), "of": String(things.count)]),
            "isDone": !things.isEmpty && ready == things.count,
            "onHref": sheet.number < sheet.last ? false : "\(dish.address)/\(next.0)", "onLabel": words(next.1),
        ]
        let all = values.merging(sheet.values(words)) { $1 }
        return try guests.page("house/cooking/things", words("cooking.\(kind.path)"), back: dish.address, all, for: person.visitor, request)
    }

    private func row(_ thing: Thing, _ person: GuestRequestContext, _ words: Words) -> Values {
        let shows = person.preferences.isOn(.showPosition)
        var values = Self.templateValues(thing)
        values["place"] = shows ? thing.place.map { words("cooking.place", ["place": $0]) } ?? words("cooking.noPlace") : false
        return values
    }

    /// A thing without its place.
    static func templateValues(_ thing: Thing) -> Values {
        let signs = DrawnAmount(thing.amount)?.signs ?? []
        return [
            "product": String(thing.product), "name": thing.name, "amount": thing.amount.isEmpty ? false : thing.amount,
            "hasSigns": !signs.isEmpty, "signs": signs.map { ["sign": $0] as Values },
            "picture": thing.file.map { Picture.address(file: $0, .medium) } ?? false, "place": false,
            "isReady": thing.isReady, "isListed": thing.isListed,
        ]
    }

    @Sendable private func take(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        let dish = try await person.dish(guests.database)
        guard let kind = Thing.Kind(rawValue: form["kind"]), let product = form.recordID("product"),
            dish.things(kind).contains(where: { $0.product == product })
        else { throw HTTPError(.notFound) }
        let isReady = form["ready"] == "yes"
        try await guests.database.write { db in
            let sql =
                isReady
                ? "INSERT OR IGNORE INTO thingAtHand (guestID, recipe, kind, product) VALUES (?, ?, ?, ?)"
                : "DELETE FROM thingAtHand WHERE guestID = ? AND recipe = ? AND kind = ? AND product = ?"
            try db.execute(sql: sql, arguments: [person.guest.id, dish.id, kind.rawValue, product])
        }
        return .redirect(to: "\(dish.address)/\(kind.path)?page=\(max(form.number("page", in: .positions) ?? 1, 1))#thing-\(product)")
    }

    @Sendable private func missing(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let dish = try await person.dish(guests.database)
        let words = guests.words(person)
        let parts = [Thing.Kind.ingredient, .utensil].compactMap { kind -> Values? in
            let missing = dish.things(kind).filter { !$0.isReady }
            guard !missing.isEmpty else { return nil }
            let new = missing.count { !$0.isListed && !$0.isSkipped }
            let atHome = missing.filter { $0.isSkipped && !$0.isListed }
            let isAsked = kind == .ingredient || person.preferences.isOn(.askUtensils)
            return [
                "title": words("cooking.missing\(kind == .ingredient ? "Ingredients" : "Utensils")", count: missing.count),
                "rows": missing.map { row($0, person, words) }, "kind": kind.rawValue, "isMain": kind == .ingredient,
                "isAsked": isAsked, "isAllThere": new == 0,
                "button": words("cooking.toList", count: new), "roomLabel": words("cooking.toList", count: max(missing.count, 2)),
                "there": words(missing.contains { $0.isListed } ? "cooking.allListed" : "cooking.allAtHome"),
                "note": atHome.isEmpty ? false : words("cooking.atHome", ["names": atHome.map(\.name).joined(separator: ", ")]),
            ]
        }
        let progress = try await guests.database.read { try Progress.of(dish.id, person, $0) }
        let values: Values = [
            "step": String(progress?.step ?? 1),
            "beginLabel": progress.map { words("cooking.goOnStep", ["step": String($0.step)]) } ?? words("cooking.begin"),
            "parts": parts, "isNone": parts.isEmpty, "action": "\(dish.address)/shopping", "address": dish.address,
            "hasSteps": !dish.steps.isEmpty, "isListed": dish.things.contains { $0.isListed },
        ]
        return try guests.page("house/cooking/missing", words("cooking.missing"), back: dish.address, values, for: person.visitor, request)
    }

    @Sendable private func shop(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        guard let kind = Thing.Kind(rawValue: form["kind"]) else { throw HTTPError(.notFound) }
        let dish = try await person.dish(guests.database)
        let words = guests.words(person)
        try await guests.database.write { db in
            let list = try ShoppingList.open(person, db)
            let (added, there) = try list.add(missing: dish.things(kind), db)
            if !added.isEmpty {
                try list.changed(by: NoticeAuthor(name: person.guest.firstName, guest: person.guest.id), guests.broadcaster, db)
            }
            let sentences = [("cooking.added", added), ("cooking.there", there)].filter { !$0.1.isEmpty }
            let text = sentences.map { words($0.0, ["names": $0.1.joined(separator: ", ")]) }.joined(separator: " ")
            if !text.isEmpty { try Message(text).show(to: person, db) }
        }
        return .redirect(to: "\(dish.address)/missing")
    }
}
