import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Synchronization
import Web

/// Makes the site from the wizard's answers with the seed engine, in one transaction.
struct SetupCreation: Sendable {
    let portal: Portal
    let accounts: AccountContext
    let answers: SetupAnswers
    /// The hash of the cookie of the browser that answered.
    let browser: Data
    let words: Words

    private final class MadeSession: Sendable {
        let session = Mutex<NewSession?>(nil)
    }

    /// Returns how the creation ended; without a site nothing is left behind.
    func run(_ request: Request, _ visitor: Visitor) async -> SetupProgress.Creation {
        do {
            return .made(session: try await make(request, visitor), browser: browser)
        } catch let failure as SetupFailure {
            return .failed(failure)
        } catch let refused as SeedRefused {
            return .failed(.refused(refused.mistakes.map(\.description)))
        } catch is FirstNameTaken {
            return .failed(.nameTaken)
        } catch {
            portal.logger.error("the first-run wizard made no site: \(error)")
            return .failed(.failed)
        }
    }

    private func make(_ request: Request, _ visitor: Visitor) async throws -> NewSession {
        guard let content = answers.content, let key = answers.key else { throw SetupFailure.over }
        let demonstration = content == .demonstration ? portal.demonstration : nil
        if content == .demonstration, demonstration == nil { throw SetupFailure.failed }
        let path = if let demonstration { demonstration } else { try await writeFile() }
        let made = MadeSession()
        let actor = Actor(accountID: nil, name: answers.text("administrator"), address: visitor.client.text, requestID: visitor.id)
        do {
            _ = try await portal.seed.speaking(words).apply(
                path, to: portal.database, pictures: portal.admin.pictures, passwords: portal.passwords, by: actor
            ) { db in
                let hash = try claim(db)
                if demonstration != nil { try rename(db) }
                let flash = Flash(words("setup.made.\(demonstration == nil ? "file" : "demonstration")", ["file": path]))
                let (session, id) = try accounts.signInFirstAdministrator(
                    key, name: answers.text("administrator"), hash: hash, language: answers.language ?? .english,
                    isNew: demonstration != nil, flash: flash, request, visitor, db)
                try FirstStepsPages.offer(to: id, db)
                try answers.mail?.save(portal.admin.mailRoute, by: actor, db)
                try SetupState.remove(db)
                let author = Actor(accountID: id, name: actor.name, address: actor.address, requestID: actor.requestID)
                try AuditEntry.write(
                    db, "setup.create", by: author,
                    detail: ["content": content.rawValue, "systems": answers.systems.joined(separator: ", ")])
                made.session.withLock { $0 = session }
            }
        } catch {
            if demonstration == nil { try? FileManager.default.removeItem(atPath: path) }
            throw error
        }
        guard let session = made.session.withLock({ $0 }) else { throw SetupFailure.failed }
        return session
    }

    /// Returns the password's hash if this browser may still make the site, and nothing else has made it.
    private func claim(_ db: Database) throws -> String {
        let applied = try Int.fetchOne(db, sql: "SELECT count(*) FROM seedApplication") ?? 0
        guard applied == 1, let state = try SetupState.load(db), state.browser == browser, let hash = state.passwordHash else {
            throw SetupFailure.over
        }
        return hash
    }

    /// The demonstration brings its own name, language and systems.
    private func rename(_ db: Database) throws {
        var site = try SiteSettings.load(db)
        (site.name, site.systems) = (answers.text("name"), answers.systems)
        if let language = answers.language {
            site.languages = (site.languages + [site.language]).filter { $0 != language }
            site.language = language
        }
        try site.save(db)
        try answers.backups.save(db)
    }

    private func writeFile() async throws -> String {
        let folder = URL(fileURLWithPath: portal.configuration.data).path
        let path = try await portal.database.write { db in
            guard var state = try SetupState.load(db), state.browser == browser else { throw SetupFailure.over }
            if let file = state.file { return file }
            let free = (1...).lazy.map { folder + ($0 == 1 ? "/seed.yaml" : "/seed-\($0).yaml") }.first { access($0, F_OK) != 0 }
            state.file = free
            try state.save(db)
            return free ?? folder + "/seed.yaml"
        }
        let text = portal.seed.starter(answers.starter(), file: URL(fileURLWithPath: path).lastPathComponent)
        // Left by an earlier try that was killed.
        try? FileManager.default.removeItem(atPath: path)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
        return path
    }
}
