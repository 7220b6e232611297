import Foundation
import Web

/// What a new password must be. At least 15 characters, because the password is the only factor (NIST SP 800-63B; 8 would do with a
/// second one); at most 1,024 bytes; no demands on kinds of characters, no forced change. Refused is what is easily guessed.
public struct PasswordRules: Sendable {
    /// Characters (Unicode scalars).
    public static let shortest = 15

    /// Why a password is refused; its text has the key `accounts.password.<rawValue>`.
    public enum Problem: String, Sendable {
        case short, long, common, context, different
    }

    private let contextWords: [String]

    public init(_ settings: AccountSettings) {
        contextWords = settings.contextWords + ["portico"]
    }

    /// - Parameter names: of the account, which the password must not be made of.
    /// - Returns: nil when the password is good.
    public func problem(_ password: String, names: [String]) -> Problem? {
        if password.utf8.count > ScryptHash.longest { return .long }
        let normal = password.precomposedStringWithCompatibilityMapping
        if normal.unicodeScalars.count < Self.shortest { return .short }
        let folded = normal.folded
        if CommonPasswords.all.contains(folded) || Self.unrepeated(folded).count < Self.shortest || Self.runs(in: folded) <= 3 {
            return .common
        }
        let letters = folded.filter(\.isLetter)
        if letters.count >= 4, Self.isCommon(letters) { return .common }
        // Digits and signs around one's own name add little; a password without any letter has its own strength.
        let rest = Self.without(words(names), letters)
        return rest != letters && (rest.count < 4 || Self.isCommon(rest)) ? .context : nil
    }

    /// A problem of a password typed twice.
    public func problem(_ password: String, again: String, names: [String]) -> Problem? {
        problem(password, names: names) ?? (again == password ? nil : .different)
    }

    /// The letters of all words that the password must not be made of, the longest first: `anna` must not break `annamaria` up.
    private func words(_ names: [String]) -> [String] {
        let parts = (contextWords + names).flatMap { text in
            [text.folded.filter(\.isLetter)] + text.folded.split { !$0.isLetter }.map(String.init)
        }
        return Set(parts.filter { $0.count >= 3 }).sorted { ($0.count, $0) > ($1.count, $1) }
    }

    private static func without(_ words: [String], _ letters: String) -> String {
        words.reduce(letters) { $0.replacing($1, with: "") }
    }

    /// Whether letters are a common password, one of them repeated, or two of them.
    private static func isCommon(_ letters: String) -> Bool {
        if CommonPasswords.all.contains(letters) || CommonPasswords.all.contains(unrepeated(letters)) { return true }
        guard letters.count >= 8 else { return false }
        return (4...letters.count - 4).contains { cut in
            CommonPasswords.all.contains(String(letters.prefix(cut))) && CommonPasswords.all.contains(String(letters.dropFirst(cut)))
        }
    }

    /// What repeats counts once: `abcabcabc` is `abc`.
    private static func unrepeated(_ text: String) -> String {
        let characters = Array(text)
        for length in stride(from: 1, through: characters.count / 2, by: 1)
        where characters.indices.allSatisfy({ characters[$0] == characters[$0 % length] }) {
            return String(characters.prefix(length))
        }
        return text
    }

    /// In how many straight runs a text can be typed: `1234567890qwerty` is two.
    private static func runs(in text: String) -> Int {
        let characters = Array(text)
        return 1 + zip(characters, characters.dropFirst()).count { !areNeighbours($0, $1) }
    }

    private static func areNeighbours(_ one: Character, _ other: Character) -> Bool {
        one == other || lines.contains { $0.contains(String([one, other])) || $0.contains(String([other, one])) }
    }

    private static let lines = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"]
}
