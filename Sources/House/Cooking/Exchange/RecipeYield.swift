import Formats
import Foundation
import Web

/// For how many people a recipe is, from words such as "4 porzioni", "für 6 Portionen" and "Serves 4-6".
enum RecipeYield {
    private static let range = 1...50
    private static let people = [
        "person", "porzion", "portion", "porcion", "porç", "porsjon", "serv", "people", "guest", "ospit", "commensal", "copert", "adult",
        "pax",
        "raci", "esser", "kuvert", "fő", "porcj", "porcí", "porci", "порц", "annos", "adag", "人分", "leute", "mensen",
    ]

    /// nil where the words name something else, such as "12 pezzi".
    static func people(in text: String) -> Int? {
        let low = text.lowercased()
        guard let number = number(in: low), range.contains(number) else { return nil }
        if !low.contains(where: \.isLetter) { return number }
        if people.contains(where: low.contains) { return number }
        // "per 4", "für 6", "for 4", "pour 4" at the beginning and nothing behind.
        let words = low.split { !$0.isLetter && !$0.isNumber }
        if words.count == 2, ["per", "for", "für", "pour", "para", "voor", "x"].contains(String(words[0])) { return number }
        // What other programs write for a missing word.
        return words.count == 2 && ["undefined", "null", "none"].contains(String(words[1])) ? number : nil
    }

    private static func number(in text: String) -> Int? {
        let words = [
            "one": 1, "two": 2, "three": 3, "four": 4, "six": 6, "due": 2, "tre": 3, "quattro": 4, "sei": 6, "zwei": 2, "vier": 4,
            "deux": 2, "quatre": 4,
        ]
        let digits = text.utf8.drop { !(0x30...0x39).contains($0) }.prefix { (0x30...0x39).contains($0) }
        if !digits.isEmpty { return Int(String(decoding: digits.prefix(6), as: UTF8.self), in: .whole) }
        return text.split { !$0.isLetter }.lazy.compactMap { words[String($0)] }.first
    }
}

/// How long something takes, in minutes.
enum RecipeTime {
    private static let longest = 100_000

    /// `PT1H30M`, `P0DT45M`, "1 h 30 min", "un'ora e mezza", "90".
    static func minutes(_ text: String) -> Int? {
        let text = text.trimmingSpaces()
        if text.uppercased().hasPrefix("P"), let minutes = iso(text.uppercased()) { return minutes > 0 ? minutes : nil }
        if let number = Double(finite: text), number > 0, number < Double(longest) { return Int(cutting: number) }
        let seconds = StepText.durations(in: text).map(\.seconds).reduce(0, +)
        return seconds >= 60 ? min(seconds / 60, longest) : nil
    }

    private static func iso(_ text: String) -> Int? {
        var (seconds, number, isTime) = (0.0, "", false)
        for character in text.dropFirst() {
            if character.isNumber || ".,".contains(character) {
                number.append(character == "," ? "." : character)
                continue
            }
            let value = Double(finite: number) ?? 0
            number = ""
            switch character {
            case "T": isTime = true
            case "D": seconds += value * 86_400
            case "W": seconds += value * 604_800
            case "H": seconds += value * 3_600
            case "M": seconds += isTime ? value * 60 : 0
            case "S": seconds += value
            case "Y", "-", " ": break
            default: return nil
            }
            guard seconds.magnitude < 1e8 else { return nil }
        }
        return min(Int(cutting: seconds / 60), longest)
    }
}
