import Accounts
import Crypto
import Foundation

/// Where a browser is reached and what only it can read with, as its push service gave them.
public struct WebSubscription: Sendable, Equatable {
    public let address: String
    /// An uncompressed point of P-256.
    public let publicKey: Data
    /// 16 bytes.
    public let secret: Data

    /// What is kept of one that was checked when it came.
    public init(address: String, publicKey: Data, secret: Data) {
        (self.address, self.publicKey, self.secret) = (address, publicKey, secret)
    }

    /// What a browser's script sends, its keys in base64url; nil for anything that no browser gives.
    public init?(endpoint: String, p256dh: String, auth: String) {
        guard endpoint.utf8.count <= 1000, Outgoing.url(endpoint) != nil, let key = Data(base64URL: p256dh),
            let secret = Data(base64URL: auth),
            key.count == 65, secret.count == 16, (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil
        else { return nil }
        self.init(address: endpoint, publicKey: key, secret: secret)
    }

    /// What tells a page whether this browser's subscription is the one that is kept, without saying the address.
    public var mark: String { Self.mark(of: address) }

    public static func mark(of address: String) -> String { Data(SHA256.hash(data: Data(address.utf8))).base64URL }
}
