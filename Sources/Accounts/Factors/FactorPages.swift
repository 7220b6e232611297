import Foundation
import GRDB
import Hummingbird
import Web

/// The pages to set up second factors. They require a recent password and stay open to accounts that must set one up.
struct FactorPages: Sendable {
    let accounts: AccountContext

    static let address = "/admin/account/factors"

    static func isPath(_ path: String) -> Bool { path == address || path.hasPrefix(address + "/") }

    func addRoutes(to routes: RouterGroup<SignedIn>) {
        FactorProofPages(factors: self).addRoutes(to: routes.group("admin/account/factors/proof"))
        let factors = routes.group("admin/account/factors").add(middleware: RecentProof(accounts))
        factors.get("", use: index)
        AuthenticatorAppPages(factors: self).addRoutes(to: factors)
        RecoveryCodePages(factors: self).addRoutes(to: factors)
        PasskeyPages(factors: self).addRoutes(to: factors)
        TrustedDevicePages(factors: self).addRoutes(to: factors)
    }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        let account = person.accountID
        let summary = try await accounts.database.read { db in try Factors.summary(account, db) }
        let words = accounts.pages.words(for: person.visitor)
        let party = party(request)
        return try await page("accounts/factors/own", request, person) { values in
            values["title"] = words("factors.heading")
            values["mustChoose"] = summary.isRequired && !summary.hasAny
            values["isRequired"] = summary.isRequired
            values["appSince"] = summary.appSince.map { formatted($0, person) } ?? false
            values["hasAny"] = summary.hasAny
            values["codesLeft"] = words("factors.codes.left", count: summary.codesLeft)
            values["mayHavePasskeys"] = party != nil
            values["passkeys"] = summary.passkeys.map { passkey -> Values in
                [
                    "id": String(passkey.id ?? 0), "name": passkey.name, "created": formatted(passkey.createdAt, person),
                    "used": passkey.usedAt.map { formatted($0, person) } ?? words("factors.passkeys.unused"),
                ]
            }
            values["devices"] = summary.devices.map { device -> Values in
                [
                    "id": String(device.id ?? 0), "device": device.device.isEmpty ? words("accounts.mine.unknown-device") : device.device,
                    "created": formatted(device.createdAt, person), "seen": formatted(device.seenAt, person),
                ]
            }
        }
    }

    func party(_ request: Request) -> RelyingParty? {
        RelyingParty(publicURL: accounts.settings.publicURL, authority: request.head.authority)
    }

    func formatted(_ date: Date, _ person: SignedIn) -> String {
        person.language.relativeMoment(date, now: accounts.settings.now(), in: accounts.settings.zone)
    }

    func page(
        _ template: String, _ request: Request, _ person: SignedIn, status: HTTPResponse.Status = .ok,
        _ fill: (inout Values) -> Void
    ) async throws -> Response {
        var values = try await accounts.admin(person, request)
        values["breadcrumbs"] = [["label": accounts.pages.words(for: person.visitor)("layout.account"), "href": "/admin/account"]]
        fill(&values)
        var page = try accounts.pages.page(template, values, for: person.visitor, request: request, status: status)
        // The page holds an app's secret, recovery codes or a form waiting for the password.
        page.markSecret()
        return page
    }

    func change(_ person: SignedIn, _ act: @escaping @Sendable (Database, Words) throws -> Flash?) async throws -> Response {
        let words = accounts.pages.words(for: person.visitor)
        try await accounts.database.write { db in
            if let flash = try act(db, words) { try person.session.setFlash(db, flash) }
        }
        return .redirect(to: Self.address)
    }

    func audit(_ action: String, _ person: SignedIn, _ db: Database, detail: [String: String] = [:]) throws {
        try accounts.audit(action, person.account, person.visitor, db, isActor: true, detail: detail)
    }

    /// Why the last factor must stay; nil when it may be removed.
    func removalRefusal(_ person: SignedIn, _ words: Words, _ db: Database) throws -> Flash? {
        guard try Factors.isRequired(person.accountID, db), try Factors.count(person.accountID, db) <= 1 else { return nil }
        return Flash(words("factors.lastStays"), kind: .bad)
    }
}
