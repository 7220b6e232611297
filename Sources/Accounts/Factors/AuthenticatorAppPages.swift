import GRDB
import Hummingbird
import Web

struct AuthenticatorAppPages: Sendable {
    let factors: FactorPages

    func addRoutes(to routes: RouterGroup<SignedIn>) {
        routes.get("app", use: showApp)
        routes.post("app", use: beginApp)
        routes.post("app/confirmation", use: confirmApp)
        routes.post("app/removal", use: removeApp)
    }

    @Sendable func beginApp(_ request: Request, _ person: SignedIn) async throws -> Response {
        let settings = factors.accounts.settings
        try await factors.accounts.database.write { db in
            try AuthenticatorApp.begin(for: person.accountID, settings.factorKey, at: settings.now(), db)
        }
        return .redirect(to: FactorPages.address + "/app")
    }

    @Sendable func showApp(_ request: Request, _ person: SignedIn) async throws -> Response { try await appPage(request, person) }

    @Sendable func confirmApp(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, limits: .small)
        let settings = factors.accounts.settings
        let words = factors.accounts.pages.words(for: person.visitor)
        let codes: [String]?
        do {
            codes = try await factors.accounts.database.write { db in
                guard
                    try AuthenticatorApp.confirm(form["code"], of: person.accountID, settings.factorKey, at: settings.now(), db)
                else { throw Refused() }
                try factors.audit("factor.app-added", person, db)
                let codes = try RecoveryCodePages(factors: factors).firstCodes(person, db)
                if codes == nil { try person.session.setFlash(db, Flash(words("factors.app.added"))) }
                return codes
            }
        } catch is Refused {
            return try await appPage(request, person, error: words("factors.app.wrong"), status: .unprocessableContent)
        } catch is FactorKey.Lost {
            return try await appPage(request, person, error: words("factors.keyLost"), status: .unprocessableContent)
        }
        guard let codes else { return .redirect(to: FactorPages.address) }
        return try await RecoveryCodePages(factors: factors).codesPage(codes, words("factors.app.added"), request, person)
    }

    private struct Refused: Error {}

    @Sendable func removeApp(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await factors.change(person) { db, words in
            if let flash = try factors.removalRefusal(person, words, db) { return flash }
            guard try AuthenticatorApp.of(person.accountID, isConfirmed: true).deleteAll(db) > 0 else { return nil }
            try Factors.tidy(person.accountID, db)
            try factors.audit("factor.app-removed", person, db)
            return Flash(words("factors.app.removed"))
        }
    }

    private func appPage(
        _ request: Request, _ person: SignedIn, error: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let begun = try await factors.accounts.database.read { db in
            try AuthenticatorApp.of(person.accountID, isConfirmed: false).fetchOne(db)
        }
        guard let totp = try? begun?.totp(factors.accounts.settings.factorKey) else { return .redirect(to: FactorPages.address) }
        let words = factors.accounts.pages.words(for: person.visitor)
        let issuer = factors.accounts.pages.site(person.language)["siteName"] as? String ?? "Portico"
        let address = totp.address(issuer: issuer, name: person.account.key)
        let code = QRCode(address)
        return try await factors.page("accounts/factors/app", request, person, status: status) { values in
            values["title"] = words("factors.app.heading")
            values["error"] = error ?? false
            values["secret"] = Base32.text(totp.secret).uppercased().inGroups(of: 4, separator: " ")
            values["address"] = address
            values["code"] = code.map { ["path": $0.path, "width": String($0.width)] } ?? false
        }
    }
}
