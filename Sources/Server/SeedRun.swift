import Accounts
import Admin
import ArgumentParser
import Foundation
import Portal
import Web

import class GRDB.DatabasePool
import struct Portal.Configuration

struct SeedRun {
    let configuration: Configuration
    let words: Words
    private let texts: Texts

    init(_ configuration: Configuration, _ language: SeedLanguage) throws {
        (self.configuration, texts) = (configuration, try configuration.readTexts())
        words = try language.words(of: texts)
    }

    var seed: Seed { get throws { try Seed.make(configuration, texts).speaking(words) } }

    func portal() throws -> Portal { try portal(on: Store.openSite(configuration, noting: note)) }

    private func note(_ progress: UpdateProgress) { UpdateNotice(configuration: configuration)(progress) }

    private func portal(on database: DatabasePool) throws -> Portal {
        let templates = try Templates(folder: configuration.templates, siteTexts: configuration.textFolders.site, texts: texts)
        return try Portal(configuration, database: database, logger: Start.logger(configuration), templates: templates)
    }

    /// A file with mistakes makes no new site.
    func apply(_ path: String, _ options: SeedOptions, planned: PlannedSeed? = nil, isNew: Bool) async throws {
        try Store.requireOwner(configuration)
        if isNew {
            try Store.requireNoSite(configuration)
            if !Store.hasDatabase(configuration) {
                _ = try await seed.plan(path, configuration, options: options)
            }
        } else {
            try Store.requireSite(configuration, mayBeNew: true)
        }
        let portal = try portal(on: Store.open(configuration, noting: note))
        let (plan, backup) = try await portal.applyWithBackup(path, options: options, expecting: planned, in: words)
        if let backup { say(words("seed.command.backup", ["file": backup])) }
        say("\(plan)")
        for warning in plan.warnings { complain(warning.warning(words)) }
        if !plan.isNothing { say(words("seed.command.undo")) }
        try await sayLinks(plan, portal)
    }

    private func sayLinks(_ plan: SeedPlan, _ portal: Portal) async throws {
        let added = plan.parts.filter { $0.name == "accounts" }.flatMap(\.added)
        let (links, address) = try await portal.database.write { [configuration] db in
            (try Accounts.firstPasswordLinks(added, db, by: .system("command line")), try configuration.address(db))
        }
        guard !links.isEmpty else { return }
        say(words("seed.command.links"))
        for link in links { say(words("seed.command.link", ["name": link.name, "link": address + link.path])) }
    }

    /// Says mistakes and conflicts with their places, and ends with 1.
    func reporting(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let refused as SeedRefused {
            throw Start.refused(refused.mistakes, words)
        } catch let refusal as CommandRefusal {
            throw Start.refused(refusal, words)
        } catch let problems as StartProblems {
            throw Start.refused(problems)
        } catch let failure as JobFailure {
            // No backup, or not a good one.
            throw Start.failed(failure, words)
        } catch is SeedMovedOn {
            throw refusal("movedOn")
        } catch let refused as SeedFailure {
            throw Start.refused(refused.description)
        }
    }

    func refusal(_ key: String, _ values: [String: String] = [:]) -> ExitCode { Start.refused(words("seed.command.\(key)", values)) }
}

extension Start {
    static func refused(_ mistakes: [SeedMistake], _ words: Words? = nil) -> ExitCode {
        let count =
            words.map { summary(mistakes, $0) } ?? "\(mistakes.count) \(mistakes.count == 1 ? "mistake" : "mistakes"): nothing was changed"
        let lines = mistakes.map(\.description) + [count]
        complain(lines.joined(separator: "\n"))
        return .failure
    }

    static func summary(_ mistakes: [SeedMistake], _ words: Words) -> String {
        words(mistakes.allSatisfy(\.isConflict) ? "seed.command.conflicts" : "seed.command.mistakes", count: mistakes.count)
    }
}
