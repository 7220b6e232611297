import Admin
import ArgumentParser
import Formats
import Foundation
import Portal
import Web

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: .localized("import.abstract", "Import a file into a list, or say what it would become."),
        discussion: .localized("import.discussion", "Ends with 1 if anything of the file does not come in."))

    @Argument(help: .localized("import.file", "The file: CSV, TSV, JSON, LDIF, XLSX, XLS, ODS, or what the list's formats read."))
    var file: String

    @Option(help: .localized("import.as", "The list it goes into, such as house.products.", valueName: "list"))
    var `as`: String

    @Option(help: .localized("import.house", "The key of the house, if there are several.", valueName: "key"))
    var house: String?

    @Option(help: .localized("import.encoding", "How the letters of a text are written, such as windows-1252; found out otherwise."))
    var encoding: String?

    @Option(help: .localized("import.separator", "What divides the columns of a text: semicolon, comma, tab or bar; found out otherwise."))
    var separator: String?

    @Option(help: .localized("import.sheet", "The number of the sheet of a workbook; the first that holds anything otherwise."))
    var sheet: String?

    @Option(help: .localized("import.header", "The number of the row with the names of the columns; found out otherwise."))
    var header: String?

    @Option(
        help: .localized(
            "import.choose", "A choice of the list's format, such as role=page for documents of citations; may repeat.",
            valueName: "name=value"))
    var choose: [String] = []

    @Flag(help: .localized("import.check", "Print what each row would become; change nothing."))
    var check = false

    @OptionGroup var language: SeedLanguage

    @OptionGroup(title: "Settings") var settings: SettingFlags

    private var reading: [String: String] {
        ["encoding": encoding, "separator": separator, "sheet": sheet, "header": header].compactMapValues { $0 }
    }

    private var chosen: [String: String] {
        let pairs = choose.compactMap { pair -> (String, String)? in
            let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
            return sides.count == 2 ? (sides[0], sides[1]) : nil
        }
        return Dictionary(pairs) { $1 }
    }

    func run() async throws {
        let run = try CommandRun(settings)
        let words = try language.words(run.configuration)
        try await run.reporting {
            if !check { try Store.requireOwner(run.configuration) }
            let portal = try Portal(run.configuration, database: Store.openSite(run.configuration), logger: Start.logger(run.configuration))
            guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: file)) else { throw CommandRefusal("unreadable", ["file": file]) }
            do {
                let report = try await CommandLineImport(portal.admin).run(
                    [UInt8](bytes), named: URL(fileURLWithPath: file).lastPathComponent, into: `as`, place: house, reading: reading,
                    chosen: chosen, checksOnly: check, in: words.language)
                for line in report.lines { say(line) }
                say(report.summary)
                if let result = report.result { say(result) }
                if !report.isWhole { throw ExitCode.failure }
            } catch let refusal as ImportRefusal {
                throw Start.refused(refusal.localized(in: words))
            }
        }
    }
}
