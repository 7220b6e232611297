import Crypto
import Foundation

/// Encrypts a message for one browser (RFC 8291, `aes128gcm` of RFC 8188); the push service cannot read it.
public enum PushMessage {
    private static let recordSize: UInt32 = 4096
    /// The payload limit: one record without header (86 bytes), delimiter and authentication tag.
    public static let limit = Int(recordSize) - 86 - 1 - 16

    /// Takes the browser's public key (uncompressed P-256 point) and 16-byte secret, a key for this message only, and a 16-byte salt.
    static func encrypted(
        _ text: Data, for publicKey: Data, _ secret: Data, own: P256.KeyAgreement.PrivateKey = .init(), salt: Data = .random(16)
    ) throws -> Data {
        let theirs = try P256.KeyAgreement.PublicKey(x963Representation: publicKey)
        let ours = own.publicKey.x963Representation
        let shared = try own.sharedSecretFromKeyAgreement(with: theirs)
        let key = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret, sharedInfo: Data("WebPush: info\0".utf8) + publicKey + ours, outputByteCount: 32)
        let cipherKey = derive(key, salt, "Content-Encoding: aes128gcm\0", 16)
        let nonce = try derive(key, salt, "Content-Encoding: nonce\0", 12).withUnsafeBytes { try AES.GCM.Nonce(data: $0) }
        // 2 marks the last record; there is only one.
        let sealed = try AES.GCM.seal(text + [2], using: cipherKey, nonce: nonce)
        let size = withUnsafeBytes(of: recordSize.bigEndian) { Data($0) }
        return salt + size + [UInt8(ours.count)] + ours + sealed.ciphertext + sealed.tag
    }

    private static func derive(_ key: SymmetricKey, _ salt: Data, _ info: String, _ count: Int) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: Data(info.utf8), outputByteCount: count)
    }
}

extension Data {
    static func random(_ count: Int) -> Data { SymmetricKey(size: .init(bitCount: count * 8)).withUnsafeBytes { Data($0) } }
}
