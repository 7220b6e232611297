import Admin
import ArgumentParser
import Foundation
import Portal

struct SeedSchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: .localized("seedSchema.abstract", "Write the schemas by which editors complete and check seed files into a folder."))

    @Argument(help: .localized("seedSchema.folder", "The folder: that of the included files, seed."))
    var folder: String

    @Flag(
        help: .localized(
            "seedSchema.withKeys", "Complete the keys of this site's records too: products, pictures, accounts and all others."))
    var withKeys = false

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() async throws {
        let run = try CommandRun(settings)
        let seed = try Seed.make(run.configuration)
        let database = try run.reportingNow { try withKeys ? Store.openSite(run.configuration) : nil }
        let keys = try await database?.read { try seed.keys($0) } ?? SeedSchemaKeys()
        try run.reportingNow { try seed.writeSchemas(to: folder, keys: keys) }
    }
}

extension Seed {
    func writeSchemas(to folder: String, keys: SeedSchemaKeys = SeedSchemaKeys()) throws {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for (name, text) in [("schema.json", schema(keys: keys))] + includedSchemas() {
                try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
            }
        } catch {
            throw CommandRefusal("new.unwritable", ["file": folder, "cause": error.localizedDescription])
        }
    }
}
