import Crypto
import Foundation

/// A secret for a cookie or link: 32 random bytes as base64url. Only its hash is stored.
public struct Token: Sendable {
    public let text: String

    public init() {
        let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        text = bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// nil when malformed, so that no query is made.
    public init?(sent text: String) {
        guard text.utf8.count == 43, text.utf8.allSatisfy(\.isBase64URL) else { return nil }
        self.text = text
    }

    /// SHA-256 without salt suffices for 256 random bits.
    public var hash: Data { Data(SHA256.hash(data: Data(text.utf8))) }
}

extension UInt8 {
    fileprivate var isBase64URL: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
