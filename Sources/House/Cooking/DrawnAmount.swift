import Web

/// An amount that can be counted in drawings, such as three spoons or half a glass.
struct DrawnAmount: Equatable, Sendable {
    enum Measure: String, CaseIterable, Sendable {
        case spoon, teaspoon, glass, cup, pinch, clove, slice, leaf, piece
    }

    let measure: Measure
    let whole: Int
    let hasHalf: Bool

    /// More are not counted at a glance.
    private static let most = 6

    /// Returns nil for weights and volumes, ranges, and numbers other than wholes and halves.
    init?(_ text: String) {
        var words = text.folded.split { $0 == " " || $0 == "'" || $0 == "’" }.map(String.init)
        guard let first = words.first else { return nil }
        var halves: Int
        if Self.pinches.contains(first) {
            halves = 2
        } else {
            guard let number = Self.halves(first) else { return nil }
            halves = number
            words.removeFirst()
            // "1 1/2", "1 e mezzo", "1 and a half".
            if let next = words.first, next.contains("/") || next == "½", let half = Self.halves(next) {
                halves += half
                words.removeFirst()
            }
        }
        for joined in [["e", "mezzo"], ["e", "mezza"], ["and", "a", "half"], ["et", "demi"], ["et", "demie"]]
        where words.starts(with: joined) {
            halves += 1
            words.removeFirst(joined.count)
        }
        guard (1...2 * Self.most).contains(halves) else { return nil }
        let unit = words.filter { !Self.fillers.contains($0) }
        if unit.isEmpty {
            measure = .piece
        } else {
            let phrase = unit.joined(separator: " ")
            let named = Self.units.first { phrase == $0.name || phrase.hasPrefix($0.name + " ") }
            // A half after the unit would be left out.
            guard let named, unit.dropFirst().allSatisfy({ Self.numbers[$0] == nil }) else { return nil }
            measure = named.measure
        }
        (whole, hasHalf) = (halves / 2, halves % 2 == 1)
    }

    /// The drawings of `Public/images/amounts.svg`, one after the other.
    var signs: [String] { Array(repeating: measure.rawValue, count: whole) + (hasHalf ? [measure.rawValue + "-half"] : []) }

    /// A number in halves; nil for other numbers.
    private static func halves(_ word: String) -> Int? {
        if let number = numbers[word] { return number }
        if let last = word.last, last == "½", let whole = Int(word.dropLast(), in: 0...most) { return 2 * whole + 1 }
        for half in [",5", ".5", ",50", ".50"] where word.hasSuffix(half) {
            return Int(word.dropLast(half.count), in: 0...most).map { 2 * $0 + 1 }
        }
        return Int(word, in: 0...most).map { 2 * $0 }
    }

    private static let numbers = [
        "1/2": 1, "½": 1, "mezzo": 1, "mezza": 1, "half": 1, "demi": 1, "halber": 1, "halbe": 1, "halbes": 1, "un": 2, "uno": 2, "una": 2,
        "one": 2, "a": 2, "an": 2, "une": 2, "ein": 2, "eine": 2, "einen": 2, "due": 4, "two": 4, "deux": 4, "zwei": 4, "tre": 6,
        "three": 6,
        "trois": 6, "drei": 6, "quattro": 8, "four": 8, "quatre": 8, "vier": 8, "cinque": 10, "five": 10, "cinq": 10, "funf": 10, "sei": 12,
        "six": 12, "sechs": 12,
    ]
    private static let pinches: Set<String> = ["pizzico", "pinch", "pincee", "prise"]
    private static let fillers: Set<String> = ["a", "an", "di", "d", "of", "de", "da", "colmi", "colmo", "rasi", "raso", "heaped", "level"]
    /// Folded, longer names first where one begins with another.
    private static let units: [(name: String, measure: Measure)] = {
        let names: [(Measure, String)] = [
            (
                .spoon,
                "cucchiaio|cucchiai|cucchiaiate|tablespoon|tablespoons|tbsp|spoon|spoons|cuillere soupe|cuilleres soupe|cuillere a soupe|el|essloffel"
            ),
            (.teaspoon, "cucchiaino|cucchiaini|teaspoon|teaspoons|tsp|cuillere cafe|cuilleres cafe|tl|teeloffel"),
            (.glass, "bicchiere|bicchieri|glass|glasses|verre|verres|glas|glaser"),
            (.cup, "tazza|tazze|tazzina|tazzine|cup|cups|tasse|tasses|tassen"),
            (.pinch, "pizzico|pizzichi|pinch|pinches|pincee|pincees|prise|prisen"),
            (.clove, "spicchio|spicchi|clove|cloves|gousse|gousses|zehe|zehen"),
            (.slice, "fetta|fette|slice|slices|tranche|tranches|scheibe|scheiben"),
            (.leaf, "foglia|foglie|leaf|leaves|feuille|feuilles|blatt|blatter"), (.piece, "pezzo|pezzi|piece|pieces|stuck|stucke"),
        ]
        return names.flatMap { measure, words in words.split(separator: "|").map { (String($0), measure) } }
    }()
}
