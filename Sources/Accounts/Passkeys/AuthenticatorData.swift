import Crypto
import Foundation

/// The authenticator's data (Web Authentication, 6.1): relying party, user presence and use counter.
struct AuthenticatorData {
    let bytes: [UInt8]
    let counter: UInt32
    let credential: Credential?

    struct Credential {
        let id: Data
        /// In COSE form.
        let key: Data
    }

    private static let (userPresent, userVerified, hasCredential): (UInt8, UInt8, UInt8) = (0x01, 0x04, 0x40)

    init(_ data: Data, for party: RelyingParty) throws {
        bytes = Array(data)
        guard bytes.count >= 37, bytes.count <= 2048 else { throw PasskeyProblem.format }
        guard Array(bytes[0..<32]) == Array(SHA256.hash(data: Data(party.id.utf8))) else { throw PasskeyProblem.relyingParty }
        guard bytes[32] & Self.userPresent != 0 else { throw PasskeyProblem.presence }
        // Without user verification, a found security key would be enough to sign in.
        guard bytes[32] & Self.userVerified != 0 else { throw PasskeyProblem.verification }
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        credential = bytes[32] & Self.hasCredential == 0 ? nil : try Self.credential(bytes)
    }

    private static func credential(_ bytes: [UInt8]) throws -> Credential {
        guard bytes.count > 55 else { throw PasskeyProblem.format }
        let length = Int(bytes[53]) << 8 | Int(bytes[54])
        guard (16...1023).contains(length), bytes.count > 55 + length else { throw PasskeyProblem.format }
        var reader = CBORReader(bytes, from: 55 + length)
        guard let key = try? reader.value() else { throw PasskeyProblem.format }
        _ = try PublicKey(key)
        return Credential(id: Data(bytes[55..<55 + length]), key: Data(bytes[(55 + length)..<reader.offset]))
    }
}
