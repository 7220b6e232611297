import Admin
import ArgumentParser
import Portal
import Web

struct SeedUndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: .localized("seedUndo.abstract", "Take the last application of a seed file back; what has changed since stays."))

    @OptionGroup var language: SeedLanguage

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() async throws {
        let run = try SeedRun(try Start.configuration(settings), language)
        try await run.reporting {
            try Store.requireOwner(run.configuration)
            guard let undone = try await run.portal().undoSeed() else {
                throw run.refusal("nothingToUndo")
            }
            let words = run.words
            say(words("seed.command.undone", ["name": undone.application.name], count: undone.records))
            for title in undone.kept { say(words("seed.command.undoKept", ["title": title])) }
            for list in undone.others {
                let backup = undone.application.backup
                say(words("seed.command.\(backup == nil ? "undoAlone" : "undoBackup")", ["list": list, "backup": backup ?? ""]))
            }
        }
    }
}
