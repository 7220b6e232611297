import Crypto
import CryptoExtras
import Foundation
import Web

/// A scrypt hash with r 8 and p 1.
struct ScryptHash {
    let cost: Int
    let salt: Data
    let key: Data

    /// Bytes; longer passwords would make hashing an attack.
    static let longest = 1024

    init(of password: String, cost: Int, salt: Data? = nil) throws {
        self.cost = cost
        self.salt = salt ?? SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        // Compatibility form, because keyboards may encode one character in two ways (NIST SP 800-63B).
        let bytes = Data(password.precomposedStringWithCompatibilityMapping.utf8.prefix(Self.longest))
        key = try KDF.Scrypt.deriveKey(from: bytes, salt: self.salt, outputByteCount: 32, rounds: 1 << cost, blockSize: 8, parallelism: 1)
            .withUnsafeBytes { Data($0) }
    }

    /// Parses `scrypt$N$r$p$salt$hash`; nil for anything else and for parameters that need too much memory.
    init?(text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "scrypt", parts[2] == "8", parts[3] == "1", let rounds = Int(parts[1], in: .whole), rounds > 1,
            rounds.nonzeroBitCount == 1, rounds <= 1 << 20, let salt = Data(base64Encoded: String(parts[4])),
            let key = Data(base64Encoded: String(parts[5])), key.count == 32
        else { return nil }
        (cost, self.salt, self.key) = (rounds.trailingZeroBitCount, salt, key)
    }

    var text: String { "scrypt$\(1 << cost)$8$1$\(salt.base64EncodedString())$\(key.base64EncodedString())" }

    /// Compares in constant time.
    func hasSameKey(as other: ScryptHash?) -> Bool {
        guard let other else { return false }
        return zip(key, other.key).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
