import Accounts
import Foundation
import GRDB
import Web

final class SeedReading {
    private let reader: SeedReader
    private let site: SeedSite
    private let pictures: SeedPictures
    private let roles: SeedRoles
    private let accounts: SeedAccounts
    private let systems: SeedSystems

    init(
        _ file: SeedFile, _ db: Database, seed: Seed, taken: [String: Result<StoredPicture, PictureRefusal>] = [:]
    ) throws {
        reader = try SeedReader(file, db, words: seed.words)
        let names = seed.modules.map { $0.name }
        let root = SeedMapping(reader.root, known: ["site", "roles", "accounts", "pictures"] + names)
        let scopes = SeedScopes(reader)
        site = SeedSite(root?["site"], reader: reader, systems: names)
        // All keys before all values, so that any record can refer to any other.
        systems = try SeedSystems(root, seed.modules, scopes)
        pictures = try SeedPictures(root?["pictures"], scopes: scopes)
        pictures.read(taken)
        reader.taken = taken
        roles = try SeedRoles(root?["roles"], reader: reader, seed: seed)
        accounts = try SeedAccounts(root?["accounts"], scopes: scopes, settings: seed.accounts, own: roles.roles)
        for list in systems.lists { try list.read() }
    }

    func plan() throws -> SeedPlan {
        try reader.finish()
        let all: [any SeedList] = [site, roles, accounts, pictures] + systems.lists
        return SeedPlan(parts: all.map(\.part).filter { $0.added.count + $0.changed.count + $0.left > 0 })
    }

    func files(onlyKnown: Bool) -> [String] { pictures.files(onlyKnown: onlyKnown) }
    var shelved: [String: Set<String>] { reader.shelved }
    var passwords: Set<String> { systems.lists.reduce(accounts.passwords) { $0.union($1.secrets) } }

    func write(_ writing: SeedWriting) throws {
        // Records may refer to later ones; foreign keys are checked at the end.
        try writing.db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        try site.write(writing)
        try pictures.write(writing)
        for list in systems.lists { try list.write(writing) }
        try roles.write(writing)
        try accounts.write(writing)
    }
}

struct SeedWriting {
    let db: Database
    let actor: Actor
    let words: Words
    let hashes: [String: String]

    func put(_ key: String, in part: SeedPlan.Part, _ write: () throws -> Void) throws {
        do {
            try write()
        } catch let failure as SeedFailure {
            throw failure
        } catch {
            let list = (part.scope.map { $0 + "/" } ?? "") + part.name
            throw SeedFailure(description: "\(list) '\(key)' cannot be written: \(SeedSentences.cause(error)); nothing was changed")
        }
    }
}
