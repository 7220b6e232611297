import Accounts
import Crypto
import Foundation
import Testing

@testable import Admin

@Suite struct PushMessageTests {
    /// RFC 8291, appendix A.
    @Test func theExampleOfTheStandardComesOutByteForByte() throws {
        func bytes(_ text: String) throws -> Data { try #require(Data(base64URL: text)) }
        let body = try PushMessage.encrypted(
            Data("When I grow up, I want to be a watermelon".utf8),
            for: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            bytes("BTBZMqHH6r4Tts7J_aSIgg"),
            own: .init(rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        let expected =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6"
            + "cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        #expect(body.base64URL == expected)
    }

    @Test func noTwoMessagesAreAlike() throws {
        let (key, secret) = (P256.KeyAgreement.PrivateKey().publicKey.x963Representation, Data.random(16))
        let bodies = try (0..<3).map { _ in try PushMessage.encrypted(Data("uno".utf8), for: key, secret) }
        #expect(Set(bodies.map { $0.prefix(16) }).count == 3)
        #expect(Set(bodies.map { $0.dropFirst(21).prefix(65) }).count == 3)
    }

    @Test func theTokenSaysForWhomAndUntilWhenAndHoldsAgainstTheKey() throws {
        let key = PushKey(key: .init())
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let address = try #require(URL(string: "https://push.example.org:8443/p/abc?x=1"))
        let header = try key.authorization(for: address, site: "https://portal.example.org", at: now)
        let parts = try #require(header.wholeMatch(of: #/vapid t=([^.]+)\.([^.]+)\.([^.]+), k=(.+)/#))
        let point = try #require(Data(base64URL: String(parts.4)))
        #expect(point.count == 65)
        #expect(point == key.key.publicKey.x963Representation)
        #expect(key.publicText == String(parts.4))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: #require(Data(base64URL: String(parts.3))))
        let signed = Data("\(parts.1).\(parts.2)".utf8)
        #expect(try P256.Signing.PublicKey(x963Representation: point).isValidSignature(signature, for: signed))
        let head = try JSON(parsing: #require(Data(base64URL: String(parts.1))))
        let claims = try JSON(parsing: #require(Data(base64URL: String(parts.2))))
        #expect(head["alg"]?.text == "ES256")
        #expect(head["typ"]?.text == "JWT")
        #expect(claims["aud"]?.text == "https://push.example.org:8443")
        #expect(claims["sub"]?.text == "https://portal.example.org")
        #expect(claims["exp"]?.number == 1_800_000_000 + 12 * 3600)
    }
}
