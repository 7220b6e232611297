import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension AdminContext {
    func house(_ person: SignedIn, _ permission: Permission, _ db: Database) throws -> Int64 {
        try requireScope(person, permission, db)
    }

    /// Throws not found unless this educator keeps the guest's house.
    func guest(_ person: SignedIn) async throws -> Inhabitant {
        guard let id = person.parameters.recordID("id"), let guest = try await database.read({ try Inhabitant.find(id, $0) }),
            person.grants.may(House.living, in: guest.houseID)
        else { throw HTTPError(.notFound) }
        return guest
    }

    func changeGuest(
        _ person: SignedIn, _ action: String, _ text: String, at page: String = "living",
        _ body: @escaping @Sendable (Inhabitant, Database) throws -> Void
    ) async throws -> Response {
        let guest = try await guest(person)
        let words = pages.words(for: person.visitor)
        try await database.write { db in
            try body(guest, db)
            try AuditEntry.write(
                db, "house.guests.\(action)", by: person.actor, on: ("house.guests", guest.id, guest.name), scope: guest.houseID)
            try person.session.setFlash(db, Flash(words(text, ["name": guest.name])))
        }
        return .redirect(to: "/admin/house/guests/\(guest.id)/\(page)")
    }

    func changeHouse(
        _ person: SignedIn, _ action: String, _ text: String, may permission: Permission = House.living,
        to address: String = "/admin/house/living",
        _ body: @escaping @Sendable (Int64, Database) throws -> Void
    ) async throws -> Response {
        let words = pages.words(for: person.visitor)
        try await database.write { db in
            let house = try house(person, permission, db)
            try body(house, db)
            try AuditEntry.write(db, action, by: person.actor, scope: house)
            try person.session.setFlash(db, Flash(words(text)))
        }
        return .redirect(to: address)
    }
}
