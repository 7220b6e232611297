import Crypto
import Foundation

@testable import Accounts

/// A passkey made of software, which says whatever a test wants.
struct SoftKey {
    private let p256 = P256.Signing.PrivateKey()
    private let ed25519: Curve25519.Signing.PrivateKey?
    let id = Data((0..<32).map { _ in UInt8.random(in: 0...255) })
    var counter: UInt32 = 0
    var flags: UInt8 = 0x05
    var rpID = "localhost"
    var origin = "http://localhost"

    init(isEd25519: Bool = false) { ed25519 = isEd25519 ? Curve25519.Signing.PrivateKey() : nil }

    private var cose: [UInt8] {
        if let ed25519 {
            let head: [UInt8] = [0xA4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 32]
            return head + Array(ed25519.publicKey.rawRepresentation)
        }
        let point = Array(p256.publicKey.x963Representation.dropFirst())
        var key: [UInt8] = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32]
        key += point[..<32]
        key += [0x22, 0x58, 32]
        key += point[32...]
        return key
    }

    private func authenticatorData(_ flags: UInt8) -> [UInt8] {
        var data = Array(SHA256.hash(data: Data(rpID.utf8)))
        data.append(flags)
        data.append(contentsOf: withUnsafeBytes(of: counter.bigEndian) { Array($0) })
        return data
    }

    func client(_ type: String, _ challenge: Data) -> Data {
        Data(#"{"type":"\#(type)","challenge":"\#(challenge.base64URL)","origin":"\#(origin)","crossOrigin":false}"#.utf8)
    }

    /// What a browser sends when it has made the passkey.
    var attestation: Data {
        var data = authenticatorData(flags | 0x40)
        data.append(contentsOf: [UInt8](repeating: 0, count: 16))
        data.append(contentsOf: [0, 32])
        data.append(contentsOf: id)
        data.append(contentsOf: cose)
        var object = Data([0xA3])
        for (text, value) in [("fmt", [0x64] + Array("none".utf8)), ("attStmt", [0xA0]), ("authData", [0x58, UInt8(data.count)] + data)] {
            object.append(0x60 + UInt8(text.utf8.count))
            object.append(contentsOf: Array(text.utf8))
            object.append(contentsOf: value as [UInt8])
        }
        return object
    }

    /// What it sends when the passkey was used.
    func assertion(_ challenge: Data, of account: Int64, type: String = "webauthn.get") throws -> Assertion {
        let client = client(type, challenge)
        let data = authenticatorData(flags)
        let message = Data(data) + Data(SHA256.hash(data: client))
        let signature = try ed25519?.signature(for: message) ?? p256.signature(for: message).derRepresentation
        return Assertion(
            credentialID: id, client: client, authenticator: Data(data), signature: signature, handle: Passkey.handle(of: account))
    }
}

extension Assertion {
    /// As the form that our script fills.
    var form: [(String, String)] {
        [
            ("id", credentialID.base64URL), ("client", client.base64URL), ("authenticator", authenticator.base64URL),
            ("signature", signature.base64URL), ("user", handle.base64URL),
        ]
    }
}
