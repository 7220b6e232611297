import Crypto
import Foundation

public struct AppleSettings: Sendable {
    /// The key of the developer's account, from the file `AuthKey_….p8`.
    let key: P256.Signing.PrivateKey
    let keyID: String
    let team: String
    let topic: String
    /// `api.push.apple.com`, or `api.sandbox.push.apple.com` for an app in development.
    let host: String
    /// A file with the certificates to trust instead of the system's, for tests.
    let certificates: String?

    public init?(file: String, keyID: String, team: String, topic: String, host: String, certificates: String?) {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8), let key = try? P256.Signing.PrivateKey(pemRepresentation: text)
        else { return nil }
        self.init(key: key, keyID: keyID, team: team, topic: topic, host: host, certificates: certificates)
    }

    init(key: P256.Signing.PrivateKey, keyID: String, team: String, topic: String, host: String, certificates: String?) {
        (self.key, self.keyID, self.team, self.topic, self.host, self.certificates) = (key, keyID, team, topic, host, certificates)
    }
}
