import Crypto
import CryptoExtras
import Foundation

/// A passkey's public key in COSE form (RFC 9053).
enum PublicKey {
    case es256(P256.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)
    case rs256(_RSA.Signing.PublicKey)

    static let algorithms: [Int64] = [-8, -7, -257]

    init(_ key: CBOR) throws {
        do {
            switch (key[1]?.integer, key[3]?.integer) {
            case (2, -7) where key[-1]?.integer == 1:
                guard let x = key[-2]?.bytes, let y = key[-3]?.bytes, x.count == 32, y.count == 32 else { throw PasskeyProblem.algorithm }
                self = .es256(try P256.Signing.PublicKey(x963Representation: [4] + x + y))
            case (1, -8) where key[-1]?.integer == 6:
                guard let x = key[-2]?.bytes, x.count == 32 else { throw PasskeyProblem.algorithm }
                self = .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: x))
            case (3, -257):
                guard let n = key[-1]?.bytes, let e = key[-2]?.bytes, (256...512).contains(n.count), (1...4).contains(e.count) else {
                    throw PasskeyProblem.algorithm
                }
                self = .rs256(try _RSA.Signing.PublicKey(n: n, e: e))
            default: throw PasskeyProblem.algorithm
            }
        } catch {
            throw PasskeyProblem.algorithm
        }
    }

    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        switch self {
        case .es256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: message)
        case .ed25519(let key): return key.isValidSignature(signature, for: message)
        case .rs256(let key):
            // The algorithm requires this padding (RFC 8812); nothing is encrypted.
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
        }
    }
}
