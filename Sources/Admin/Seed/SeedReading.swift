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
    private let forgotten: SeedForgotten
    private let leftOut: [String]
    private let prunes: Bool

    /// - Parameter stored: returns the stored pictures of files; none before they are stored.
    init(
        _ file: SeedFile, _ db: Database, seed: Seed, options: SeedOptions,
        stored: ([String]) -> [String: Result<StoredPicture, PictureRefusal>] = { _ in [:] }
    ) throws {
        reader = try SeedReader(file, db, words: seed.messages, options: options)
        prunes = options.prunes
        var filter = SeedFilter(options, seed.modules)
        let item = filter.apply(to: file.root, &reader.mistakes)
        leftOut = filter.leftOut
        let names = seed.modules.map { $0.name }
        let root = SeedMapping(
            SeedNode(item: item, name: "the file", reader: reader), known: ["site", "roles", "accounts", "pictures"] + names)
        let scopes = SeedScopes(reader)
        site = SeedSite(root?["site"], reader: reader, systems: names)
        // All keys before all values, so that any record can refer to any other.
        systems = try SeedSystems(root, seed.modules, scopes)
        pictures = try SeedPictures(root?["pictures"], scopes: scopes)
        let taken = stored(pictures.files(onlyKnown: true))
        pictures.read(taken)
        reader.taken = taken
        roles = try SeedRoles(root?["roles"], reader: reader, seed: seed)
        accounts = try SeedAccounts(root?["accounts"], scopes: scopes, settings: seed.accounts, own: roles.roles)
        for list in systems.lists { try list.read() }
        SeedWarnings(reader, modules: seed.modules).note()
        forgotten = try SeedForgotten(reader, seed.modules, scopes, filter, prunes: options.prunes)
    }

    var warnings: [SeedMistake] { reader.warnings.all(reader.file.files, in: reader.words) }

    /// Throws all mistakes; conflicts are part of the plan. `written` is the reading that was written, which knows what was removed.
    func plan(after written: SeedReading? = nil) throws -> SeedPlan {
        try reader.finish()
        let all: [any SeedList] = [site, roles, accounts, pictures] + systems.lists
        var plan = SeedPlan(parts: all.map(\.part), words: reader.words)
        (plan.leftOut, plan.digest) = (leftOut, reader.file.digest)
        for list in systems.lists { note(list, in: &plan) }
        for part in (written ?? self).forgotten.parts {
            if let index = plan.parts.firstIndex(where: { $0.name == part.name && $0.scope == part.scope }) {
                plan.parts[index].changes += part.changes
            } else {
                plan.parts.append(part)
            }
        }
        plan.parts.removeAll(where: \.isEmpty)
        plan.conflicts = reader.ledger.conflicts.all(reader.file.files, in: reader.words)
        plan.warnings = warnings
        return plan
    }

    /// New records without a key beside old ones that the file no longer has may be the same under another name: each is asked about.
    private func note(_ list: any SeedRecordList, in plan: inout SeedPlan) {
        var old = forgotten.keys(list.part.name, list.part.scope)
        guard !old.isEmpty, !list.unkeyedAdditions.isEmpty,
            let index = plan.parts.firstIndex(where: { $0.name == list.part.name && $0.scope == list.part.scope })
        else { return }
        for (key, node) in list.unkeyedAdditions where !old.isEmpty {
            guard let position = plan.parts[index].changes.firstIndex(where: { $0.act == .add && $0.key == key }) else { continue }
            let former = nearest(to: key, among: old) ?? old.max { $0.words(like: key) < $1.words(like: key) } ?? old[0]
            old.removeAll { $0 == former }
            plan.parts[index].changes[position].note = SeedSentence(key: "plan.beside", ["old": SeedSentence(former)])
            // With a decision, or when the old one goes, nothing doubles unasked.
            if reader.ledger.policy == .refuse, !prunes { reader.ledger.refuse(node, SeedSentences.same(key, as: former)) }
        }
    }

    func noteSite() throws { for list in systems.lists { try list.noteSite() } }

    func files(onlyKnown: Bool) -> [String] { pictures.files(onlyKnown: onlyKnown) }
    var shelved: [String: Set<String>] { reader.shelved }
    var passwords: Set<String> { systems.lists.reduce(accounts.passwords) { $0.union($1.secrets) } }
    var changesMemory: Bool { reader.ledger.isChanged }
    var mayRemove: Bool { forgotten.mayRemove }
    /// Whether nothing was on the site before, to which an undo could return.
    var isOfNewSite: Bool { reader.ledger.isNewSite }
    var renamed: [(identity: SeedIdentity, to: String)] { reader.ledger.renamings }

    func write(_ writing: SeedWriting) throws {
        // Records may refer to later ones; foreign keys are checked at the end.
        try writing.db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        let first: [any SeedList] = [site, pictures] + systems.lists
        for list in first + [roles, accounts] {
            try list.write(writing)
            // Ids of later lists may not follow the plan after a refusal.
            try reader.finish()
        }
        try forgotten.write(writing)
    }

    func remember(_ db: Database) throws { try reader.ledger.save(db) }
}

struct SeedWriting {
    let db: Database
    let actor: Actor
    let words: Words
    let hashes: [String: String]
    /// Notes what is written besides records; nil in a plan and on a new site.
    var journal: SeedJournal?

    /// Writes an entry that is no record, and notes what was before.
    func watch(_ key: String, in part: SeedPlan.Part, isFinal: Bool = false, _ write: () throws -> Void) throws {
        guard let journal else { return try write() }
        guard isFinal else { return try journal.watch(part.title, key, write) }
        try journal.note(part.title, key)
        try write()
    }

    /// Writes an entry; a refusal becomes a mistake at its place.
    func put(_ key: String, in part: SeedPlan.Part, at node: SeedNode, _ write: () throws -> Void) throws {
        do {
            try write()
        } catch let failure as SeedFailure {
            // A record that was refused before has no id.
            guard node.reader.mistakes.count > 0 else { throw failure }
        } catch {
            let sentence = SeedSentences.cannotWrite(part.title, key, error, node.reader.words)
            if let error = error as? DatabaseError, error.resultCode != .SQLITE_CONSTRAINT {
                throw SeedFailure(description: (sentence + SeedSentence(key: "unchanged")).localized(node.reader.words))
            }
            node.note(sentence)
        }
    }
}

extension String {
    fileprivate func words(like other: String) -> Int { Set(split(separator: "-")).intersection(other.split(separator: "-")).count }
}
