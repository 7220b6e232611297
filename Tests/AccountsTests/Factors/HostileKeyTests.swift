import Foundation
import TestSupport
import Testing

@testable import Accounts

/// What a browser says that a key said, broken in every way.
@Suite struct HostileKeyTests {
    @Test func mutatedAttestationsEndNothing() {
        let key = SoftKey()
        var read = 0
        let tried = Fuzzing.mutate("attestations", [Array(key.attestation)], 400) { bytes in
            var reader = CBORReader(bytes)
            if (try? reader.value()) != nil { read += 1 }
        }
        #expect(tried >= 400)
        #expect(read > 20)
    }

    @Test func mutatedDataOfAKeyEndNothing() throws {
        let party = try #require(RelyingParty(publicURL: nil, authority: "localhost"))
        let data = try SoftKey().assertion(Data(repeating: 1, count: 32), of: 1, type: "webauthn.get").authenticator
        var read = 0
        let tried = Fuzzing.mutate("authenticators", [Array(data) + [UInt8](repeating: 0, count: 60)], 400) {
            read += (try? AuthenticatorData(Data($0), for: party)) == nil ? 0 : 1
        }
        #expect(tried >= 400)
        #expect(read > 0)
    }
}
