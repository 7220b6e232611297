import ArgumentParser
import Foundation
import Portal
import Web

import struct Portal.Configuration

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: .localized("doctor.abstract", "Examine the site from inside and outside, and say what to change in which file."),
        discussion: .localized(
            "doctor.discussion",
            "Run it on the server, as the user of the service or as root. Ends with 0 when all is well, 1 with faults, 2 with warnings or checks that could not be made. It changes nothing and sends nothing but what --mail-to asks for."
        ))

    @Argument(help: .localized("doctor.url", "The public address; without it, PORTICO_URL."))
    var url: String?

    @Flag(help: .localized("doctor.json", "Print the results as JSON."))
    var json = false

    @Flag(help: .localized("doctor.inside", "Only what this machine shows: settings, folders, programs, service."))
    var inside = false

    @Flag(help: .localized("doctor.outside", "Only what visitors meet; on another machine than the server."))
    var outside = false

    @Option(help: .localized("doctor.mailTo", "Send a message of trial to this address.", valueName: "address"))
    var mailTo: String?

    @Option(help: .localized("doctor.certificates", "A file with certificates to trust instead of the system's.", valueName: "file"))
    var certificates: String?

    @OptionGroup var language: SeedLanguage

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func validate() throws {
        guard !inside || !outside else { throw ValidationError(.refusal("sides", "--inside and --outside exclude one another.")) }
        if let mailTo, !mailTo.contains("@") {
            throw ValidationError(.refusal("mailTo", "--mail-to takes an address such as name@example.org."))
        }
        if let certificates, !FileManager.default.isReadableFile(atPath: certificates) {
            throw ValidationError(.refusal("certificates", "--certificates: «{file}» cannot be read.", ["file": certificates]))
        }
    }

    func run() async throws {
        let configuration: Configuration
        do { configuration = try settings.configuration } catch let problems as StartProblems { throw try refused(problems) }
        let words = try language.words(configuration)
        DoctorUser.become(ownerOf: configuration.data)
        guard var doctor = Doctor(configuration, url: url) else {
            throw ValidationError(
                .refusal(
                    "address", "«{address}» is no address such as https://portal.example.org.", ["address": url ?? configuration.url ?? ""])
            )
        }
        (doctor.certificates, doctor.recipient) = (certificates, mailTo)
        (doctor.isInside, doctor.isOutside) = (!outside, !inside)
        throw try printReport(DoctorReport(await doctor.examine()), words)
    }

    private func printReport(_ report: DoctorReport, _ words: Words) throws -> ExitCode {
        say(json ? try report.json(words) : report.text(words))
        return ExitCode(report.exitCode)
    }

    /// Without valid settings nothing else can be examined; without the texts the problems are all that can be told.
    private func refused(_ problems: StartProblems) throws -> ExitCode {
        guard let words = try? language.words(Configuration()) else { return Start.refused(problems) }
        return try printReport(DoctorReport(problems, in: words), words)
    }
}

enum DoctorUser {
    /// Root becomes the owner of the data folder: files that root made there would shut the service out, and root may write anywhere.
    static func become(ownerOf folder: String) {
        var facts = stat()
        guard geteuid() == 0, stat(folder, &facts) == 0, facts.st_uid != 0, let user = getpwuid(facts.st_uid) else { return }
        let (name, group) = (user.pointee.pw_name, user.pointee.pw_gid)
        guard let name, initgroups(name, group) == 0, setgid(group) == 0 else { return }
        _ = setuid(facts.st_uid)
    }
}
