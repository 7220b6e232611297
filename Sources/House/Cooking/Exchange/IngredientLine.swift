import Web

/// A line such as "3 cucchiai d’olio" or "200 g flour, sifted", cut into what is bought and how much of it is used.
struct IngredientLine {
    let item: RecipeDraft.Item?

    init(_ line: String) {
        var rest = line.trimmingSpaces()[...]
        var note = ""
        // What stands after a comma or in brackets is about the amount, not the name of what is bought.
        if let mark = rest.firstIndex(where: { $0 == "," || $0 == "(" }), mark > rest.startIndex, !Self.isDecimal(rest, at: mark) {
            note = rest[mark...].trimmingPrefix { ",( ".contains($0) }.filter { $0 != ")" }.trimmingSpaces()
            rest = rest[..<mark]
        }
        var words = rest.split(separator: " ").map(String.init)
        var amount: [String] = []
        while let word = words.first, words.count > 1, Self.isNumber(word) { amount.append(words.removeFirst()) }
        if !amount.isEmpty, words.count > 1, Self.units.contains(words[0].lowercased().filter { $0 != "." }) {
            amount.append(words.removeFirst())
        }
        if !amount.isEmpty, words.count > 1, ["di", "of", "de"].contains(words[0].lowercased()) { words.removeFirst() }
        if !amount.isEmpty, let first = words.first, let name = Self.withoutArticle(first) { words[0] = name }
        let name = words.joined(separator: " ").trimmingSpaces()
        if !note.isEmpty { amount.append(note) }
        item = name.isEmpty ? nil : RecipeDraft.Item(name: name, amount: amount.joined(separator: " ")).cut
    }

    /// `d’olio` → `olio`.
    private static func withoutArticle(_ word: String) -> String? {
        guard let mark = word.firstIndex(where: { $0 == "'" || $0 == "’" }), ["d", "D"].contains(String(word[..<mark])) else { return nil }
        return String(word[word.index(after: mark)...])
    }

    /// The comma of "1,5 litri".
    private static func isDecimal(_ text: Substring, at mark: String.Index) -> Bool {
        let next = text.index(after: mark)
        return next < text.endIndex && text[mark] == "," && text[next].isNumber && text[text.index(before: mark)].isNumber
    }

    private static func isNumber(_ word: String) -> Bool {
        word.contains { $0.isNumber } && word.allSatisfy { $0.isNumber || "/.,-–x".contains($0) }
    }

    private static let units: Set<String> = [
        "g", "gr", "kg", "mg", "l", "dl", "cl", "ml", "grammi", "grammo", "chili", "chilo", "litri", "litro", "cucchiaio", "cucchiai",
        "cucchiaino", "cucchiaini", "tazza", "tazze", "bicchiere", "bicchieri", "spicchio", "spicchi", "pacco", "pacchi", "bottiglia",
        "bottiglie", "foglia", "foglie", "fetta", "fette", "pizzico", "bustina", "bustine", "scatola", "scatole", "vasetto", "vasetti",
        "etto", "etti", "mazzo", "mazzetto", "rametto", "rametti", "lattina", "lattine", "panetto", "cup", "cups", "tbsp", "tsp",
        "tablespoon",
        "tablespoons", "teaspoon", "teaspoons", "oz", "lb", "pound", "pounds", "gram", "grams", "clove", "cloves", "slice", "slices", "can",
        "cans", "tin", "tins", "pinch", "packet", "packets", "bottle", "bottles", "leaf", "leaves", "handful", "bunch", "piece", "pieces",
        "pezzo", "pezzi", "litre", "litres", "liter", "liters", "kilo", "kilos",
    ]
}

extension String {
    /// Without tags, with entities resolved: files of web pages bring both. What is shown is escaped anyway; this is for reading.
    /// - Parameter lines: keep line breaks, and make one of each tag that ends a line.
    func plainWords(lines: Bool) -> String {
        var text = ""
        var tag: String?
        for character in self {
            if let open = tag {
                if character == ">" {
                    let name = open.lowercased().prefix { $0.isLetter || $0 == "/" }
                    text += ["p", "/p", "br", "br/", "/li", "/div"].contains(name) && lines ? "\n" : " "
                    tag = nil
                } else {
                    tag = open + String(character)
                }
            } else if character == "<" {
                tag = ""
            } else {
                text.append(character)
            }
        }
        // A "<" that no ">" follows was no tag.
        if let tag { text += "<" + tag }
        for (entity, sign) in [("&nbsp;", " "), ("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
            text = text.replacing(entity, with: sign)
        }
        guard lines else { return text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        return text.split(whereSeparator: \.isNewline).map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// At most so many characters as databases count them.
    func shortened(to limit: Int) -> String {
        unicodeScalars.count <= limit ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(limit - 1))) + "…"
    }

    var withCapital: String { prefix(1).uppercased() + dropFirst() }
}
