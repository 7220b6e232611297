import Admin
import Foundation

/// A registration sent by a browser or app, checked as far as its text allows.
public struct PushDraft: Sendable, Equatable {
    enum Kind: String, Sendable { case web, apple }

    let kind: Kind
    /// The address from the browser's push service, or the token that Apple gave the app.
    let address: String
    var publicKey: Data?
    var secret: Data?

    /// A browser's subscription with keys in base64url; nil when it is invalid.
    public init?(endpoint: String, p256dh: String, auth: String) {
        guard let browser = WebSubscription(endpoint: endpoint, p256dh: p256dh, auth: auth) else { return nil }
        (kind, address, publicKey, secret) = (.web, browser.address, browser.publicKey, browser.secret)
    }

    /// The token of an app on an Apple device in hexadecimal digits; nil when it is invalid.
    public init?(appleToken: String) {
        guard (64...200).contains(appleToken.utf8.count), appleToken.utf8.count.isMultiple(of: 2), appleToken.utf8.allSatisfy(\.isHexDigit)
        else { return nil }
        (kind, address) = (.apple, appleToken.lowercased())
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool { (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self) }
}
