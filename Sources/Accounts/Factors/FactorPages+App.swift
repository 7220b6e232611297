import GRDB
import Hummingbird
import Web

extension FactorPages {
    @Sendable func beginApp(_ request: Request, _ person: SignedIn) async throws -> Response {
        let settings = accounts.settings
        try await accounts.database.write { db in
            try AuthenticatorApp.begin(for: person.accountID, settings.factorKey, at: settings.now(), db)
        }
        return .redirect(to: Self.address + "/app")
    }

    @Sendable func showApp(_ request: Request, _ person: SignedIn) async throws -> Response { try await appPage(request, person) }

    @Sendable func confirmApp(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, limits: .small)
        let settings = accounts.settings
        let words = accounts.pages.words(for: person.visitor)
        let codes: [String]?
        do {
            codes = try await accounts.database.write { db in
                guard
                    try AuthenticatorApp.confirm(form["code"], of: person.accountID, settings.factorKey, at: settings.now(), db)
                else { throw Refused() }
                try audit("factor.app-added", person, db)
                let codes = try firstCodes(person, db)
                if codes == nil { try person.session.setFlash(db, Flash(words("factors.app.added"))) }
                return codes
            }
        } catch is Refused {
            return try await appPage(request, person, error: words("factors.app.wrong"), status: .unprocessableContent)
        } catch is FactorKey.Lost {
            return try await appPage(request, person, error: words("factors.keyLost"), status: .unprocessableContent)
        }
        guard let codes else { return .redirect(to: Self.address) }
        return try await codesPage(codes, words("factors.app.added"), request, person)
    }

    private struct Refused: Error {}

    @Sendable func removeApp(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await change(person) { db, words in
            if let flash = try whyStays(person, words, db) { return flash }
            guard try AuthenticatorApp.of(person.accountID, isConfirmed: true).deleteAll(db) > 0 else { return nil }
            try Factors.tidy(person.accountID, db)
            try audit("factor.app-removed", person, db)
            return Flash(words("factors.app.removed"))
        }
    }

    private func appPage(
        _ request: Request, _ person: SignedIn, error: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let begun = try await accounts.database.read { db in
            try AuthenticatorApp.of(person.accountID, isConfirmed: false).fetchOne(db)
        }
        guard let totp = try? begun?.totp(accounts.settings.factorKey) else { return .redirect(to: Self.address) }
        let words = accounts.pages.words(for: person.visitor)
        let issuer = accounts.pages.site(person.language)["siteName"] as? String ?? "Portico"
        let address = totp.address(issuer: issuer, name: person.account.key)
        let code = QRCode(address)
        return try await page("factors/app", request, person, status: status) { values in
            values["title"] = words("factors.app.heading")
            values["error"] = error ?? false
            values["secret"] = Base32.text(totp.secret).uppercased().inGroups(of: 4, separator: " ")
            values["address"] = address
            values["code"] = code.map { ["path": $0.path, "width": String($0.width)] } ?? false
        }
    }

    func firstCodes(_ person: SignedIn, _ db: Database) throws -> [String]? {
        try RecoveryCode.of(person.accountID).isEmpty(db) ? RecoveryCode.renew(for: person.accountID, db) : nil
    }

    @Sendable func renewCodes(_ request: Request, _ person: SignedIn) async throws -> Response {
        let codes = try await accounts.database.write { db -> [String] in
            guard try Factors.has(person.accountID, db) else { throw HTTPError(.notFound) }
            try audit("factor.codes-renewed", person, db)
            return try RecoveryCode.renew(for: person.accountID, db)
        }
        return try await codesPage(codes, nil, request, person)
    }

    /// Shown only in this answer, because only hashes are stored.
    func codesPage(_ codes: [String], _ message: String?, _ request: Request, _ person: SignedIn) async throws -> Response {
        let words = accounts.pages.words(for: person.visitor)
        let site = accounts.pages.site(person.language)["siteName"] as? String ?? "Portico"
        return try await page("factors/codes", request, person) { values in
            values["title"] = words("factors.codes.heading")
            values["message"] = message ?? false
            values["codes"] = codes
            values["owner"] = "\(site) · \(person.account.key)"
        }
    }
}
