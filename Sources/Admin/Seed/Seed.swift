import Accounts
import Foundation
import GRDB
import Web

/// Sets up a site from `seed.yaml` and exports a site to it: settings, accounts, pictures, and all records by readable keys. Records are
/// added and changed, never deleted, and unmentioned content stays, so applying a file twice changes nothing.
public struct Seed: Sendable {
    let modules: [any Module.Type]
    let words: Words
    let accounts: AccountSettings

    /// - Parameter words: English texts, for the rules of records and the descriptions in the schema.
    public init(modules: [any Module.Type], words: Words, accounts: AccountSettings) {
        (self.modules, self.words, self.accounts) = (modules, words, accounts)
    }

    /// Returns all mistakes of a file and its includes with file, line and column; none if an empty database could take it.
    public func check(_ path: String) throws -> [SeedMistake] {
        let file = SeedFile(path)
        do {
            _ = try emptyDatabase().read { db in try SeedReading(file, db, seed: self).plan() }
            return []
        } catch let refused as SeedRefused {
            return refused.mistakes
        }
    }

    /// Returns what `apply` would do. Pictures with known keys are stored, to compare them. Throws `SeedRefused` with all mistakes.
    public func plan(_ path: String, on database: any DatabaseReader, pictures: PictureStore) async throws -> SeedPlan {
        let file = SeedFile(path)
        let files = try await database.read { db in
            let reading = try SeedReading(file, db, seed: self)
            _ = try reading.plan()
            return reading.files(onlyKnown: true)
        }
        let taken = await pictures.take(files: files)
        return try await database.read { db in try SeedReading(file, db, seed: self, taken: taken).plan() }
    }

    /// Adds and updates in one transaction and returns the changes. Picture files are stored before; without a row they are swept later.
    /// Throws `SeedRefused` with all mistakes.
    @discardableResult
    public func apply(
        _ path: String, to database: any DatabaseWriter, pictures: PictureStore, passwords: Passwords,
        by actor: Actor = .system("seed.yaml")
    ) async throws -> SeedPlan {
        let file = SeedFile(path)
        // Read twice: decoding pictures and hashing passwords would block other writers too long.
        let (files, shelved, secrets) = try await database.read { db in
            let reading = try SeedReading(file, db, seed: self)
            _ = try reading.plan()
            return (reading.files(onlyKnown: false), reading.shelved, reading.passwords)
        }
        let taken = await pictures.take(files: files).merging(try await take(shelved, beside: pictures)) { $1 }
        var hashes: [String: String] = [:]
        for secret in secrets { hashes[secret] = try await passwords.hash(secret) }
        return try await database.write { [hashes] db in
            let reading = try SeedReading(file, db, seed: self, taken: taken)
            let plan = try reading.plan()
            try reading.write(SeedWriting(db: db, actor: actor, words: words, hashes: hashes))
            return plan
        }
    }

    private func take(
        _ files: [String: Set<String>], beside library: PictureStore
    ) async throws -> [String: Result<StoredPicture, PictureRefusal>] {
        var taken: [String: Result<StoredPicture, PictureRefusal>] = [:]
        for shelf in modules.flatMap({ $0.shelves }) {
            guard let files = files[shelf.folder] else { continue }
            taken.merge(await (try library.shelf(shelf)).take(files: files.sorted())) { $1 }
        }
        return taken
    }

    private func emptyDatabase() throws -> DatabaseQueue {
        let database = try DatabaseQueue()
        var migrator = DatabaseMigrator()
        Accounts.migrate(&migrator)
        AdminSchema.migrate(&migrator)
        Media.migrate(&migrator)
        for module in modules { module.migrate(&migrator) }
        try migrator.migrate(database)
        return database
    }
}
