import Accounts
import Admin
import ArgumentParser
import Foundation
import GRDB
import Portal

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: .localized("account.abstract", "Make a one-time link for choosing a new password: the way back in for an administrator."))

    @Argument(help: .localized("account.name", "The sign-in name."))
    var name: String

    @Flag(
        help: .localized(
            "account.withoutFactors", "Take the second factors and trusted devices away too: for an administrator who has lost them."))
    var withoutFactors = false

    @OptionGroup var language: SeedLanguage

    @OptionGroup(title: "Settings") var settings: SettingFlags

    func run() async throws {
        let run = try CommandRun(settings)
        try await run.reporting {
            let database = try Store.openSite(run.configuration, noting: UpdateNotice(configuration: run.configuration).callAsFunction)
            let link = try await database.write { [name, withoutFactors] db in
                let id = try Account.named(name, db)
                if withoutFactors { try Factors.reset(id, db, by: .system("command line")) }
                return try run.configuration.address(db) + Accounts.resetLink(for: id, db, by: .system("command line"))
            }
            say(link)
        }
    }
}

extension Account {
    /// Returns the id of the account with a sign-in name; refuses an unknown name with the nearest one.
    fileprivate static func named(_ name: String, _ db: Database) throws -> Int64 {
        if let id = try all().notDeleted().named(foldedKey(name) ?? name).fetchOne(db)?.id { return id }
        let names = try all().notDeleted().order(Columns.key).select(Columns.key, as: String.self).fetchAll(db)
        guard let near = nearest(to: name, among: names) else { throw CommandRefusal("no-account.alone", ["name": name]) }
        throw CommandRefusal("no-account.near", ["name": name, "near": near])
    }
}
