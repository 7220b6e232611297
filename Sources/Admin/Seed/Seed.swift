import Accounts
import Foundation
import GRDB
import Web

/// Sets up a site by `seed.yaml` and exports it. The site remembers what each application wrote, so that people's changes stay.
public struct Seed: Sendable {
    let modules: [any Module.Type]
    let words: Words
    let accounts: AccountSettings
    public internal(set) var messages: Words
    public var secrets = SeedSecrets()
    /// Makes the empty database on which the file of a new site is tried.
    public var migrator = SchemaMigrator()

    /// - Parameter words: English texts, for the rules of records and the descriptions in the schema.
    public init(modules: [any Module.Type], words: Words, accounts: AccountSettings) {
        (self.modules, self.words, self.accounts, messages) = (modules, words, accounts, words)
        Accounts.migrate(&migrator)
        AdminSchema.migrate(&migrator)
        Media.migrate(&migrator)
        for module in modules { module.migrate(&migrator) }
    }

    func writing(_ words: Words) -> Seed {
        var seed = Seed(modules: modules, words: words, accounts: accounts)
        (seed.secrets, seed.migrator) = (secrets, migrator)
        return seed
    }

    public func speaking(_ words: Words) -> Seed {
        var seed = self
        seed.messages = words
        return seed
    }

    /// Returns all mistakes of a file and its includes with file, line and column; none if an empty database could take it.
    public func check(_ path: String) throws -> [SeedMistake] {
        try report(path).mistakes
    }

    /// Returns what `apply` would do on a database, or on a new site without one. Everything is written in a transaction that is taken
    /// back, so that all refusals are found. Throws `SeedRefused` with all mistakes.
    /// - Parameter folder: that of the site's pictures, which is only read.
    public func plan(
        _ path: String, on database: (any DatabaseWriter)?, picturesIn folder: String?, options: SeedOptions? = nil
    ) async throws -> SeedPlan {
        let (file, options) = (SeedFile(path, secrets: self.secrets), options ?? SeedOptions(path))
        let site: any DatabaseWriter = if let database { database } else { try emptyDatabase() }
        return try await site.writeWithoutTransaction { db in
            var plan = SeedPlan(words: messages)
            try db.inTransaction(.immediate) {
                let reading = try SeedReading(file, db, seed: self, options: options) { paths in
                    folder.map { KnownPictures.stored(paths, in: $0) } ?? [:]
                }
                plan = try reading.plan()
                if !plan.isNothing || reading.mayRemove { plan = try reading.plan(after: rehearsed(reading, file, db, options)) }
                return .rollback
            }
            return plan
        }
    }

    func plan(
        _ path: String, on database: any DatabaseWriter, pictures: PictureStore, options: SeedOptions? = nil
    ) async throws -> SeedPlan {
        try await plan(path, on: database, picturesIn: pictures.folder, options: options)
    }

    /// Writes everything with made-up pictures and hashes, to be taken back.
    private func rehearsed(_ first: SeedReading, _ file: SeedFile, _ db: Database, _ options: SeedOptions) throws -> SeedReading {
        let paths = first.files(onlyKnown: false) + first.shelved.values.flatMap { $0 }
        let planned = Dictionary(paths.map { ($0, KnownPictures.planned) }) { $1 }
        let reading = try paths.isEmpty ? first : SeedReading(file, db, seed: self, options: options) { _ in planned }
        let hash = "scrypt$1$8$1$cGxhbm5lZA==$" + String(repeating: "A", count: 43) + "="
        let hashes = Dictionary(reading.passwords.map { ($0, hash) }) { $1 }
        try reading.write(SeedWriting(db: db, actor: .system(options.name), words: words, hashes: hashes))
        return reading
    }

    /// Adds and updates in one transaction and returns the changes. Picture files are stored before; without a row they are swept later.
    /// Throws `SeedRefused` with all mistakes or conflicts. `backup` is the name of the one that was made before, for the undo; `finish`
    /// ends the same transaction.
    @discardableResult
    public func apply(
        _ path: String, to database: any DatabaseWriter, pictures: PictureStore, passwords: Passwords, by actor: Actor? = nil,
        options: SeedOptions? = nil, expecting planned: PlannedSeed? = nil, backup: String? = nil,
        finish: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) async throws -> SeedPlan {
        let (file, options) = (SeedFile(path, secrets: self.secrets), options ?? SeedOptions(path))
        let actor = actor ?? .system(path.split(separator: "/").last.map(String.init) ?? path)
        // Read twice: decoding pictures and hashing passwords would block other writers too long.
        let (files, shelved, secrets) = try await database.read { db in
            let reading = try SeedReading(file, db, seed: self, options: options)
            try requireAgreement(try reading.plan())
            return (reading.files(onlyKnown: false), reading.shelved, reading.passwords)
        }
        let taken = await pictures.take(files: files).merging(try await take(shelved, beside: pictures)) { $1 }
        var hashes: [String: String] = [:]
        for secret in secrets { hashes[secret] = try await passwords.hash(secret) }
        return try await database.write { [hashes] db in
            let reading = try SeedReading(file, db, seed: self, options: options) { _ in taken }
            var plan = try reading.plan()
            try requireAgreement(plan)
            var act: UndoableOperation?
            if !plan.isNothing || reading.mayRemove {
                act = UndoableOperation("seed.act", on: SeedApplication.kind, scope: nil, by: actor)
                try act?.insert(db)
                try SeedJournal.forget(db)
                let journal = reading.isOfNewSite || !writesEntries(plan) ? nil : try SeedJournal(db, modules)
                try reading.write(
                    SeedWriting(db: db, actor: actor.within(act?.id), words: words, hashes: hashes, journal: journal))
                try journal?.end()
                plan = try reading.plan()
            }
            try planned?.require(plan)
            try reading.noteSite()
            if act != nil || reading.changesMemory {
                try SeedApplication.note(options, path, plan, reading.renamed, act: act?.id, backup: backup, modules, db, by: actor)
                try reading.remember(db)
            }
            try finish(db)
            return plan
        }
    }

    /// Returns the sign-in names of a file's accounts, whatever else is wrong with it.
    public func signInNames(in path: String) -> Set<String> {
        guard case .map(let sections) = SeedFile(path, secrets: secrets).root.content,
            case .list(let accounts)? = sections.first(where: { $0.key.name == "accounts" })?.value.content
        else { return [] }
        return Set(
            accounts.compactMap { account in
                guard case .map(let members) = account.content,
                    case .scalar(let key, _)? = members.first(where: { $0.key.name == "key" })?.value.content
                else { return nil }
                return key
            })
    }

    /// Whether a plan changes anything besides records, whose undo their history has.
    private func writesEntries(_ plan: SeedPlan) -> Bool {
        let records = Set(modules.flatMap { $0.resources }.map { $0.name })
        return plan.parts.contains { !records.contains($0.name) && $0.added.count + $0.changed.count > 0 }
    }

    private func requireAgreement(_ plan: SeedPlan) throws {
        guard plan.conflicts.isEmpty else { throw SeedRefused(mistakes: plan.conflicts) }
    }

    private func take(
        _ files: [String: Set<String>], beside library: PictureStore
    ) async throws -> [String: Result<StoredPicture, PictureRefusal>] {
        var taken: [String: Result<StoredPicture, PictureRefusal>] = [:]
        for shelf in modules.flatMap({ $0.pictureCollections }) {
            guard let files = files[shelf.folder] else { continue }
            taken.merge(await (try library.store(for: shelf)).take(files: files.sorted())) { $1 }
        }
        return taken
    }

    func emptyDatabase() throws -> DatabaseQueue {
        let database = try DatabaseQueue()
        try migrator.migrate(database)
        return database
    }
}
