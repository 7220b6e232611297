import Web

/// The amount of an ingredient for another number of people.
enum ScaledAmount {
    /// Returns nil for an amount that does not begin with a number, which stays as it is.
    static func scaled(_ text: String, for people: Int, insteadOf written: Int, _ language: Language) -> String? {
        guard people > 0, written > 0, let (number, rest) = number(text) else { return nil }
        let wanted = number * Double(people) / Double(written)
        var words = rest.split(separator: " ").map(String.init)
        let unit = words.first?.lowercased().folded ?? ""
        let said: String
        switch unit {
        case "g", "gr", "grammi", "ml", "grams": said = String(wanted < 20 ? max(1, Int(nearest: wanted)) : 5 * Int(nearest: wanted / 5))
        case "kg", "l", "litri", "litro", "dl", "cl": said = language.decimal((wanted * 100).rounded() / 100)
        default:
            let quarters = max(1, Int(nearest: wanted * 4))
            let part = ["", "¼", "½", "¾"][quarters % 4]
            said = quarters < 4 ? part : String(quarters / 4) + part
            if let first = words.first, let form = form(of: first, isOne: quarters <= 4) { words[0] = form }
        }
        return ([said] + words).joined(separator: " ")
    }

    private static func number(_ text: String) -> (Double, rest: String)? {
        let words = text.split(separator: " ").map(String.init)
        guard let first = words.first else { return nil }
        if let number = names[first.lowercased()], words.count > 1 { return (number, words.dropFirst().joined(separator: " ")) }
        // "200g" as "200 g".
        let digits = first.prefix { $0.isNumber || ",./".contains($0) }
        guard !digits.isEmpty, let number = value(String(digits)) else { return nil }
        let glued = String(first.dropFirst(digits.count))
        guard glued.allSatisfy(\.isLetter) else { return nil }
        var rest = Array(words.dropFirst())
        var sum = number
        if glued.isEmpty, let next = rest.first, next.contains("/") || parts[next] != nil, let part = value(next), part < 1 {
            sum += part
            rest.removeFirst()
        }
        // "2 - 3" and "2 o 3" are ranges.
        if let next = rest.first, ["-", "–", "o", "or", "ou", "oder"].contains(next) { return nil }
        return (sum, ([glued] + rest).filter { !$0.isEmpty }.joined(separator: " "))
    }

    private static func value(_ text: String) -> Double? {
        if let part = parts[text] { return part }
        if let last = text.last, let part = parts[String(last)], let whole = Int(text.dropLast(), in: 0...9999) {
            return Double(whole) + part
        }
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        if halves.count == 2 {
            guard let above = Int(halves[0], in: 1...99), let below = Int(halves[1], in: 1...99) else { return nil }
            return Double(above) / Double(below)
        }
        guard halves.count == 1, text.filter({ ",.".contains($0) }).count <= 1 else { return nil }
        return Double(finite: text.replacing(",", with: ".")).flatMap { $0 > 0 && $0 < 100_000 ? $0 : nil }
    }

    private static let parts = ["¼": 0.25, "½": 0.5, "¾": 0.75, "⅓": 1.0 / 3, "⅔": 2.0 / 3]
    private static let names = [
        "un": 1.0, "uno": 1, "una": 1, "one": 1, "a": 1, "an": 1, "une": 1, "ein": 1, "eine": 1, "mezzo": 0.5, "mezza": 0.5, "half": 0.5,
        "demi": 0.5,
    ]

    private static func form(of word: String, isOne: Bool) -> String? {
        let folded = word.lowercased()
        return forms.first { $0.one == folded || $0.many == folded }.map { isOne ? $0.one : $0.many }
    }

    private static let forms: [(one: String, many: String)] = [
        ("cucchiaio", "cucchiai"), ("cucchiaino", "cucchiaini"), ("bicchiere", "bicchieri"), ("tazza", "tazze"), ("tazzina", "tazzine"),
        ("spicchio", "spicchi"), ("fetta", "fette"), ("foglia", "foglie"), ("pizzico", "pizzichi"), ("pacco", "pacchi"),
        ("scatola", "scatole"), ("barattolo", "barattoli"), ("bustina", "bustine"), ("pezzo", "pezzi"), ("mazzo", "mazzi"),
        ("tablespoon", "tablespoons"), ("teaspoon", "teaspoons"), ("spoon", "spoons"), ("glass", "glasses"), ("cup", "cups"),
        ("clove", "cloves"), ("slice", "slices"), ("leaf", "leaves"), ("pinch", "pinches"), ("packet", "packets"), ("can", "cans"),
        ("tin", "tins"), ("jar", "jars"), ("piece", "pieces"), ("verre", "verres"), ("cuillère", "cuillères"), ("tasse", "tasses"),
        ("gousse", "gousses"), ("tranche", "tranches"), ("feuille", "feuilles"),
    ]
}
