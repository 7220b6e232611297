import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// What runs out at home, and how it comes onto the guests' list.
struct PantryPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.post("list/pantry", use: addShort)
        router.post("shopping/products/{id}/used-up", use: usedUp)
    }

    @Sendable private func addShort(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        let words = guests.words(person)
        try await change(form, person, "pantry") { list, db in
            let names = try list.addShort(in: person.language, db)
            guard !names.isEmpty else { return nil }
            return (Message(words("living.pantry.added", ["names": names.joined(separator: ", ")])), true)
        }
        return .redirect(to: "/house/list")
    }

    @Sendable private func usedUp(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        let id = try person.id()
        let words = guests.words(person)
        try await change(form, person, "used up \(id)") { list, db in
            guard let (name, isListed) = try list.usedUp(id, in: person.language, db) else { throw HTTPError(.notFound) }
            return (Message(words(isListed ? "living.pantry.usedUpListed" : "living.pantry.usedUp", ["name": name])), isListed)
        }
        return .redirect(to: "/house/shopping/products/\(id)")
    }

    /// `body` returns what to say and whether the list is another now, or nil for an act without effect.
    private func change(
        _ form: Form, _ person: GuestRequestContext, _ act: String,
        _ body: @escaping @Sendable (ShoppingList, Database) throws -> (message: Message, isListChanged: Bool)?
    ) async throws {
        let token = form["token"]
        try await guests.database.write { db in
            if !token.isEmpty, try !db.isFirst("\(person.guest.id) \(act) \(token)") { return }
            let list = try ShoppingList.open(person, db)
            guard let (message, isListChanged) = try body(list, db) else { return }
            if isListChanged {
                try list.changed(by: NoticeAuthor(name: person.guest.firstName, guest: person.guest.id), guests.broadcaster, db)
            }
            try message.show(to: person, db)
        }
    }
}
