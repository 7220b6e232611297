import Foundation
import Testing

@testable import Accounts

@Suite struct TOTPTests {
    private let totp = TOTP(secret: Data("12345678901234567890".utf8))

    /// RFC 6238, appendix B.
    @Test(arguments: [
        (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ])
    func makesTheCodesOfTheStandard(seconds: Int, code: String) {
        let step = TOTP.step(at: Date(timeIntervalSince1970: Double(seconds)))
        #expect(totp.code(at: step, digits: 8) == code)
        #expect(totp.code(at: step) == code.suffix(6))
    }

    @Test func acceptsThisStepAndTheOneBeforeAndNoOther() {
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        let step = TOTP.step(at: now)
        #expect(totp.accepted(totp.code(at: step), at: now, after: 0) == step)
        #expect(totp.accepted(totp.code(at: step - 1), at: now, after: 0) == step - 1)
        #expect(totp.accepted(totp.code(at: step - 2), at: now, after: 0) == nil)
        #expect(totp.accepted(totp.code(at: step + 1), at: now, after: 0) == nil)
        #expect(totp.accepted(" " + totp.code(at: step).prefix(3) + " " + totp.code(at: step).suffix(3), at: now, after: 0) == step)
        for wrong in ["", "12345", "1234567", "abcdef", totp.code(at: step) + "0"] {
            #expect(totp.accepted(wrong, at: now, after: 0) == nil)
        }
    }

    @Test func acceptsEachStepOnce() {
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        let step = TOTP.step(at: now)
        #expect(totp.accepted(totp.code(at: step), at: now, after: step) == nil)
        #expect(totp.accepted(totp.code(at: step - 1), at: now, after: step) == nil)
        #expect(totp.accepted(totp.code(at: step), at: now, after: step - 1) == step)
    }

    @Test func saysItsSecretAsAppsReadIt() {
        #expect(Base32.text("foobar".utf8) == "mzxw6ytboi")
        #expect(Base32.text("f".utf8) == "my")
        #expect(Base32.text([]) == "")
        #expect(TOTP().secret.count == 20)
        #expect(TOTP().secret != TOTP().secret)
        let address = totp.address(issuer: "Casa & Più", name: "anna")
        #expect(address == "otpauth://totp/Casa%20%26%20Pi%C3%B9:anna?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Casa%20%26%20Pi%C3%B9")
    }
}

@Suite struct FactorKeyTests {
    private let secret = Data("12345678901234567890".utf8)

    private func path() -> String { NSTemporaryDirectory() + "/portico-key-" + UUID().uuidString }

    @Test func liesInAFileThatOnlyItsOwnerReads() throws {
        let path = path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sealed = try FactorKey(path: path).seal(secret, of: 1)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(sealed.range(of: secret) == nil)
        let opened = try FactorKey(path: path).unseal(sealed, of: 1)
        #expect(opened == secret)
        #expect(throws: FactorKey.Lost.self) { try FactorKey(path: path).unseal(sealed, of: 2) }
    }

    @Test func isMissedWhenItIsGoneAndNotMadeAnewByReading() throws {
        let path = path()
        let sealed = try FactorKey(path: path).seal(secret, of: 1)
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: FactorKey.Lost.self) { try FactorKey(path: path).unseal(sealed, of: 1) }
        #expect(!FileManager.default.fileExists(atPath: path))
        _ = try FactorKey(path: path).seal(secret, of: 1)
        #expect(throws: FactorKey.Lost.self) { try FactorKey(path: path).unseal(sealed, of: 1) }
        try FileManager.default.removeItem(atPath: path)
    }
}

@Suite struct RecoveryCodeTests {
    @Test func worksOnceHoweverItIsTyped() async throws {
        let site = try await Site()
        try await site.database.write { db in
            let codes = try RecoveryCode.renew(for: 1, db)
            #expect(codes.count == 10)
            #expect(Set(codes).count == 10)
            let (first, second, now) = (codes[0], codes[1], site.clock.now)
            #expect(first.utf8.count == 29)
            #expect(first.split(separator: "-").count == 6)
            let typed = " " + first.uppercased().replacing("-", with: " ").replacing("L", with: "1").replacing("O", with: "0")
            #expect(try RecoveryCode.use(typed, of: 1, at: now, db))
            #expect(try !RecoveryCode.use(first, of: 1, at: now, db))
            #expect(try !RecoveryCode.use(second, of: 2, at: now, db))
            for wrong in ["", "aaaa-aaaa-aaaa-aaaa-aaaa-aaaa", String(second.dropLast())] {
                #expect(try !RecoveryCode.use(wrong, of: 1, at: now, db))
            }
            #expect(try RecoveryCode.left(1, db) == 9)
            _ = try RecoveryCode.renew(for: 1, db)
            #expect(try !RecoveryCode.use(second, of: 1, at: now, db))
            #expect(try RecoveryCode.left(1, db) == 10)
        }
    }
}
