import Accounts
import ArgumentParser
import Foundation
import GRDB
import Portal

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Make a one-time link with which somebody chooses a new password: the way back in for an administrator.")

    @Argument(help: "The sign-in name.")
    var name: String

    @Flag(help: "Take the second factors and trusted devices away too: for an administrator who has lost them.")
    var withoutFactors = false

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() async throws {
        let configuration = try Start.configuration(settings)
        let database = try Store.open(configuration)
        let link = try await database.write { [name, withoutFactors] db -> String? in
            guard let id = try Account.all().kept().named(name).fetchOne(db)?.id else { return nil }
            if withoutFactors { try Factors.reset(id, db, by: .system("command line")) }
            return try Accounts.resetLink(for: id, db, by: .system("command line"))
        }
        guard let link else { throw ValidationError("There is no account «\(name)».") }
        say("\(configuration.url ?? "http://\(configuration.host):\(configuration.port)")\(link)")
    }
}
