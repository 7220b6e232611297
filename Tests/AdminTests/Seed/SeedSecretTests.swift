import Accounts
import Foundation
import GRDB
import Testing

@testable import Admin

/// `!secret NAME` in a seed file, and what stands in a password that nothing fills in.
@Suite struct SeedSecretTests {
    private static let password = "viola sasso 91 tramonto"

    private func make(_ password: String, _ environment: [String: String] = [:], name: String = "Anna") throws -> (SeedTrial, Seed) {
        let trial = try SeedTrial([
            "seed.yaml": "accounts:\n  - { key: anna, name: \(name), password: \(password), roles: [{ role: admin }] }\n"
        ])
        var seed = trial.seed
        seed.secrets = SeedSecrets(environment: environment)
        return (trial, seed)
    }

    private func mistakes(_ trial: SeedTrial, _ seed: Seed) throws -> [String] {
        try seed.check(trial.path).map { $0.description.replacing(trial.folder.path + "/", with: "") }
    }

    @Test func comesFromAVariableAFileOrACredential() async throws {
        let (trial, _) = try make("!secret capo-1")
        try trial.write("secrets/capo-1", Self.password + "\n")
        let folder = trial.folder.path + "/secrets"
        for secrets in [
            SeedSecrets(environment: ["PORTICO_SECRET_CAPO_1": Self.password]), SeedSecrets(folder: folder, environment: [:]),
            SeedSecrets(environment: ["CREDENTIALS_DIRECTORY": folder]),
        ] {
            var seed = trial.seed
            seed.secrets = secrets
            #expect(try mistakes(trial, seed) == [])
        }
        var seed = trial.seed
        seed.secrets = SeedSecrets(folder: folder, environment: [:])
        try await seed.apply(trial.path, to: trial.database, pictures: trial.store, passwords: trial.passwords)
        let hash = try #require(try await trial.database.read { try String.fetchOne($0, sql: "SELECT passwordHash FROM account") })
        let isRight = try await trial.passwords.verify(Self.password, against: hash)
        #expect(isRight)
    }

    @Test func aMissingOneHasAPlace() throws {
        let (trial, seed) = try make("!secret capo")
        #expect(
            try mistakes(trial, seed) == [
                "seed.yaml:2:40: there is no secret 'capo': set the variable PORTICO_SECRET_CAPO, or put it into a file of that name in "
                    + "PORTICO_SECRETS or in systemd's credentials"
            ])
    }

    @Test func isNeverShown() throws {
        for (password, environment) in [
            ("!secret x", ["PORTICO_SECRET_X": "geheim"]), ("!secret '../x'", [:]), ("!secret x", ["PORTICO_SECRET_X": ""]),
        ] {
            let (trial, seed) = try make(password, environment)
            let found = try mistakes(trial, seed)
            #expect(found.count == 1, "\(found)")
            #expect(!found.contains { $0.contains("geheim") }, "\(found)")
        }
        let (named, seed) = try make("\(Self.password)", ["PORTICO_SECRET_X": "geheim"], name: "!secret x")
        #expect(try mistakes(named, seed) == ["seed.yaml:2:24: name: a secret is taken only for passwords and PINs"])
    }

    @Test(arguments: [("\"${VAULT_ONE} and more\"", "${VAULT_ONE}"), ("\"{{ vault_one }} and more\"", "{{ vault_one }}")])
    func aPlaceholderIsRefused(_ password: String, _ found: String) throws {
        let (trial, seed) = try make(password)
        let name = found.filter { $0.isLetter || $0 == "_" }
        let sentence = "seed.yaml:2:40: password: holds \(found), which nothing fills in: write !secret \(name)"
        #expect(try mistakes(trial, seed) == [sentence])
    }
}
