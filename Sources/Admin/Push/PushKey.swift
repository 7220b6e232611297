import Accounts
import Crypto
import Foundation
import GRDB
import Web

/// The site's VAPID key (RFC 8292); table `pushKey`. A new key would invalidate every subscription. It leaves the site only in backups.
public struct PushKey: Sendable {
    let key: P256.Signing.PrivateKey

    /// 12 hours, half of the maximum, to tolerate clock errors.
    private static let lifetime: TimeInterval = 12 * 3600

    /// The uncompressed public point in base64url, as browsers expect it.
    public var publicText: String { key.publicKey.x963Representation.base64URL }

    static func existing(_ db: Database) throws -> PushKey? {
        let data = try Data.fetchOne(db.cachedStatement(sql: "SELECT privateKey FROM pushKey"))
        return try data.map { PushKey(key: try P256.Signing.PrivateKey(rawRepresentation: $0)) }
    }

    /// Returns the key and creates it if there is none.
    public static func find(in database: any DatabaseWriter) async throws -> PushKey {
        if let known = try await database.read({ try existing($0) }) { return known }
        return try await database.write { db in
            // Read again: another process may have been faster.
            if let known = try existing(db) { return known }
            let new = P256.Signing.PrivateKey()
            try db.execute(
                sql: "INSERT INTO pushKey (id, privateKey, createdAt) VALUES (1, ?, ?)", arguments: [new.rawRepresentation, Date.now])
            return PushKey(key: new)
        }
    }

    private struct Claims: Encodable {
        let aud: String
        let exp: Int
        let sub: String?
    }

    static func origin(of address: URL) -> String {
        "\(address.scheme ?? "")://\(address.host ?? "")" + (address.port.map { ":\($0)" } ?? "")
    }

    /// The `Authorization` header of a request. `site` identifies the sender, such as `https://portal.example.org`.
    func authorization(for address: URL, site: String?, at now: Date) throws -> String {
        let claims = Claims(aud: Self.origin(of: address), exp: Int(cutting: (now + Self.lifetime).timeIntervalSince1970), sub: site)
        return "vapid t=\(try SignedToken.make(["typ": "JWT"], claims, key)), k=\(publicText)"
    }
}
