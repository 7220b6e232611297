import Accounts
import Admin
import ArgumentParser
import Foundation
import Logging
import Portal
import Web

struct SeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed", abstract: "Set up the site from the seed file, check the file, or write the site back as one.")

    @Argument(help: "The file; without it, the one that PORTICO_SEED names.")
    var file: String?

    @Flag(help: "Name every mistake of the file with its line and column; change nothing.")
    var check = false

    @Flag(help: "Say what would be added, changed and left; change nothing.")
    var dryRun = false

    @Option(help: ArgumentHelp("Write the site into this new folder as a seed file with its pictures.", valueName: "folder"))
    var export: String?

    @Option(help: ArgumentHelp("Write the schemas by which editors complete the file into this folder.", valueName: "folder"))
    var schema: String?

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func validate() throws {
        let asked = [check, dryRun, export != nil, schema != nil].filter { $0 }.count
        guard asked <= 1 else { throw ValidationError("--check, --dry-run, --export and --schema exclude one another.") }
    }

    func run() async throws {
        let configuration = try Start.configuration(settings)
        do {
            if let schema { return try write(schemasTo: schema, configuration) }
            if check { return try report(try Seed.make(configuration).check(file ?? configuration.seed), configuration) }
            let portal = try Portal(configuration, database: try Store.open(configuration), logger: Start.logger(configuration))
            if let export {
                for sentence in try await portal.seed.export(portal.database, pictures: portal.admin.pictures, to: export) { say(sentence) }
                say("Written to \(export).")
            } else if dryRun {
                say("\(try await portal.seed.plan(file ?? configuration.seed, on: portal.database, pictures: portal.admin.pictures))")
            } else {
                say("\(try await portal.apply(file ?? configuration.seed))")
            }
        } catch let refused as SeedRefused {
            try report(refused.mistakes, configuration)
        } catch let problems as StartProblems {
            throw Start.refused(problems)
        }
    }

    private func report(_ mistakes: [SeedMistake], _ configuration: Configuration) throws {
        guard !mistakes.isEmpty else { return say("\(file ?? configuration.seed): no mistakes") }
        throw Start.refused(mistakes)
    }

    private func write(schemasTo folder: String, _ configuration: Configuration) throws {
        let seed = try Seed.make(configuration)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, text) in [("schema.json", seed.schema())] + seed.includedSchemas() {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
        }
    }
}

extension Start {
    /// Prints all mistakes and returns a failure code.
    static func refused(_ mistakes: [SeedMistake]) -> ExitCode {
        let count = mistakes.count == 1 ? "1 mistake" : "\(mistakes.count) mistakes"
        FileHandle.standardError.write(Data((mistakes.map(\.description) + ["\(count): nothing was changed"]).joined(separator: "\n").utf8))
        FileHandle.standardError.write(Data("\n".utf8))
        return .failure
    }
}
