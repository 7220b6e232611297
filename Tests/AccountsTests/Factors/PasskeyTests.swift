import Foundation
import GRDB
import Testing

@testable import Accounts

@Suite struct PasskeyTests {
    private let site: Site
    private let party = RelyingParty(publicURL: nil, authority: "localhost")!

    init() async throws { site = try await Site() }

    private var now: Date { site.clock.now }

    @discardableResult
    private func register(
        _ key: SoftKey, of account: Int64 = 1, challengeOf: Int64 = 1, type: String = "webauthn.create", late: Bool = false
    ) async throws -> PasskeyProblem? {
        let challenge = try await site.database.write { db in try Challenge.make(.creation, for: challengeOf, at: now, db) }
        if late { site.clock.advance(301) }
        return try await site.database.write { db in
            do {
                _ = try Passkey.register(
                    client: key.client(type, challenge), attestation: key.attestation, name: "Chiave", of: account, for: party, at: now, db)
                return nil
            } catch let problem as PasskeyProblem {
                return problem
            }
        }
    }

    private func use(
        _ key: SoftKey, as account: Int64 = 1, type: String = "webauthn.get", purpose: Challenge.Purpose = .signIn,
        changed: (Assertion) -> Assertion = { $0 }
    ) async throws -> PasskeyProblem? {
        let challenge = try await site.database.write { db in try Challenge.make(purpose, at: now, db) }
        let assertion = changed(try key.assertion(challenge, of: account, type: type))
        return try await verify(assertion)
    }

    private func verify(_ assertion: Assertion) async throws -> PasskeyProblem? {
        try await site.database.write { db in
            do {
                let passkey = try Passkey.verify(assertion, for: party, at: now, db)
                return passkey.accountID == 1 ? nil : .unknown
            } catch let problem as PasskeyProblem {
                return problem
            }
        }
    }

    @Test(arguments: [false, true])
    func isMadeAndUsed(isEd25519: Bool) async throws {
        let key = SoftKey(isEd25519: isEd25519)
        let made = try await register(key)
        #expect(made == nil)
        for _ in 0..<2 {
            let used = try await use(key)
            #expect(used == nil)
        }
        let usedAt = try await site.count("SELECT count(*) FROM passkey WHERE usedAt IS NOT NULL AND name = 'Chiave'")
        #expect(usedAt == 1)
    }

    @Test func isRefusedWhenAnythingIsNotAsItShouldBe() async throws {
        let type = try await register(SoftKey(), type: "webauthn.get")
        let stranger = try await register(SoftKey(), challengeOf: try await site.add("berta", "Berta"))
        let late = try await register(SoftKey(), late: true)
        #expect(type == .type)
        #expect(stranger == .challenge)
        #expect(late == .challenge)
        for (change, problem) in Self.lies {
            var key = SoftKey()
            change(&key)
            let found = try await register(key)
            #expect(found == problem)
        }
        let count = try await site.count("SELECT count(*) FROM passkey")
        #expect(count == 0)
    }

    private static let lies: [(@Sendable (inout SoftKey) -> Void, PasskeyProblem)] = [
        ({ $0.origin = "http://localhost.example.org" }, .origin), ({ $0.origin = "https://localhost" }, .origin),
        ({ $0.origin = "http://localhost:8080" }, .origin), ({ $0.rpID = "example.org" }, .relyingParty), ({ $0.flags = 0x04 }, .presence),
        ({ $0.flags = 0x01 }, .verification),
    ]

    @Test func opensNothingWhenAnythingIsNotAsItShouldBe() async throws {
        let key = SoftKey()
        try await register(key)
        for (change, problem) in Self.lies {
            var liar = key
            change(&liar)
            let found = try await use(liar)
            #expect(found == problem)
        }
        let type = try await use(key, type: "webauthn.create")
        let purpose = try await use(key, purpose: .creation)
        let unknown = try await use(SoftKey())
        let handle = try await use(key, as: 2)
        let signature = try await use(key) { $0.with(signature: Data($0.signature.reversed())) }
        let data = try await use(key) { $0.with(authenticator: $0.authenticator + Data([0])) }
        #expect(type == .type)
        #expect(purpose == .challenge)
        #expect(unknown == .unknown)
        #expect(handle == .unknown)
        #expect(signature == .signature)
        #expect(data == .signature)
    }

    @Test func anAnswerWorksOnce() async throws {
        let key = SoftKey()
        try await register(key)
        let challenge = try await site.database.write { db in try Challenge.make(.signIn, at: now, db) }
        let assertion = try key.assertion(challenge, of: 1)
        let (first, second) = (try await verify(assertion), try await verify(assertion))
        #expect(first == nil)
        #expect(second == .challenge)
        let later = try await site.database.write { db in try Challenge.make(.signIn, at: now, db) }
        site.clock.advance(301)
        let late = try await verify(try key.assertion(later, of: 1))
        #expect(late == .challenge)
    }

    @Test func aCopyThatCountsBackwardsIsFoundOut() async throws {
        var key = SoftKey()
        key.counter = 5
        try await register(key)
        for (counter, problem) in [(6, nil), (6, .counter), (5, .counter), (0, .counter), (9, nil)] as [(UInt32, PasskeyProblem?)] {
            key.counter = counter
            let found = try await use(key)
            #expect(found == problem, "\(counter)")
        }
    }

    @Test func theSameOneIsNotMadeTwice() async throws {
        let key = SoftKey()
        try await register(key)
        let again = try await register(key)
        #expect(again == .taken)
    }

    @Test(
        arguments: [
            (nil, "localhost:8080", "localhost", "http://localhost:8080"), (nil, "localhost", "localhost", "http://localhost"),
            (nil, "127.0.0.1:8080", nil, nil), (nil, "[::1]:8080", nil, nil), (nil, "portal.example.org", nil, nil), (nil, nil, nil, nil),
            ("https://Portal.example.org", "localhost", "portal.example.org", "https://portal.example.org"),
            ("https://portal.example.org:8443", nil, "portal.example.org", "https://portal.example.org:8443"),
            ("https://portal.example.org:443", nil, "portal.example.org", "https://portal.example.org"),
            ("http://portal.example.org", "localhost", nil, nil), ("https://192.0.2.1", nil, nil, nil),
        ] as [(String?, String?, String?, String?)])
    func belongsToTheSite(url: String?, authority: String?, id: String?, origin: String?) {
        let party = RelyingParty(publicURL: url, authority: authority)
        #expect(party?.id == id)
        #expect(party?.origin == origin)
    }
}

extension Assertion {
    fileprivate func with(signature: Data? = nil, authenticator: Data? = nil) -> Assertion {
        Assertion(
            credentialID: credentialID, client: client, authenticator: authenticator ?? self.authenticator,
            signature: signature ?? self.signature, handle: handle)
    }
}
