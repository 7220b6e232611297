import Accounts
import Crypto
import Foundation

/// A browser's push endpoint and encryption keys.
public struct WebSubscription: Sendable, Equatable {
    public let address: String
    /// An uncompressed point of P-256.
    public let publicKey: Data
    /// 16 bytes.
    public let secret: Data

    /// Makes one from stored values that were validated earlier.
    public init(address: String, publicKey: Data, secret: Data) {
        (self.address, self.publicKey, self.secret) = (address, publicKey, secret)
    }

    /// Validates a browser's values with base64url keys; nil if they are invalid.
    public init?(endpoint: String, p256dh: String, auth: String) {
        guard endpoint.utf8.count <= 1000, Outgoing.url(endpoint) != nil, let key = Data(base64URL: p256dh),
            let secret = Data(base64URL: auth),
            key.count == 65, secret.count == 16, (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil
        else { return nil }
        self.init(address: endpoint, publicKey: key, secret: secret)
    }

    /// Identifies the stored subscription to a page without revealing the address.
    public var mark: String { Self.mark(of: address) }

    public static func mark(of address: String) -> String { Data(SHA256.hash(data: Data(address.utf8))).base64URL }
}
