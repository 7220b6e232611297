import Accounts
import Admin
import Foundation
import GRDB
import Web

extension Configuration {
    /// The environment goes before the file of variables.
    var seedSecrets: SeedSecrets {
        SeedSecrets(folder: secrets, environment: secretVariables.merging(ProcessInfo.processInfo.environment) { $1 })
    }
}

extension Seed {
    /// - Parameter texts: those of the configuration, if they are read already.
    public static func make(_ configuration: Configuration, _ texts: Texts? = nil) throws -> Seed {
        let texts = try texts ?? configuration.readTexts()
        var seed = Seed(
            modules: Portal.modules, words: texts.words(in: .english),
            accounts: AccountSettings(roles: Portal.roles, contextWords: ["portico"]))
        (seed.secrets, seed.migrator) = (configuration.seedSecrets, Store.migrator)
        return seed
    }

    /// Plans a file on the site's database, which stays as it is, or on a new site if there is none.
    public func plan(_ file: String, _ configuration: Configuration, options: SeedOptions) async throws -> SeedPlan {
        let database = try Store.existing(configuration)
        if let database, try await !database.read(Store.migrator.hasCompletedMigrations) {
            throw StartProblems([messages("seed.command.oldDatabase", ["folder": configuration.data])])
        }
        return try await plan(file, on: database, picturesIn: configuration.data + "/pictures", options: options)
    }
}

extension Portal {
    public var seed: Seed {
        var seed = Seed(modules: Self.modules, words: admin.pages.templates.words(in: .english), accounts: accounts)
        (seed.secrets, seed.migrator) = (configuration.seedSecrets, Store.migrator)
        return seed
    }

    /// - Parameter words: of the messages' language; English without them.
    public func apply(
        _ file: String, options: SeedOptions? = nil, expecting planned: PlannedSeed? = nil, backup: String? = nil,
        in words: Words? = nil
    ) async throws -> SeedPlan {
        try await speaking(words).apply(
            file, to: database, pictures: admin.pictures, passwords: passwords, options: options, expecting: planned, backup: backup)
    }

    /// Applies a file after a good backup of a site that it changes; returns the backup's path too.
    public func applyWithBackup(
        _ file: String, options: SeedOptions, expecting planned: PlannedSeed? = nil, in words: Words? = nil
    ) async throws -> (plan: SeedPlan, backup: String?) {
        var made: String?
        if try await !isNew {
            let plan = try await speaking(words).plan(file, on: database, picturesIn: configuration.data + "/pictures", options: options)
            try planned?.require(plan)
            if plan.conflicts.isEmpty, !plan.isNothing {
                let kept = try await admin.backups.makeAndRehearse(database, by: .system("command line"))
                guard kept.isGood else { throw JobFailure("backups.errors.rehearsal", ["file": kept.name], mayRetry: false) }
                made = kept.name
            }
        }
        let plan = try await apply(file, options: options, expecting: planned, backup: made, in: words)
        return (plan, made.map { admin.backups.folder + "/" + $0 })
    }

    private func speaking(_ words: Words?) -> Seed { words.map { seed.speaking($0) } ?? seed }

    public func undoSeed() async throws -> SeedUndone? {
        try await database.write { db in try seed.undo(db, by: .system("command line")) }
    }

    public var isNew: Bool {
        get async throws { try await database.read { try Bool.fetchOne($0, sql: "SELECT NOT EXISTS (SELECT 1 FROM account)") ?? true } }
    }
}
