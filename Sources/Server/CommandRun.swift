import Admin
import ArgumentParser
import Foundation
import Portal
import Web

import struct Portal.Configuration

struct CommandRun {
    let configuration: Configuration

    init(_ settings: SettingFlags) throws { configuration = try Start.configuration(settings) }

    func reporting<Outcome>(_ work: () async throws -> Outcome) async throws -> Outcome {
        do {
            return try await work()
        } catch let refusal as CommandRefusal {
            throw try Start.refused(refusal, configuration)
        } catch let problems as StartProblems {
            throw Start.refused(problems)
        }
    }

    func reportingNow<Outcome>(_ work: () throws -> Outcome) throws -> Outcome {
        do {
            return try work()
        } catch let refusal as CommandRefusal {
            throw try Start.refused(refusal, configuration)
        } catch let problems as StartProblems {
            throw Start.refused(problems)
        }
    }
}

struct NewSiteFlag: ParsableArguments {
    @Flag(help: .localized("newSiteFlag.new", "Make a new site in the data folder; without it a folder that holds no site is refused."))
    var new = false
}

extension Start {
    /// Prints a refusal in the terminal's language, whose texts are read only now.
    static func refused(_ refusal: CommandRefusal, _ configuration: Configuration) throws -> ExitCode {
        refused(refusal, try configuration.readTexts().words(in: SeedLanguage.ofRefusals))
    }

    static func refused(_ refusal: CommandRefusal, _ words: Words) -> ExitCode { refused(refusal.localized(in: words)) }

    static func refused(_ sentence: String) -> ExitCode {
        complain(sentence)
        return .failure
    }
}
