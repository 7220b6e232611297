import Foundation
import TestSupport
import Testing

@testable import Accounts

struct AttemptsTests {
    @Test func limitsANetwork() async throws {
        let site = try await Site()
        try await site.run { browser in
            for number in 0..<25 {
                let answer = try await browser.signIn("nobody\(number)", "wrong")
                #expect(answer.code == 422)
            }
            let before = site.passwords.count
            let refused = try await browser.signIn()
            #expect(refused.code == 429)
            #expect(refused.headers[.retryAfter] == "300")
            #expect(refused.text.contains("Try again in 5 minutes."))
            #expect(site.passwords.count == before)
            browser.address = "198.51.100.9"
            let elsewhere = try await browser.signIn()
            #expect(elsewhere.code == 303)
        }
        // A restart forgives nothing, time does.
        try await site.run { browser in
            let refused = try await browser.signIn()
            #expect(refused.code == 429)
            site.clock.advance(301)
            let later = try await browser.signIn()
            #expect(later.code == 303)
        }
        let log = try await site.audited()
        #expect(log.count { $0 == "sign-in.limited" } == 1)
    }

    @Test func countsAWholeIPv6Network() async throws {
        try await Site().run { browser in
            for number in 0..<25 {
                browser.address = "2001:db8:1:2::\(number)"
                try await browser.signIn("nobody\(number)", "wrong")
            }
            browser.address = "2001:db8:1:2:ffff::1"
            let near = try await browser.signIn()
            browser.address = "2001:db8:1:3::1"
            let far = try await browser.signIn()
            #expect(near.code == 429)
            #expect(far.code == 303)
        }
    }

    @Test func countsTheNetworksOfOneHomeTogether() async throws {
        try await Site().run { browser in
            for number in 0..<30 {
                browser.address = "2001:db8:1:2\(String(number, radix: 16).count == 1 ? "0" : "")\(String(number, radix: 16))::1"
                try await browser.signIn("nobody\(number)", "wrong")
            }
            browser.address = "2001:db8:1:2ff::1"
            let home = try await browser.signIn()
            browser.address = "2001:db8:1:300::1"
            let neighbour = try await browser.signIn()
            #expect(home.code == 429)
            #expect(neighbour.code == 303)
        }
    }

    @Test(arguments: ["anna", "nobody", "not a name!"])
    func makesANameWaitLongerEachTime(name: String) async throws {
        let site = try await Site()
        try await site.run { browser in
            func tryFromElsewhere() async throws -> (Int, String?) {
                browser.address = "192.0.2.\(Int.random(in: 1...250))"
                let answer = try await browser.signIn(name, "wrong")
                return (answer.code, answer.headers[.retryAfter])
            }
            for _ in 0..<10 { _ = try await tryFromElsewhere() }
            var waits: [Int] = []
            for _ in 0..<13 {
                let (code, wait) = try await tryFromElsewhere()
                #expect(code == 429)
                let seconds = try #require(Int(wait ?? ""))
                waits.append(seconds)
                site.clock.advance(Double(seconds))
                let (next, _) = try await tryFromElsewhere()
                #expect(next == 422)
            }
            #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
        }
    }

    @Test func letsTheOwnerInWhileAStrangerTries() async throws {
        let site = try await Site()
        try await site.run { browser in
            try await browser.signIn()
            let stranger = browser.other()
            stranger.address = "198.51.100.1"
            for _ in 0..<12 { try await stranger.signIn("anna", "wrong") }
            let blocked = try await stranger.signIn()
            let owner = try await browser.other().signIn()
            #expect(blocked.code == 429)
            #expect(owner.code == 303)
        }
    }

    @Test func manyAtOnceDoNotSlipThrough() async throws {
        let site = try await Site()
        try await site.run { browser in
            let codes = try await withThrowingTaskGroup { group in
                for _ in 0..<60 {
                    group.addTask { try await browser.other().signIn("anna", "wrong").code }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes.count { $0 == 422 } <= 10)
        }
    }

    @Test func aRightPasswordAndALinkForgetFailures() async throws {
        let site = try await Site()
        try await site.run { browser in
            for _ in 0..<9 { try await browser.signIn("anna", "wrong") }
            let good = try await browser.signIn()
            #expect(good.code == 303)
            browser.address = "198.51.100.1"
            for _ in 0..<10 { try await browser.signIn("anna", "wrong") }
            let blocked = try await browser.signIn()
            #expect(blocked.code == 429)
            _ = try await site.database.write { db in try Accounts.resetLink(for: 1, db, by: .system("test")) }
            let free = try await browser.signIn()
            #expect(free.code == 303)
        }
    }

    @Test func forgetsOldAttempts() async throws {
        let site = try await Site()
        try await site.run { browser in
            try await browser.signIn("anna", "wrong")
            try await browser.signIn()
            site.clock.advance(31 * 86400)
            try await browser.signIn("nobody", "wrong")
        }
        let rows = try await site.count("SELECT count(*) FROM attempt")
        #expect(rows == 1)
    }

    @Test func keepsNoTypedNames() async throws {
        let site = try await Site()
        try await site.run { browser in try await browser.signIn("my secret typed in the wrong box", "x") }
        let told = try await site.count("SELECT count(*) FROM audit WHERE actor || ifnull(objectTitle, '') || detail LIKE '%secret%'")
        let kept = try await site.count("SELECT count(*) FROM attempt WHERE cast(name AS TEXT) LIKE '%secret%'")
        #expect(told == 0)
        #expect(kept == 0)
    }
}
