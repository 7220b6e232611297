import Foundation
import GRDB
import Hummingbird
import Web

struct PasskeyPages: Sendable {
    let factors: FactorPages

    func addRoutes(to routes: RouterGroup<SignedIn>) {
        routes.post("passkeys", use: addPasskey)
        routes.post("passkeys/challenges", use: creationChallenge)
        routes.post("passkeys/{id}", use: renamePasskey)
        routes.post("passkeys/{id}/removal", use: removePasskey)
    }

    private struct CreationOptions: Encodable {
        struct User: Encodable { let id, name, displayName: String }
        let challenge: String
        let rpId: String
        let rpName: String
        let user: User
        let algorithms = PublicKey.algorithms
        /// A device creates no second passkey for these.
        let existing: [String]
        let timeout = Int(cutting: Challenge.lifetime) * 1000
    }

    @Sendable func creationChallenge(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard let party = factors.party(request) else { throw HTTPError(.notFound) }
        let (id, now) = (person.accountID, factors.accounts.settings.now())
        let (value, existing) = try await factors.accounts.database.write { db in
            (try Challenge.make(.creation, for: id, at: now, db), try Passkey.of(id).fetchAll(db).map(\.credentialID.base64URL))
        }
        return try PasskeySignInPages.json(
            CreationOptions(
                challenge: value.base64URL, rpId: party.id,
                rpName: factors.accounts.pages.site(person.language)["siteName"] as? String ?? "Portico",
                user: .init(id: Passkey.handle(of: id).base64URL, name: person.account.key, displayName: person.account.name),
                existing: existing))
    }

    @Sendable func addPasskey(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, limits: .small)
        let words = factors.accounts.pages.words(for: person.visitor)
        let (party, now) = (factors.party(request), factors.accounts.settings.now())
        guard let party, let client = Data(base64URL: form["client"]), let attestation = Data(base64URL: form["attestation"]) else {
            return try await factors.change(person) { _, words in Flash(words("factors.passkeys.notAdded"), kind: .bad) }
        }
        let codes = try await factors.accounts.database.write { db -> [String]? in
            do {
                let passkey = try Passkey.register(
                    client: client, attestation: attestation, name: Self.name(form, words), of: person.accountID, for: party, at: now, db)
                try factors.audit("factor.passkey-added", person, db, detail: ["name": passkey.name])
                let codes = try RecoveryCodePages(factors: factors).firstCodes(person, db)
                if codes == nil { try person.session.setFlash(db, Flash(words("factors.passkeys.added", ["name": passkey.name]))) }
                return codes
            } catch let problem as PasskeyProblem {
                // Returned, not thrown, so that the challenge stays used up.
                try factors.audit("factor.passkey-refused", person, db, detail: ["reason": problem.rawValue])
                try person.session.setFlash(db, Flash(words("factors.passkeys.notAdded"), kind: .bad))
                return nil
            }
        }
        guard let codes else { return .redirect(to: FactorPages.address) }
        return try await RecoveryCodePages(factors: factors).codesPage(codes, words("factors.passkeys.first"), request, person)
    }

    private static func name(_ form: Form, _ words: Words) -> String {
        let typed = String(form["name"].unicodeScalars.filter { $0.value >= 0x20 }.prefix(Passkey.longestName).map(Character.init))
        return typed.isEmpty ? words("factors.passkeys.unnamed") : typed
    }

    @Sendable func renamePasskey(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, limits: .small)
        let id = try person.recordID()
        return try await factors.change(person) { db, words in
            let name = Self.name(form, words)
            guard try Passkey.of(person.accountID).filter(key: id).updateAll(db, Column("name").set(to: name)) == 1 else {
                throw HTTPError(.notFound)
            }
            try factors.audit("factor.passkey-renamed", person, db, detail: ["name": name])
            return Flash(words("factors.passkeys.renamed", ["name": name]))
        }
    }

    @Sendable func removePasskey(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        return try await factors.change(person) { db, words in
            guard let passkey = try Passkey.of(person.accountID).filter(key: id).fetchOne(db) else { throw HTTPError(.notFound) }
            if let flash = try factors.removalRefusal(person, words, db) { return flash }
            try passkey.delete(db)
            try Factors.tidy(person.accountID, db)
            try factors.audit("factor.passkey-removed", person, db, detail: ["name": passkey.name])
            return Flash(words("factors.passkeys.removed", ["name": passkey.name]))
        }
    }
}
