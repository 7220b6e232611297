import Accounts
import Admin
import Crypto
import Foundation

/// The keys of a browser's subscription to notices, and what the browser does with them.
public struct SubscriptionKeys: Sendable {
    private let key = P256.KeyAgreement.PrivateKey()
    private let secret = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }

    public init() {}

    /// In base64url, as the browser's script sends them.
    public var p256dh: String { key.publicKey.x963Representation.base64URL }
    public var auth: String { secret.base64URL }

    /// Reads what was sealed for this browser: RFC 8291 the other way round.
    public func read(_ body: Data) throws -> JSON {
        let (salt, theirs, sealed) = (body.prefix(16), body.dropFirst(21).prefix(65), body.dropFirst(86))
        let shared = try key.sharedSecretFromKeyAgreement(with: .init(x963Representation: theirs))
        let info = Data("WebPush: info\0".utf8) + key.publicKey.x963Representation + theirs
        let derived = shared.hkdfDerivedSymmetricKey(using: SHA256.self, salt: secret, sharedInfo: info, outputByteCount: 32)
        func derive(_ name: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: derived, salt: salt, info: Data("Content-Encoding: \(name)\0".utf8), outputByteCount: count)
        }
        let box = try AES.GCM.SealedBox(combined: derive("nonce", 12).withUnsafeBytes { Data($0) } + sealed)
        return try JSON(parsing: AES.GCM.open(box, using: derive("aes128gcm", 16)).dropLast())
    }
}
