import ArgumentParser
import Foundation
import Portal
import Web

struct InstitutionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "institution",
        abstract: .localized("institution.abstract", "Keep several sites on this machine, each reached by its host name."),
        discussion: .localized(
            "institution.discussion",
            "Each has a user, settings, a folder and a unit portico@NAME of its own. docs/scaling.md explains proxy and copies."),
        subcommands: [InstitutionAddCommand.self, InstitutionListCommand.self, InstitutionRemoveCommand.self])
}

struct InstitutionOptions: ParsableArguments {
    @Option(
        help: .localized(
            "institutionOptions.root", "A folder in the place of /, for trials and images: only files are written there.",
            valueName: "folder"))
    var root: String?

    @OptionGroup var language: SeedLanguage

    func with(_ act: (InstitutionList, Words) throws -> Void) throws {
        let words = try language.words(Start.configuration(SettingFlags.parse([])))
        do {
            try act(try InstitutionList(root: root ?? ""), words)
        } catch let refusal as CommandRefusal {
            throw Start.refused(refusal, words)
        }
    }

    func carryOut(_ script: InstitutionScript, onlyPrinting: Bool) throws -> Bool {
        if onlyPrinting {
            print("set -eu\n" + script.text, terminator: "")
            return false
        }
        guard root != nil || geteuid() == 0 else { throw CommandRefusal("institution.root", ["folder": "/etc/portico"]) }
        let code = try script.run()
        guard code == 0 else { throw CommandRefusal("institution.failed", ["code": String(code)]) }
        return true
    }

    static var program: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/usr/bin/portico"
    }
}

struct InstitutionAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: .localized(
            "institutionAdd.abstract", "Make user, folder, settings and the proxy's lines of a new institution, and start it."))

    @Argument(help: .localized("institutionAdd.name", "Its name: small letters, digits and hyphens."))
    var name: String

    @Argument(help: .localized("institutionAdd.host", "Its host name, such as aquila.portal.example.org."))
    var host: String

    @Option(help: .localized("institutionAdd.port", "Its port on 127.0.0.1; without it, the first free one from 8101 on."))
    var port: Int?

    @Option(
        help: .localized(
            "institutionAdd.copies", "Where Litestream copies its database: a folder, or s3://bucket/folder.", valueName: "place"))
    var copies: String?

    @Flag(help: .localized("institutionAdd.print", "Print the script instead of running it."))
    var print = false

    @OptionGroup var options: InstitutionOptions

    func validate() throws {
        guard let port, !(1_024...65_535).contains(port) else { return }
        throw ValidationError(.refusal("port", "--port is a number between 1024 and 65535."))
    }

    func run() throws {
        try options.with { list, words in
            let institution = try list.making(name, host: host, port: port, copies: copies)
            let script = InstitutionScript.adding(
                institution, to: list, root: options.root ?? "", program: InstitutionOptions.program)
            guard try options.carryOut(script, onlyPrinting: self.print) else { return }
            say(words("commands.institution.added", ["name": name, "host": institution.host, "port": String(institution.port)]))
            if options.root == nil { say(words("commands.institution.link", ["name": name])) }
        }
    }
}

struct InstitutionListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: .localized("institutionList.abstract", "Print name, host, port and place of copies of each institution."))

    @OptionGroup var options: InstitutionOptions

    func run() throws {
        try options.with { list, words in
            if list.all.isEmpty { say(words("commands.institution.none")) }
            for institution in list.all {
                say("\(institution.name)\t\(institution.host)\t\(institution.port)\t\(institution.copies ?? "-")")
            }
        }
    }
}

struct InstitutionRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: .localized(
            "institutionRemove.abstract", "Stop an institution and take it from the proxy; its data stay without --backup or --purge."))

    @Argument(help: .localized("institutionRemove.name", "Its name."))
    var name: String

    @Option(
        help: .localized(
            "institutionRemove.backup", "Make a last backup below this folder, and remove the data only if it is good.", valueName: "folder"
        ))
    var backup: String?

    @Flag(help: .localized("institutionRemove.purge", "Remove the data without a backup."))
    var purge = false

    @Flag(help: .localized("institutionRemove.print", "Print the script instead of running it."))
    var print = false

    @OptionGroup var options: InstitutionOptions

    func validate() throws {
        guard !purge || backup == nil else { throw ValidationError(.refusal("purge", "--purge goes without --backup.")) }
        guard let backup, !backup.hasPrefix("/") else { return }
        throw ValidationError(.refusal("backup", "--backup names a folder of this machine with its whole path."))
    }

    func run() throws {
        try options.with { list, words in
            let institution = try list.named(name)
            let data: InstitutionScript.Disposal = purge ? .purged : backup.map { .backedUp(in: $0) } ?? .kept
            let script = InstitutionScript.removing(
                institution, from: list, data: data, root: options.root ?? "", program: InstitutionOptions.program)
            guard try options.carryOut(script, onlyPrinting: self.print) else { return }
            let folder = "/var/lib/portico-\(name)"
            switch data {
            case .kept: say(words("commands.institution.kept", ["name": name, "folder": folder]))
            case .backedUp(let backup): say(words("commands.institution.backedUp", ["name": name, "folder": "\(backup)/\(name)"]))
            case .purged: say(words("commands.institution.purged", ["name": name]))
            }
        }
    }
}
