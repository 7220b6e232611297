import Crypto
import Foundation
import GRDB

/// A key pair on a device that verifies its owner: a second factor, or a sign-in without name and password.
public struct Passkey: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    public var id: Int64?
    public var accountID: Int64
    var credentialID: Data
    /// In COSE form.
    var publicKey: Data
    /// The device's use counter; 0 when unsupported.
    var counter: Int64
    public var name: String
    public var createdAt: Date
    public var usedAt: Date?

    static let most = 20
    static let longestName = 60

    public mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    static func of(_ account: Int64) -> QueryInterfaceRequest<Passkey> { filter(Column("accountID") == account) }

    /// A user handle that does not reveal the account.
    static func handle(of account: Int64) -> Data { Data(SHA256.hash(data: Data("portico account \(account)".utf8))) }
}

extension Passkey {
    static func register(
        client: Data, attestation: Data, name: String, of account: Int64, for party: RelyingParty, at now: Date, _ db: Database
    ) throws -> Passkey {
        let clientData = try ClientData(client, type: "webauthn.create", for: party)
        guard try Challenge.take(clientData.challenge, .creation, for: account, at: now, db) else { throw PasskeyProblem.challenge }
        var reader = CBORReader(Array(attestation.prefix(8192)))
        // The attestation statement was not requested and is ignored.
        guard attestation.count <= 8192, let object = try? reader.value(), let bytes = object["authData"]?.bytes else {
            throw PasskeyProblem.format
        }
        let data = try AuthenticatorData(Data(bytes), for: party)
        guard let credential = data.credential else { throw PasskeyProblem.format }
        guard try filter(Column("credentialID") == credential.id).isEmpty(db), try of(account).fetchCount(db) < most else {
            throw PasskeyProblem.taken
        }
        var passkey = Passkey(
            accountID: account, credentialID: credential.id, publicKey: credential.key, counter: Int64(data.counter), name: name,
            createdAt: now)
        try passkey.insert(db)
        return passkey
    }
}

struct Assertion: Sendable {
    let credentialID: Data
    let client: Data
    let authenticator: Data
    let signature: Data
    let handle: Data
}

extension Passkey {
    /// Returns the passkey and records its use; the challenge is used up in any case. Throws `PasskeyProblem`.
    static func verify(_ assertion: Assertion, for party: RelyingParty, at now: Date, _ db: Database) throws -> Passkey {
        let clientData = try ClientData(assertion.client, type: "webauthn.get", for: party)
        guard try Challenge.take(clientData.challenge, .signIn, at: now, db) else { throw PasskeyProblem.challenge }
        let data = try AuthenticatorData(assertion.authenticator, for: party)
        guard var passkey = try filter(Column("credentialID") == assertion.credentialID).fetchOne(db) else { throw PasskeyProblem.unknown }
        guard assertion.handle.isEmpty || assertion.handle == handle(of: passkey.accountID) else { throw PasskeyProblem.unknown }
        var reader = CBORReader(Array(passkey.publicKey))
        let key = try PublicKey(try reader.value())
        guard key.verifies(Array(assertion.signature), of: data.bytes + clientData.hash) else { throw PasskeyProblem.signature }
        // A counter that does not increase indicates a copied device.
        let counter = Int64(data.counter)
        guard counter > passkey.counter || (counter == 0 && passkey.counter == 0) else { throw PasskeyProblem.counter }
        passkey.counter = counter
        passkey.usedAt = now
        try passkey.update(db)
        return passkey
    }
}
