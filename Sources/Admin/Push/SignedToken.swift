import Accounts
import Crypto
import Foundation

/// A JSON web token signed with ES256 (RFC 7515, RFC 7518), for push services.
public enum SignedToken {
    /// - Parameter claims: values are texts or numbers.
    public static func make(_ header: [String: String], _ claims: some Encodable, _ key: P256.Signing.PrivateKey) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let head = header.merging(["alg": "ES256"]) { $1 }
        let text = try encoder.encode(head).base64URL + "." + encoder.encode(claims).base64URL
        return text + "." + (try key.signature(for: Data(text.utf8)).rawRepresentation.base64URL)
    }
}
