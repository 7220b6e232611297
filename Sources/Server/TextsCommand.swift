import ArgumentParser
import Portal
import Web

import struct Portal.Configuration

struct TextsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "texts", abstract: .localized("texts.abstract", "Look after the texts of the languages."),
        subcommands: [TextsCheckCommand.self])
}

struct TextsCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: .localized(
            "textsCheck.abstract", "List what the texts of a language lack beside the English ones; ends with 1 when something is wrong."),
        discussion: .localized(
            "textsCheck.discussion", "What a language lacks is shown in English, sentence by sentence. Plural forms are those of CLDR."))

    @Argument(help: .localized("textsCheck.code", "The code of a language, such as fr; all of them without it."))
    var code: String?

    @Flag(help: .localized("textsCheck.allowMissing", "Missing texts are counted, not listed, and nothing is wrong with them."))
    var allowMissing = false

    @OptionGroup var language: SeedLanguage

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() throws {
        let run = try CommandRun(settings)
        try run.reportingNow {
            let words = try language.words(run.configuration)
            if let code, Language(rawValue: code) == nil {
                let known = Language.allCases.map(\.rawValue).joined(separator: ", ")
                throw Start.refused(CommandRefusal("texts.noLanguage", ["code": code, "known": known]), words)
            }
            let reports = try TextsReport.all(in: run.configuration.textFolders, code: code)
            for report in reports { printReport(report, words) }
            guard reports.allSatisfy({ $0.isRight(allowingMissing: allowMissing) }) else { throw ExitCode.failure }
        }
    }

    private func printReport(_ report: TextsReport, _ words: Words) {
        let number = words.language.number
        say(
            words(
                "commands.texts.summary",
                [
                    "code": report.language.rawValue, "name": report.language.ownName, "all": number(report.all),
                    "said": number(report.all - report.count(.missing)),
                ], count: report.count(.missing)))
        for kind in TextsReport.Finding.Kind.allCases where kind != .missing || !allowMissing {
            let findings = report.findings.filter { $0.kind == kind }
            guard !findings.isEmpty else { continue }
            say(words("commands.texts.\(kind.rawValue)", count: findings.count))
            for finding in findings { say("  \(finding.place): \(finding.key)" + (finding.detail.isEmpty ? "" : "  \(finding.detail)")) }
        }
    }
}
