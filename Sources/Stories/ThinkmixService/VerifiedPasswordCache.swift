import Crypto
import Foundation
import Synchronization

/// Recently verified passwords: programs of the thesis send them with every batch, and each check costs a third of a second. Stores a
/// digest, under a key of this process, of the password and its stored hash, so a changed password is checked again and a wrong one never
/// matches.
final class VerifiedPasswordCache: Sendable {
    private let key = SymmetricKey(size: .bits256)
    private let proven = Mutex<[Data: Date]>([:])

    /// Seconds that an entry lasts, and the limit of entries.
    private static let (lasts, most) = (600.0, 10_000)

    func isKnown(_ password: String, of hash: String?, at now: Date) -> Bool {
        let digest = digest(password, hash)
        return proven.withLock { $0[digest].map { $0 > now } ?? false }
    }

    func remember(_ password: String, of hash: String?, at now: Date) {
        let digest = digest(password, hash)
        proven.withLock { proven in
            if proven.count >= Self.most { proven = proven.filter { $0.value > now } }
            if proven.count >= Self.most { proven = [:] }
            proven[digest] = now + Self.lasts
        }
    }

    private func digest(_ password: String, _ hash: String?) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data("\(hash ?? "")\n\(password)".utf8), using: key))
    }
}
