import Admin
import Foundation

/// What a browser or an app sends so that notices reach it, checked for what can be told from the words alone.
public struct PushDraft: Sendable, Equatable {
    enum Kind: String, Sendable { case web, apple }

    let kind: Kind
    /// The address that a push service gave the browser, or the token that Apple gave the app.
    let address: String
    var publicKey: Data?
    var secret: Data?

    /// A browser's subscription, its keys in base64url; nil for anything that none can be.
    public init?(endpoint: String, p256dh: String, auth: String) {
        guard let browser = WebSubscription(endpoint: endpoint, p256dh: p256dh, auth: auth) else { return nil }
        (kind, address, publicKey, secret) = (.web, browser.address, browser.publicKey, browser.secret)
    }

    /// The token of an app on an Apple device, in hexadecimal digits.
    public init?(appleToken: String) {
        guard (64...200).contains(appleToken.utf8.count), appleToken.utf8.count.isMultiple(of: 2), appleToken.utf8.allSatisfy(\.isHexDigit)
        else { return nil }
        (kind, address) = (.apple, appleToken.lowercased())
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool { (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self) }
}
