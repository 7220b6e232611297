import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct PersonFactorPages: Sendable {
    let admin: AdminContext

    func addRoutes(to people: RouterGroup<SignedIn>, _ acts: RouterGroup<SignedIn>) {
        people.get("{id}/factors", use: factors)
        acts.post("{id}/factors/removal", use: resetFactors)
        acts.post("{id}/devices/removal", use: forgetDevices)
    }

    @Sendable func factors(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        return try await admin.page(person, request) { db, context in
            let words = context.words
            let draft = try PersonDraft.living(db, id)
            let summary = try Factors.summary(id, db)
            let heading = words("admin.people.factors.heading", ["name": draft.name])
            let values: Values = [
                "title": heading, "heading": heading, "isRequired": summary.isRequired, "hasAny": summary.hasAny,
                "app": summary.appSince.map { words("admin.people.factors.app", ["when": formatted($0, context)]) } ?? false,
                "passkeys": summary.passkeys.map { passkey -> Values in
                    let used = passkey.usedAt.map { formatted($0, context) } ?? words("factors.passkeys.unused")
                    return ["text": words("admin.people.factors.passkey", ["name": passkey.name, "when": used])]
                },
                "codes": summary.hasAny ? words("factors.codes.left", count: summary.codesLeft) : false,
                "devices": summary.devices.map { device -> Values in
                    let name = device.device.isEmpty ? words("accounts.mine.unknown-device") : device.device
                    return ["text": words("admin.people.factors.device", ["name": name, "when": formatted(device.seenAt, context)])]
                },
                "hasDevices": !summary.devices.isEmpty, "address": PeoplePages.address(id), "isOwn": id == person.accountID,
                "breadcrumbs": [
                    ["label": words("admin.people.many"), "href": PeoplePages.address],
                    ["label": draft.name, "href": PeoplePages.address(id)],
                ] as [Values],
            ]
            return ("admin/people/factors", values)
        }
    }

    private func formatted(_ date: Date, _ context: FormContext) -> String {
        context.words.language.relativeMoment(date, now: .now, in: context.zone)
    }

    /// `POST /admin/people/12/factors/removal`: for a person who lost them. One's own are on the account page, protected by the password.
    @Sendable func resetFactors(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let words = admin.words(person)
        let flash = try await admin.changePerson(person, id) { db, draft in
            guard id != person.accountID else { throw PersonRefusal.ownFactors }
            try Factors.reset(id, db, by: person.actor)
            return Flash(words("admin.people.factors.reset", ["name": draft.name]))
        }
        return try await admin.redirect(person, to: PeoplePages.address(id) + "/factors", flash)
    }

    @Sendable func forgetDevices(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let words = admin.words(person)
        let flash = try await admin.changePerson(person, id) { db, _ in
            Flash(words("factors.devices.removed", count: try Factors.forgetDevices(id, db, by: person.actor)))
        }
        return try await admin.redirect(person, to: PeoplePages.address(id) + "/factors", flash)
    }
}
