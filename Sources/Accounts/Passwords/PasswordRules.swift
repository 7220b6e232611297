import Foundation
import Web

/// Rules for new passwords (NIST SP 800-63B for a single factor): length alone, no character kinds; easily guessed ones are refused.
public struct PasswordRules: Sendable {
    /// Unicode scalars.
    public static let shortest = 15

    /// Its text has the key `accounts.password.<rawValue>`.
    public enum Problem: String, Sendable {
        case short, long, common, context, different
    }

    private let contextWords: [String]

    public init(_ settings: AccountSettings) {
        contextWords = settings.contextWords + ["portico"]
    }

    /// Returns the problem, or nil; the password must not consist of the account's `names`.
    public func problem(_ password: String, names: [String]) -> Problem? {
        if password.utf8.count > ScryptHash.longest { return .long }
        let normal = password.precomposedStringWithCompatibilityMapping
        if normal.unicodeScalars.count < Self.shortest { return .short }
        let folded = normal.folded
        if CommonPasswords.all.contains(folded) || Self.withoutRepetitions(folded).count < Self.shortest || Self.runs(in: folded) <= 3 {
            return .common
        }
        let letters = folded.filter(\.isLetter)
        if letters.count >= 4, Self.isCommon(letters) { return .common }
        // Digits and signs around a name add little. A password without letters is judged by its length.
        let rest = Self.without(words(names), letters)
        return rest != letters && (rest.count < 4 || Self.isCommon(rest)) ? .context : nil
    }

    public func problem(_ password: String, again: String, names: [String]) -> Problem? {
        problem(password, names: names) ?? (again == password ? nil : .different)
    }

    /// Letters of the forbidden words, longest first: `anna` must not split `annamaria`.
    private func words(_ names: [String]) -> [String] {
        let parts = (contextWords + names).flatMap { text in
            [text.folded.filter(\.isLetter)] + text.folded.split { !$0.isLetter }.map(String.init)
        }
        return Set(parts.filter { $0.count >= 3 }).sorted { ($0.count, $0) > ($1.count, $1) }
    }

    private static func without(_ words: [String], _ letters: String) -> String {
        words.reduce(letters) { $0.replacing($1, with: "") }
    }

    private static func isCommon(_ letters: String) -> Bool {
        if CommonPasswords.all.contains(letters) || CommonPasswords.all.contains(withoutRepetitions(letters)) { return true }
        guard letters.count >= 8 else { return false }
        return (4...letters.count - 4).contains { cut in
            CommonPasswords.all.contains(String(letters.prefix(cut))) && CommonPasswords.all.contains(String(letters.dropFirst(cut)))
        }
    }

    /// `abcabcabc` counts as `abc`.
    private static func withoutRepetitions(_ text: String) -> String {
        let characters = Array(text)
        for length in stride(from: 1, through: characters.count / 2, by: 1)
        where characters.indices.allSatisfy({ characters[$0] == characters[$0 % length] }) {
            return String(characters.prefix(length))
        }
        return text
    }

    /// The number of keyboard runs: `1234567890qwerty` has two.
    private static func runs(in text: String) -> Int {
        let characters = Array(text)
        return 1 + zip(characters, characters.dropFirst()).count { !areNeighbours($0, $1) }
    }

    private static func areNeighbours(_ one: Character, _ other: Character) -> Bool {
        one == other || lines.contains { $0.contains(String([one, other])) || $0.contains(String([other, one])) }
    }

    private static let lines = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"]
}
