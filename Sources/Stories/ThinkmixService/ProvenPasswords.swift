import Crypto
import Foundation
import Synchronization

/// Passwords that were right a short while ago: programs of the thesis send them with every batch, and checking one costs a third of a second.
///
/// What is kept is a digest, under a key of this process alone, of a password with the stored hash that it belongs to: a changed password is
/// checked anew, and one that is wrong is never found here.
final class ProvenPasswords: Sendable {
    private let key = SymmetricKey(size: .bits256)
    private let proven = Mutex<[Data: Date]>([:])

    /// Seconds that one is remembered, and how many are.
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
