import Accounts
import Admin
import ArgumentParser
import Foundation
import GRDB
import Portal
import Web

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Answer requests; fill an empty database from the seed file first.")

    @Flag(help: "Start with an empty database instead of the seed file's contents.")
    var withoutSeed = false

    @Flag(help: "Go on in place of the machine that wrote this database: the site speaks at once. For a standby; see README.")
    var takeover = false

    func run() async throws {
        let configuration = try Start.configuration()
        let logger = Start.logger(configuration)
        do {
            let portal = try await Portal.open(configuration, logger: logger)
            switch try await portal.compareMark(takesOver: takeover) {
            case .takenUp: say("This database came from elsewhere: nothing leaves the site until an administrator says which site it is.")
            case .takenOver: say("Took over from the machine that wrote this database.")
            case .new, .same: break
            }
            let isNew = try await portal.isNew
            if isNew, !withoutSeed, FileManager.default.fileExists(atPath: configuration.seed) {
                say("Setting up the site from \(configuration.seed) …")
                let plan = try await portal.apply(configuration.seed)
                say("Added \(plan.added) records.")
            }
            let address = configuration.url ?? "http://\(configuration.host):\(configuration.port)"
            let link = try await portal.database.write { try Accounts.setupLink($0) }
            try await portal.run {
                say("Portico \(Version.text) serves on \(address)")
                if let link { say("Nobody can sign in yet. Make the first administrator at \(address)\(link)") }
            }
        } catch let problems as StartProblems {
            throw Start.refused(problems)
        } catch let refused as SeedRefused {
            throw Start.refused(refused.mistakes)
        }
    }
}

/// Prints at once, also where the output goes to a file: `print` would keep it until a buffer is full.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Bring the database's schema up to date and end.")

    func run() throws {
        let configuration = try Start.configuration()
        _ = try Store.open(configuration)
    }
}

struct Routes: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List every address with its method.")

    func run() throws {
        let configuration = try Start.configuration()
        let portal = try Portal(configuration, database: try Store.inMemory(), logger: Start.logger(configuration))
        for route in portal.routes.sorted(by: { "\($0.path)" < "\($1.path)" }) { print(route.method.rawValue, route.path) }
    }
}
