import GRDB
import Hummingbird
import Web

struct TrustedDevicePages: Sendable {
    let factors: FactorPages

    func addRoutes(to routes: RouterGroup<SignedIn>) {
        routes.post("devices/removal", use: removeDevices)
        routes.post("devices/{id}/removal", use: removeDevice)
    }

    @Sendable func removeDevice(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        return try await factors.change(person) { db, words in
            guard try TrustedDevice.of(person.accountID).filter(key: id).deleteAll(db) == 1 else { throw HTTPError(.notFound) }
            try factors.audit("device.remove", person, db)
            return Flash(words("factors.devices.removed", count: 1))
        }
    }

    @Sendable func removeDevices(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await factors.change(person) { db, words in
            let count = try TrustedDevice.of(person.accountID).deleteAll(db)
            guard count > 0 else { return nil }
            try factors.audit("device.remove", person, db, detail: ["devices": String(count)])
            return Flash(words("factors.devices.removed", count: count))
        }
    }
}
