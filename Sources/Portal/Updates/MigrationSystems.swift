import Accounts
import Web

enum MigrationSystems {
    /// Groups migrations by system; what belongs to no module is of the back office, which comes first.
    static func grouped(_ migrations: [String]) -> [(title: String, migrations: [String])] {
        let modules = Portal.modules.map { module in
            var migrator = SchemaMigrator()
            module.migrate(&migrator)
            return (title: "\(module.name).name", migrations: migrator.migrations)
        }
        let ofModules = Set(modules.flatMap(\.migrations))
        let all = [(title: "commands.migrate.backOffice", migrations: migrations.filter { !ofModules.contains($0) })] + modules
        return all.map { system in (title: system.title, migrations: migrations.filter(Set(system.migrations).contains)) }
            .filter { !$0.migrations.isEmpty }
    }

    static func key(_ migration: String) -> String {
        "migrations." + migration.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }

    static func name(_ migration: String, _ words: Words) -> String { words.optional(key(migration)) ?? migration }
}
