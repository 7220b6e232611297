import Accounts
import Web

public struct MigrationReport {
    struct Trial {
        let folder: String
        let copying: Duration
        let updating: Duration
        let steps: [SchemaMigrator.Step]
        /// The bytes that an update takes on the disk for a while, at most.
        let needed: Int
    }

    let data: String
    let missing: [String]
    var trial: Trial?
    var obstacle: CommandRefusal?
    var free: Int?

    /// 0 when there is nothing to do, 2 when migrations went well, 1 when they were not tried.
    public var exitCode: Int32 { missing.isEmpty ? 0 : trial == nil ? 1 : 2 }

    public func text(_ words: Words) -> String {
        guard !missing.isEmpty else { return words("commands.migrate.nothing", ["folder": data]) }
        let start = words("commands.migrate.lacks", ["folder": data], count: missing.count)
        let systems = MigrationSystems.grouped(missing).map { system in
            ([words(system.title)] + system.migrations.map { "  " + line($0, words) }).joined(separator: "\n")
        }
        let end = trial.map { localized($0, words) } ?? obstacle?.localized(in: words) ?? ""
        return ([start] + systems + [end, words("commands.migrate.unchanged")]).joined(separator: "\n\n")
    }

    private func line(_ migration: String, _ words: Words) -> String {
        let name = MigrationSystems.name(migration, words)
        guard let step = trial?.steps.first(where: { $0.migration == migration }) else { return name }
        let rows = words("commands.migrate.rows", count: step.rows)
        return words("commands.migrate.step", ["name": name, "rows": rows, "seconds": words.language.seconds(step.duration)])
    }

    private func localized(_ trial: Trial, _ words: Words) -> String {
        let rows = trial.steps.reduce(0) { $0 + $1.rows }
        var sentences = [
            words("commands.migrate.tried", ["folder": trial.folder, "seconds": words.language.seconds(trial.copying)]),
            words(
                "commands.migrate.takes",
                ["seconds": words.language.seconds(trial.updating), "rows": words("commands.migrate.rows", count: rows)]),
        ]
        if let free {
            let values = ["needed": words.language.megabytes(trial.needed), "free": words.language.megabytes(free)]
            sentences.append(words(free < trial.needed ? "commands.migrate.tight" : "commands.migrate.room", values))
        }
        return sentences.joined(separator: "\n")
    }
}

extension Language {
    /// Megabytes, rounded up.
    func megabytes(_ bytes: Int) -> String { number((bytes + 1 << 20 - 1) >> 20) + " MB" }
}
