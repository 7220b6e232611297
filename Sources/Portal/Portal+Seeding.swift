import Accounts
import Admin
import GRDB
import Web

extension Seed {
    /// Makes a seed without a database, to check seed files.
    public static func make(_ configuration: Configuration) throws -> Seed {
        let texts = try Texts(folder: configuration.templates + "/texts")
        return Seed(
            modules: Portal.modules, words: texts.words(in: .english),
            accounts: AccountSettings(roles: Portal.roles, contextWords: ["portico"]))
    }
}

extension Portal {
    public var seed: Seed { Seed(modules: Self.modules, words: admin.pages.templates.words(in: .english), accounts: accounts) }

    public func apply(_ file: String) async throws -> SeedPlan {
        try await seed.apply(file, to: database, pictures: admin.pictures, passwords: passwords)
    }

    public var isNew: Bool {
        get async throws { try await database.read { try Bool.fetchOne($0, sql: "SELECT NOT EXISTS (SELECT 1 FROM account)") ?? true } }
    }
}
