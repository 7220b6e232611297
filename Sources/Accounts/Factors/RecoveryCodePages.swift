import GRDB
import Hummingbird
import Web

struct RecoveryCodePages: Sendable {
    let factors: FactorPages

    func addRoutes(to routes: RouterGroup<SignedIn>) {
        routes.post("codes", use: renewCodes)
    }

    func firstCodes(_ person: SignedIn, _ db: Database) throws -> [String]? {
        try RecoveryCode.of(person.accountID).isEmpty(db) ? RecoveryCode.renew(for: person.accountID, db) : nil
    }

    @Sendable func renewCodes(_ request: Request, _ person: SignedIn) async throws -> Response {
        let codes = try await factors.accounts.database.write { db -> [String] in
            guard try Factors.has(person.accountID, db) else { throw HTTPError(.notFound) }
            try factors.audit("factor.codes-renewed", person, db)
            return try RecoveryCode.renew(for: person.accountID, db)
        }
        return try await codesPage(codes, nil, request, person)
    }

    /// Shown only in this answer, because only hashes are stored.
    func codesPage(_ codes: [String], _ message: String?, _ request: Request, _ person: SignedIn) async throws -> Response {
        let words = factors.accounts.pages.words(for: person.visitor)
        let site = factors.accounts.pages.site(person.language)["siteName"] as? String ?? "Portico"
        return try await factors.page("accounts/factors/codes", request, person) { values in
            values["title"] = words("factors.codes.heading")
            values["message"] = message ?? false
            values["codes"] = codes
            values["owner"] = "\(site) · \(person.account.key)"
        }
    }
}
