import Crypto
import Foundation

/// The browser's signed data (Web Authentication, 5.8.1).
struct ClientData {
    let challenge: Data
    let hash: [UInt8]

    private struct Content: Decodable {
        let type: String
        let challenge: String
        let origin: String
        let crossOrigin: Bool?
    }

    /// `type` is `webauthn.create` or `webauthn.get`; one must not pass for the other.
    init(_ bytes: Data, type: String, for party: RelyingParty) throws {
        guard bytes.count <= 4096, let content = try? JSONDecoder().decode(Content.self, from: bytes) else { throw PasskeyProblem.format }
        guard content.type == type else { throw PasskeyProblem.type }
        guard content.origin == party.origin, content.crossOrigin != true else { throw PasskeyProblem.origin }
        guard let challenge = Data(base64URL: content.challenge) else { throw PasskeyProblem.challenge }
        self.challenge = challenge
        hash = Array(SHA256.hash(data: bytes))
    }
}

extension Data {
    /// Without padding, as browsers write it.
    public init?(base64URL text: String) {
        guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=") }) else { return nil }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        self.init(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }

    public var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
