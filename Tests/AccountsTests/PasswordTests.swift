import Foundation
import Hummingbird
import Testing

@testable import Accounts

struct PasswordTests {
    private static let settings = AccountSettings(scryptCost: 10, contextWords: ["Casa Serena", "L'Aquila"])

    @Test func storesParametersSaltAndHash() async throws {
        let passwords = Passwords(Self.settings)
        let one = try await passwords.hash("viola sasso 91")
        let two = try await passwords.hash("viola sasso 91")
        #expect(one.hasPrefix("scrypt$1024$8$1$"))
        #expect(one != two)
        let right = try await passwords.verify("viola sasso 91", against: one)
        let wrong = try await passwords.verify("viola sasso 92", against: one)
        #expect(right)
        #expect(!wrong)
    }

    /// Known answer: Python's hashlib.scrypt(b"password", salt=b"0123456789abcdef", n=1024, r=8, p=1, dklen=32).
    @Test func isTheScryptOfOthers() async throws {
        let stored = "scrypt$1024$8$1$MDEyMzQ1Njc4OWFiY2RlZg==$ZEBCzLptWM7dhpNJDU2HbQ945ovKHmVEozHkePPbSqw="
        let isRight = try await Passwords(Self.settings).verify("password", against: stored)
        #expect(isRight)
    }

    @Test(arguments: [
        nil, "", "scrypt", "scrypt$1024$8$1$AAAA$AAAA", "scrypt$1000$8$1$AAAA$AAAA", "scrypt$1099511627776$8$1$AAAA$AAAA", "$2b$12$x",
    ])
    func refusesAnythingWithoutAUsableHash(stored: String?) async throws {
        let passwords = Passwords(Self.settings)
        let isRight = try await passwords.verify("", against: stored)
        #expect(!isRight)
        #expect(passwords.count == 1)
    }

    @Test func readsOneCharacterTypedInTwoWaysAsOne() async throws {
        let passwords = Passwords(Self.settings)
        let stored = try await passwords.hash("caff\u{E8} e \u{FB01}ori")
        let isRight = try await passwords.verify("caffe\u{300} e fiori", against: stored)
        #expect(isRight)
    }

    @Test func sendsPeopleAwayWhenTooManyWait() async throws {
        var settings = Self.settings
        settings.scryptCost = 12
        settings.passwordQueue = 1
        let passwords = Passwords(settings)
        let codes = await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    do {
                        _ = try await passwords.hash("x")
                        return 200
                    } catch {
                        let error = error as? HTTPError
                        return error?.headers[.retryAfter] == "5" ? error?.status.code ?? 0 : 0
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == 200 } >= 3)
        #expect(codes.contains(503))
        #expect(Set(codes) == [200, 503])
        let afterwards = try await passwords.hash("x")
        #expect(!afterwards.isEmpty)
    }

    @Test func knowsWhenAHashIsOutdated() async throws {
        let stored = try await Passwords(Self.settings).hash("x")
        var dearer = Self.settings
        dearer.scryptCost = 11
        #expect(!Passwords(Self.settings).isOutdated(stored))
        #expect(Passwords(dearer).isOutdated(stored))
    }

    @Test(arguments: [
        "correct horse battery staple", "viola sasso 91 tramonto", "日本語のパスワードは長いほうがよい", "anna loves green bicycles", "839201748264019",
        "caffè senza zucchero, grazie", "portico lanterna gatto nuvola",
    ])
    func acceptsAGoodPassword(password: String) {
        let problem = PasswordRules(Self.settings).problem(password, names: ["anna", "Anna Bianchi"])
        #expect(problem == nil)
    }

    @Test(arguments: [
        ("viola sasso 91", PasswordRules.Problem.short), ("", .short), ("日本語日本語日本語日本語", .short), ("eeeeeee\u{301}", .short),
        (String(repeating: "viola sasso ", count: 90), .long),
        ("portico-demo-account", .common), ("Portico-Demo-Account", .common), ("aaaaaaaaaaaaaaaaaaaa", .common),
        ("abcabcabcabcabcabc", .common),
        ("1234567890123456", .common), ("qwertyuiopasdfgh", .common), ("password12345678", .common), ("Password!Password!", .common),
        ("football-dragon-2026", .common), ("forzanapoli1926!!!", .common), ("abcdefgh12345678", .common), ("111111111111111", .common),
        ("anna.bianchi.1980", .context), ("Portico2026portico", .context), ("casaserena-casaserena1", .context),
        ("laquila-password-99", .context),
        ("ANNABIANCHI!!!!!!!", .context),
    ])
    func refusesAWeakOne(password: String, problem: PasswordRules.Problem) {
        let found = PasswordRules(Self.settings).problem(password, names: ["anna", "Anna Bianchi"])
        #expect(found == problem, "\(password.prefix(40))")
    }

    /// ASVS 6.2.4: at least the 3,000 most common that fit the policy.
    @Test func knowsThousandsOfCommonOnes() {
        let rules = PasswordRules(Self.settings)
        let fitting = CommonPasswords.all.map { $0.count >= 15 ? $0 : $0 + String("2026198020002024".prefix(15 - $0.count)) }
        #expect(Set(fitting).count >= 3000)
        let accepted = fitting.filter { rules.problem($0, names: []) == nil }
        #expect(accepted.isEmpty, "\(accepted.prefix(5))")
    }
}
