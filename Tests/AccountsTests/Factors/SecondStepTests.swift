import Foundation
import GRDB
import TestSupport
import Testing

@testable import Accounts

/// Through the whole product, as people meet it.
@Suite struct SecondStepTests {
    let site: TestSite

    init() async throws { site = try await TestSite() }

    static let factors = "/admin/account/factors"

    /// Sets an app up as a person would, and gives what it makes codes from, and the recovery codes.
    @discardableResult
    private func setUpApp(_ browser: Browser) async throws -> (totp: TOTP, codes: [String]) {
        let begun = try await browser.post(Self.factors + "/app")
        #expect(begun.location == Self.factors + "/app")
        let page = try await browser.get(Self.factors + "/app")
        let match = try #require(page.text.firstMatch(of: #/<code>([A-Z2-7 ]{39})<\/code>/#))
        let totp = TOTP(secret: try #require(Data(base32: String(match.1).replacing(" ", with: ""))))
        #expect(page.contains("<svg role=\"img\""))
        #expect(page.contains("otpauth://totp/"))
        #expect(page.headers[.cacheControl] == "no-store, no-transform")
        let wrong = try await browser.post(Self.factors + "/app/confirmation", [("code", "000000")])
        #expect(wrong.status == 422)
        let done = try await browser.post(Self.factors + "/app/confirmation", [("code", totp.code(at: TOTP.step(at: .now)))])
        let codes = done.text.matches(of: #/<code>([a-z2-7\-]{29})<\/code>/#).map { String($0.1) }
        return (totp, codes)
    }

    private func signIn(_ browser: Browser, _ name: String = "educator", password: String = TestSite.password) async throws -> Answer {
        try await browser.post("/sign-in", [("name", name), ("password", password), ("next", "/admin/account/access")])
    }

    /// As if half a minute had passed since the last code.
    private func forgetStep() async throws {
        try await site.database.write { try $0.execute(sql: "UPDATE authenticatorApp SET lastStep = 0") }
    }

    private func count(_ sql: String) async throws -> Int { try await site.value("SELECT count(*) FROM " + sql, as: Int.self) ?? -1 }

    private static func code(_ totp: TOTP) -> String { totp.code(at: TOTP.step(at: .now)) }

    @Test func thePasswordAloneOpensNothing() async throws {
        try await site.browse(as: "educator", "") { browsers in
            let (totp, codes) = try await setUpApp(browsers[0])
            #expect(codes.count == 10)
            let half = try await signIn(browsers[1])
            #expect(half.location == "/sign-in/factor?next=/admin/account/access")
            for path in ["/admin", "/admin/account", Self.factors, "/admin/house/products"] {
                let closed = try await browsers[1].get(path)
                #expect(closed.status == 303, "\(path)")
                #expect(closed.location?.hasPrefix("/sign-in?") == true, "\(path)")
            }
            let wrong = try await browsers[1].post("/sign-in/factor", [("code", "000000"), ("trust", "yes")])
            #expect(wrong.status == 422)
            #expect(wrong.contains("role=\"alert\""))
            #expect(wrong.contains("<details>"))
            #expect(wrong.contains("name=\"trust\" value=\"yes\" checked"))
            #expect(wrong.text.matches(of: #/aria-invalid/#).count == 1)
            // The code with which the app was set up was used with that.
            let step = try #require(try await site.value("SELECT lastStep FROM authenticatorApp", as: Int.self))
            let used = try await browsers[1].post("/sign-in/factor", [("code", totp.code(at: .init(step)))])
            #expect(used.status == 422)
            try await forgetStep()
            let right = try await browsers[1].post("/sign-in/factor", [("code", Self.code(totp)), ("next", "/admin/account/access")])
            #expect(right.location == "/admin/account/access")
            let inside = try await browsers[1].get("/admin/house/products")
            #expect(inside.status == 200)
            let twice = try await browsers[1].post("/sign-in/factor", [("code", Self.code(totp))])
            #expect(twice.location == "/sign-in")
        }
        let sealed = try #require(try await site.value("SELECT sealed FROM authenticatorApp", as: Data.self))
        #expect(sealed.count == 48)
        let (halves, logged) = (try await count("halfSession"), try await count("audit WHERE action = 'sign-in.factor-failed'"))
        #expect(halves == 0)
        #expect(logged == 2)
    }

    @Test func aRecoveryCodeOpensOnce() async throws {
        try await site.browse(as: "educator", "", "") { browsers in
            let codes = try await setUpApp(browsers[0]).codes
            for (browser, isFirst) in [(browsers[1], true), (browsers[2], false)] {
                _ = try await signIn(browser)
                let answer = try await browser.post("/sign-in/factor", [("recovery", codes[3].uppercased())])
                #expect(isFirst ? answer.location == "/admin" : answer.status == 422)
            }
            // A wrong one is there to be mended, in the open form, and the field of the app is not called wrong.
            let wrong = try await browsers[2].post("/sign-in/factor", [("recovery", "abcd-efgh"), ("trust", "yes")])
            let field = try #require(wrong.text.firstMatch(of: #/<input[^>]* id="recovery"[^>]*>/#)).output
            #expect(field.contains("value=\"abcd-efgh\""))
            #expect(field.contains("aria-invalid=\"true\""))
            #expect(wrong.contains("<details open>"))
            #expect(wrong.text.matches(of: #/aria-invalid/#).count == 1)
            let told = try await browsers[1].get("/admin")
            #expect(told.contains("Restano 9 codici di recupero."))
            let new = try await browsers[1].post(Self.factors + "/codes")
            #expect(new.status == 200)
            #expect(!new.contains(codes[4]))
            let old = try await browsers[2].post("/sign-in/factor", [("recovery", codes[4])])
            #expect(old.status == 422)
        }
    }

    @Test func guessesAreLimitedAndARightPasswordDoesNotForgiveThem() async throws {
        try await site.browse(as: "educator", "") { browsers in
            let (totp, _) = try await setUpApp(browsers[0])
            try await forgetStep()
            var statuses: [Int] = []
            // The first waits are a second or two: a busy machine needs more tries to meet one.
            for number in 0..<40 where statuses.last != 429 {
                if number % 4 == 0 { _ = try await signIn(browsers[1]) }
                statuses.append(try await browsers[1].post("/sign-in/factor", [("code", "000000")]).status)
            }
            #expect(statuses.prefix(10).allSatisfy { $0 == 422 })
            #expect(statuses.last == 429)
            let late = try await browsers[1].post("/sign-in/factor", [("code", Self.code(totp))])
            #expect(late.status == 429)
            #expect(late.headers[.retryAfter] != nil)
        }
    }

    @Test func aTrustedDeviceIsNotAskedUntilThePasswordChanges() async throws {
        try await site.browse(as: "educator", "", "") { browsers in
            let (totp, _) = try await setUpApp(browsers[0])
            try await forgetStep()
            _ = try await signIn(browsers[1])
            let trusting = try await browsers[1].post("/sign-in/factor", [("code", Self.code(totp)), ("trust", "yes")])
            let cookie = try #require(trusting.headers[values: .setCookie].first { $0.contains("device") })
            #expect(cookie.contains("HttpOnly"))
            #expect(cookie.contains("SameSite=Lax"))
            #expect(cookie.contains("Max-Age=2592000"))
            try await browsers[1].post("/sign-out")
            let known = try await signIn(browsers[1])
            #expect(known.location == "/admin/account/access")
            let other = try await signIn(browsers[2])
            #expect(other.location?.hasPrefix("/sign-in/factor") == true)
            let page = try await browsers[1].get(Self.factors)
            #expect(page.contains("Firefox, Linux"))
            let new = "quercia pane lampada 7"
            try await browsers[1].post(
                "/admin/account/password", [("password", TestSite.password), ("newPassword", new), ("newPasswordAgain", new)])
            // Who was half way in with the old password is out too.
            let half = try await browsers[2].get("/sign-in/factor")
            #expect(half.location == "/sign-in")
            try await browsers[1].post("/sign-out")
            let asked = try await signIn(browsers[1], password: new)
            #expect(asked.location?.hasPrefix("/sign-in/factor") == true)
        }
        let devices = try await count("trustedDevice")
        #expect(devices == 0)
    }

    @Test func aLinkForANewPasswordDoesNotGoRoundTheFactor() async throws {
        let id = try #require(try await site.value("SELECT id FROM account WHERE key = 'educator'", as: Int64.self))
        try await site.browse(as: "educator", "") { browsers in
            try await setUpApp(browsers[0])
            let link = try await site.database.write { try Accounts.resetLink(for: id, $0, by: .system("test")) }
            let new = "quercia pane lampada 7"
            try await browsers[1].post(link, [("password", new), ("passwordAgain", new)])
            let asked = try await signIn(browsers[1], password: new)
            #expect(asked.location?.hasPrefix("/sign-in/factor") == true)
        }
    }

    @Test func whoseRoleAsksForItCanDoNothingElseFirst() async throws {
        try await site.browse(as: "admin", "educator") { browsers in
            let open = try await browsers[1].get("/admin/house/products")
            #expect(open.status == 200)
            let saved = try await browsers[0].post("/admin/roles/factors", [("role", "educator")])
            #expect(saved.location == "/admin/roles")
            for path in ["/admin", "/admin/house/products", "/admin/account", "/admin/account/access", "/admin/media"] {
                let closed = try await browsers[1].get(path)
                #expect(closed.status == 303, "\(path)")
                #expect(closed.location == Self.factors, "\(path)")
                let write = try await browsers[1].post(path)
                #expect(write.status != 200, "\(path)")
                #expect(write.location.map { $0 == Self.factors } ?? (write.status == 405), "\(path)")
            }
            let page = try await browsers[1].get(Self.factors)
            #expect(page.status == 200)
            #expect(page.contains("Il tuo ruolo richiede un secondo passaggio"))
            #expect(!page.contains("/admin/house/products"))
            try await setUpApp(browsers[1])
            let inside = try await browsers[1].get("/admin/house/products")
            #expect(inside.status == 200)
            let stays = try await browsers[1].post(Self.factors + "/app/removal")
            #expect(stays.location == Self.factors)
            let sentence = try await browsers[1].get(Self.factors)
            #expect(sentence.contains("questo è l’ultimo"))
            let left = try await count("authenticatorApp WHERE isConfirmed")
            #expect(left == 1)
            try await browsers[0].post("/admin/roles/factors")
            try await browsers[1].post(Self.factors + "/app/removal")
            let gone = try await count("authenticatorApp")
            let codes = try await count("recoveryCode")
            #expect(gone == 0)
            #expect(codes == 0)
        }
    }

    @Test func changingFactorsTakesThePasswordAgainAfterAWhile() async throws {
        try await site.browse(as: "educator") { browsers in
            try await site.database.write { try $0.execute(sql: "UPDATE session SET createdAt = datetime('now', '-1 hour')") }
            for path in ["", "/app"] {
                let asked = try await browsers[0].get(Self.factors + path)
                #expect(asked.location == Self.factors + "/proof", "\(path)")
            }
            for path in ["/app", "/app/removal", "/codes", "/passkeys", "/passkeys/challenges", "/devices/removal"] {
                // The form waits on the page of the question.
                let asked = try await browsers[0].post(Self.factors + path, [("name", "typed")])
                #expect(asked.status == 403, "\(path)")
                #expect(asked.contains("name=\"recentPassword\""), "\(path)")
                #expect(asked.contains("name=\"name\" value=\"typed\""), "\(path)")
            }
            let wrong = try await browsers[0].post(Self.factors + "/proof", [("password", "non è questa")])
            #expect(wrong.status == 422)
            let right = try await browsers[0].post(Self.factors + "/proof", [("password", TestSite.password)])
            #expect(right.location == Self.factors)
            let open = try await browsers[0].get(Self.factors)
            #expect(open.status == 200)
        }
    }

    @Test func anAdministratorResetsWhatSomebodyHasLost() async throws {
        let id = try #require(try await site.value("SELECT id FROM account WHERE key = 'educator'", as: Int64.self))
        try await site.browse(as: "admin", "educator", "") { browsers in
            try await setUpApp(browsers[1])
            let page = try await browsers[0].get("/admin/people/\(id)/factors")
            #expect(page.contains("App con i codici"))
            let refused = try await browsers[1].post("/admin/people/\(id)/factors/removal")
            #expect(refused.status == 403)
            try await browsers[0].post("/admin/people/\(id)/factors/removal")
            let out = try await browsers[1].get("/admin")
            #expect(out.location?.hasPrefix("/sign-in") == true)
            let plain = try await signIn(browsers[2])
            #expect(plain.location == "/admin/account/access")
        }
        let (logged, codes) = (try await count("audit WHERE action = 'account.factors-reset'"), try await count("recoveryCode"))
        #expect(logged == 1)
        #expect(codes == 0)
    }

    @Test func aPasskeyOpensWithoutANameAndAsTheSecondStep() async throws {
        let id = try #require(try await site.value("SELECT id FROM account WHERE key = 'educator'", as: Int64.self))
        try await site.browse(as: "educator", "", "", "admin") { browsers in
            let key = SoftKey()
            let creation = try await challenge(browsers[0], Self.factors + "/passkeys/challenges")
            let added = try await browsers[0].post(
                Self.factors + "/passkeys",
                [
                    ("name", "Telefono"), ("client", key.client("webauthn.create", creation).base64URL),
                    ("attestation", key.attestation.base64URL),
                ])
            #expect(added.status == 200)
            #expect(added.text.matches(of: #/<code>[a-z2-7\-]{29}<\/code>/#).count == 10)

            let open = try await challenge(browsers[1], "/sign-in/passkey/challenges")
            let form = try key.assertion(open, of: id).form
            let entered = try await browsers[1].post("/sign-in/passkey", form + [("next", "/admin/account/access")])
            #expect(entered.location == "/admin/account/access")
            let inside = try await browsers[1].get("/admin/house/products")
            #expect(inside.status == 200)

            let asked = try await signIn(browsers[2])
            #expect(asked.location?.hasPrefix("/sign-in/factor") == true)
            let replayed = try await browsers[2].post("/sign-in/passkey", form)
            #expect(replayed.status == 422)
            let second = try await browsers[2].post(
                "/sign-in/passkey", try key.assertion(try await challenge(browsers[2], "/sign-in/passkey/challenges"), of: id).form)
            #expect(second.location == "/admin")

            // Nobody renames or removes another's.
            for path in ["/passkeys/1", "/passkeys/1/removal"] {
                let foreign = try await browsers[3].post(Self.factors + path, [("name", "Mia")])
                #expect(foreign.status == 404)
            }
            try await browsers[0].post(Self.factors + "/passkeys/1", [("name", "Telefono nuovo")])
            let named = try await browsers[0].get(Self.factors)
            #expect(named.contains("value=\"Telefono nuovo\""))
            try await site.database.write { try $0.execute(sql: "UPDATE account SET isActive = 0 WHERE key = 'educator'") }
            let off = try await browsers[1].post(
                "/sign-in/passkey", try key.assertion(try await challenge(browsers[1], "/sign-in/passkey/challenges"), of: id).form)
            // Neither the name nor the password is wrong.
            #expect(off.status == 422)
            #expect(!off.contains("aria-invalid"))
            let log = try await browsers[3].get("/admin/audit")
            #expect(log.contains("motivo: passkey sconosciuta"))
        }
    }

    private func challenge(_ browser: Browser, _ path: String) async throws -> Data {
        struct Options: Decodable { let challenge, rpId: String }
        let options = try JSONDecoder().decode(Options.self, from: Data(try await browser.post(path).text.utf8))
        #expect(options.rpId == "localhost")
        return try #require(Data(base64URL: options.challenge))
    }

    @Test func aLostKeyIsSaidClearly() async throws {
        try await site.browse(as: "educator", "") { browsers in
            let codes = try await setUpApp(browsers[0]).codes
            // Sealed with another key.
            try await site.database.write { db in
                try db.execute(
                    sql: "UPDATE authenticatorApp SET sealed = ?", arguments: [try FactorKey().seal(TOTP().secret, of: 2)])
            }
            _ = try await signIn(browsers[1])
            let lost = try await browsers[1].post("/sign-in/factor", [("code", "123456")])
            #expect(lost.status == 422)
            #expect(lost.contains("ha perso la chiave"))
            let way = try await browsers[1].post("/sign-in/factor", [("recovery", codes[0])])
            #expect(way.location == "/admin")
        }
    }
}

extension Data {
    /// Bytes of RFC 4648's base 32.
    init?(base32 text: String) {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (bytes, buffer, bits): ([UInt8], Int, Int) = ([], 0, 0)
        for letter in text {
            guard let value = alphabet.firstIndex(of: letter) else { return nil }
            buffer = (buffer << 5 | value) & 0xFFF
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(buffer >> bits & 0xFF))
            }
        }
        self.init(bytes)
    }
}
