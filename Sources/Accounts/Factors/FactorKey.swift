import Crypto
import Foundation
import Synchronization

/// Seals the secrets of authenticator apps, and the password of the mail server. The key file is outside the database, so a copy of the database alone yields no codes.
public final class FactorKey: Sendable {
    /// The key file is missing or is not the one that sealed the secrets.
    public struct Lost: Error {}

    private let path: String?
    private let known = Mutex<SymmetricKey?>(nil)

    public init(path: String) { self.path = path }

    public init() { path = nil }

    func seal(_ secret: Data, of account: Int64) throws -> Data { try seal(secret, for: Self.owner(account)) }

    func unseal(_ sealed: Data, of account: Int64) throws -> Data { try unseal(sealed, for: Self.owner(account)) }

    /// Seals a secret for one owner; for another one it cannot be unsealed.
    public func seal(_ secret: Data, for owner: String) throws -> Data {
        guard let sealed = try AES.GCM.seal(secret, using: key(makes: true), authenticating: Data(owner.utf8)).combined else {
            throw Lost()
        }
        return sealed
    }

    public func unseal(_ sealed: Data, for owner: String) throws -> Data {
        let key = try key(makes: false)
        do {
            return try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key, authenticating: Data(owner.utf8))
        } catch {
            throw Lost()
        }
    }

    /// Bound to the account, so that a person with database access cannot move their secret to another account.
    private static func owner(_ account: Int64) -> String { "account \(account)" }

    private func key(makes: Bool) throws -> SymmetricKey {
        try known.withLock { known in
            if let known { return known }
            let found = try read() ?? (makes || path == nil ? make() : nil)
            guard let found else { throw Lost() }
            known = found
            return found
        }
    }

    private func read() throws -> SymmetricKey? {
        guard let path, let data = FileManager.default.contents(atPath: path) else { return nil }
        guard data.count == 32 else { throw Lost() }
        return SymmetricKey(data: data)
    }

    /// Written to a temporary file first, so that an interrupted start leaves no partial key.
    private func make() throws -> SymmetricKey {
        let key = SymmetricKey(size: .bits256)
        guard let path else { return key }
        let temporary = path + ".new-" + UUID().uuidString
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { unlink(temporary) }
        let written = key.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        let isKept = written == 32 && fsync(file) == 0
        close(file)
        guard isKept else { throw CocoaError(.fileWriteUnknown) }
        // Another process may have created the key; then that one counts.
        guard link(temporary, path) == 0 else {
            guard errno == EEXIST, let other = try read() else { throw CocoaError(.fileWriteUnknown) }
            return other
        }
        return key
    }
}
