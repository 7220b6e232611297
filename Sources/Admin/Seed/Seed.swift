import Accounts
import Foundation
import GRDB
import Web

/// Sets up a whole site from a file, `seed.yaml`, and writes a site back as one: settings, accounts, pictures and the records of every
/// system, by readable keys.
///
/// The file says what there must be, not all there may be: records are added and changed, never deleted, and what the file does not mention
/// stays as it is. So applying it twice changes nothing.
public struct Seed: Sendable {
    let modules: [any Module.Type]
    let words: Words
    let accounts: AccountSettings

    /// - Parameter words: English texts, for the rules of records and the descriptions in the schema.
    public init(modules: [any Module.Type], words: Words, accounts: AccountSettings) {
        (self.modules, self.words, self.accounts) = (modules, words, accounts)
    }

    /// Every mistake of a file and what it includes, by file, line and column; none when it can be applied to an empty database.
    public func check(_ path: String) throws -> [SeedMistake] {
        let file = SeedFile(path)
        do {
            _ = try emptyDatabase().read { db in try SeedReading(file, db, seed: self).plan() }
            return []
        } catch let refused as SeedRefused {
            return refused.mistakes
        }
    }

    /// What `apply` would do now. Pictures that the library has under their keys are taken into the store, to see whether they differ.
    /// - Throws: `SeedRefused` with every mistake.
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

    /// Adds what is missing and changes what differs, in one transaction: all of it or, when anything is wrong, nothing. Files of pictures
    /// are stored before; without a row they do no harm and are swept later.
    /// - Returns: what was done.
    /// - Throws: `SeedRefused` with every mistake.
    @discardableResult
    public func apply(
        _ path: String, to database: any DatabaseWriter, pictures: PictureStore, passwords: Passwords,
        by actor: Actor = .system("seed.yaml")
    ) async throws -> SeedPlan {
        let file = SeedFile(path)
        // Read twice: decoding pictures and hashing passwords takes too long to keep other writers waiting.
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

    /// What the file is checked against: the schema without a row.
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
