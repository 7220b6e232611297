import Admin
import Crypto
import Foundation
import GRDB
import Synchronization

/// Sealing keys: small files in a folder beside the database that no backup or replica includes.
struct SealingKeys: Sendable {
    enum Purpose: String { case answers, drafts }

    struct Current {
        let id: String
        /// Nil for a symmetric key.
        let publicKey: Data?
    }

    /// Nil for an in-memory database, whose keys are also in memory.
    let folder: String?

    private static let known = Mutex<[String: Data]>([:])
    private static let ending = ".key"

    init(beside db: Database) throws {
        let sql = "SELECT file FROM pragma_database_list WHERE name = 'main'"
        let file = try String.fetchOne(db.cachedStatement(sql: sql)) ?? ""
        folder = file.isEmpty ? nil : (file as NSString).deletingLastPathComponent + "/" + Backups.privateFolder
    }

    static func current(_ purpose: Purpose, _ db: Database) throws -> Current? {
        let sql = "SELECT id, publicKey FROM sealingKey WHERE purpose = ?"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [purpose.rawValue]).map {
            Current(id: $0["id"], publicKey: $0["publicKey"])
        }
    }

    /// Makes a new key current. The old key is destroyed once the commit is on disk.
    @discardableResult
    func renew(_ purpose: Purpose, _ db: Database) throws -> Current {
        let old = try Self.current(purpose, db)
        let (id, secret) = (Self.freshName(), Self.randomBytes(32))
        let publicKey =
            purpose == .answers ? try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret).publicKey.rawRepresentation : nil
        try write(secret, as: id + Self.ending)
        Self.known.withLock { $0[id] = secret }
        try db.execute(
            sql: """
                INSERT INTO sealingKey (purpose, id, publicKey) VALUES (?, ?, ?)
                ON CONFLICT (purpose) DO UPDATE SET id = excluded.id, publicKey = excluded.publicKey
                """, arguments: [purpose.rawValue, id, publicKey])
        if let old {
            // Checked again: a savepoint may be rolled back, and the old key is then still in use.
            db.afterNextTransaction { db in
                if let now = try? Self.current(purpose, db), now.id != old.id { destroy(old.id + Self.ending) }
            }
        }
        return Current(id: id, publicKey: publicKey)
    }

    /// Nil when the site was restored without the key. Throws when its file cannot be read, because nothing is lost yet.
    func secret(_ id: String) throws -> Data? {
        guard try has(id) else { return nil }
        if let known = Self.known.withLock({ $0[id] }) { return known }
        guard let secret = read(id + Self.ending), secret.count == 32 else { throw CocoaError(.fileReadUnknown) }
        Self.known.withLock { $0[id] = secret }
        return secret
    }

    func has(_ id: String) throws -> Bool {
        guard let folder else { return Self.known.withLock { $0[id] != nil } }
        if access("\(folder)/\(id)\(Self.ending)", F_OK) == 0 { return true }
        guard errno == ENOENT || errno == ENOTDIR else { throw CocoaError(.fileReadNoPermission) }
        return false
    }

    /// For tests: drops the cached key, as in another process.
    static func forget(_ id: String) { known.withLock { $0[id] = nil } }

    static func freshName() -> String { randomBytes(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    static func randomBytes(_ count: Int) -> Data {
        SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { Data($0) }
    }

    /// Writes a new file with owner-only permissions and syncs it to disk.
    func write(_ bytes: Data, as name: String) throws {
        guard let folder else {
            Self.known.withLock { $0[name] = bytes }
            return
        }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(file) }
        guard Self.fill(file, with: bytes), fsync(file) == 0 else { throw CocoaError(.fileWriteUnknown) }
        sync(folder)
    }

    func read(_ name: String) -> Data? {
        guard let folder else { return Self.known.withLock { $0[name] } }
        return FileManager.default.contents(atPath: "\(folder)/\(name)")
    }

    func destroy(_ name: String) {
        Self.known.withLock { known in
            known[name] = nil
            if name.hasSuffix(Self.ending) { known[String(name.dropLast(Self.ending.count))] = nil }
        }
        guard let folder else { return }
        let path = "\(folder)/\(name)"
        let file = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        if file >= 0 {
            let size = lseek(file, 0, SEEK_END)
            lseek(file, 0, SEEK_SET)
            if size > 0 { _ = Self.fill(file, with: Self.randomBytes(Int(size))) }
            fsync(file)
            close(file)
        }
        unlink(path)
        sync(folder)
    }

    /// Destroys unused keys and parts, also those of a killed process. `parts` are in use; `partEnding` limits it to one kind.
    func tidy(keeping parts: Set<String>, ending partEnding: String, _ db: Database) throws {
        guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
        let used = Set(try String.fetchAll(db, sql: "SELECT id FROM sealingKey").map { $0 + Self.ending })
        for name in names {
            let isForgotten = name.hasSuffix(Self.ending) ? !used.contains(name) : name.hasSuffix(partEnding) && !parts.contains(name)
            if isForgotten { destroy(name) }
        }
    }

    private static func fill(_ file: Int32, with bytes: Data) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func sync(_ folder: String) {
        let handle = open(folder, O_RDONLY | O_CLOEXEC)
        guard handle >= 0 else { return }
        fsync(handle)
        close(handle)
    }
}
