import Web

/// A line such as "3 cucchiai d’olio", "200g flour, sifted" or "Spaghetti 320 g", split into product and amount.
struct IngredientLine {
    let item: RecipeDraft.Item?

    init(_ line: String) {
        var rest = line.trimmingSpaces()[...]
        var amount: [String] = []
        var note = ""
        // "1 (400 g) can tomatoes": brackets between number and name belong to the number.
        if let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")"),
            Self.words(rest[..<open]).allSatisfy(Self.isMeasure), !Self.words(rest[close...].dropFirst()).isEmpty
        {
            amount = Self.words(rest[..<open]) + [String(rest[open...close])]
            rest = rest[close...].dropFirst()
        }
        // Text after a comma or in brackets describes the amount, not the product.
        if let mark = rest.firstIndex(where: { $0 == "," || $0 == "(" }), mark > rest.startIndex, !Self.isDecimal(rest, at: mark) {
            note = rest[mark...].trimmingPrefix { ",( ".contains($0) }.replacing("),", with: ",").replacing(") ", with: ", ")
                .filter { $0 != ")" }.trimmingSpaces()
            rest = rest[..<mark]
        }
        var words = Self.words(rest)
        amount += Self.leading(&words, isBegun: !amount.isEmpty)
        if amount.isEmpty {
            amount = Self.trailing(&words)
        } else {
            if words.count > 1, ["di", "of", "de"].contains(words[0].lowercased()) { words.removeFirst() }
            if let first = words.first, let name = Self.withoutArticle(first) { words[0] = name }
        }
        let name = words.joined(separator: " ").trimmingSpaces()
        if !note.isEmpty { amount.append(note) }
        item = name.isEmpty ? nil : RecipeDraft.Item(name: name, amount: amount.joined(separator: " ")).cut
    }

    private static func words(_ text: Substring) -> [String] { text.split(separator: " ").map(String.init) }

    /// Removes measures before the name: "1½ cups", "200g", "2 x 400g cans", "2 to 3", "un pizzico", "q.b.". Keeps at least one word.
    private static func leading(_ words: inout [String], isBegun: Bool) -> [String] {
        var taken: [String] = []
        while words.count > 1 {
            let (word, next) = (plain(words[0]), words[1])
            let isFirst = taken.isEmpty && !isBegun
            if isMeasure(words[0]) || (isFirst && (counts.contains(word) || toTaste.contains(word))) || (!isFirst && units.contains(word)) {
                taken.append(words.removeFirst())
            } else if !isFirst, words.count > 2, (joints.contains(word) && isMeasure(next)) || (word == "e" && halves.contains(plain(next)))
            {
                taken += words.prefix(2)
                words.removeFirst(2)
            } else if !isFirst, words.count > 2, heaped.contains(word), ["di", "of"].contains(next) {
                taken.append(words.removeFirst())
            } else {
                break
            }
        }
        return taken
    }

    /// Removes measures after the name, as on Italian sites: "Spaghetti 320 g", "Uova 3", "Sale q.b.".
    private static func trailing(_ words: inout [String]) -> [String] {
        guard let last = words.last, words.count > 1 else { return [] }
        let before = words[words.count - 2]
        let length =
            if words.count > 2, toTaste.contains(plain(before) + " " + plain(last)) || (units.contains(plain(last)) && isMeasure(before)) {
                2
            } else if toTaste.contains(plain(last)) || (isMeasure(last) && last.contains(where: \.isLetter)) {
                1
            } else if let number = Int(last, in: .whole), 1...99 ~= number, !last.hasPrefix("0"), !kinds.contains(plain(before)) {
                1
            } else {
                0
            }
        guard length > 0 else { return [] }
        let taken = Array(words.suffix(length))
        words.removeLast(length)
        // "Burro - 50 g", "Latte: 1 litro".
        if words.count > 1, ["-", "–"].contains(words[words.count - 1]) { words.removeLast() }
        if let name = words.last, name.hasSuffix(":"), name.count > 1 { words[words.count - 1] = String(name.dropLast()) }
        return taken
    }

    /// `d’olio` → `olio`.
    private static func withoutArticle(_ word: String) -> String? {
        guard let mark = word.firstIndex(where: { $0 == "'" || $0 == "’" }), ["d", "D"].contains(String(word[..<mark])) else { return nil }
        return String(word[word.index(after: mark)...])
    }

    private static func isDecimal(_ text: Substring, at mark: String.Index) -> Bool {
        let next = text.index(after: mark)
        return next < text.endIndex && text[mark] == "," && text[next].isNumber && text[text.index(before: mark)].isNumber
    }

    /// `3`, `1½`, `2-3`, `200g`, `20g/1oz`.
    private static func isMeasure(_ word: String) -> Bool {
        guard word.first?.isNumber == true else { return false }
        return word.split { $0.isNumber || "/.,-–x×⁄".contains($0) }.allSatisfy { units.contains($0.lowercased()) }
    }

    private static func plain(_ word: String) -> String { word.lowercased().filter { $0 != "." } }

    private static let counts: Set<String> = [
        "un", "uno", "una", "mezzo", "mezza", "due", "tre", "quattro", "cinque", "sei", "a", "an", "one", "two", "three", "four",
    ]
    private static let halves: Set<String> = ["mezzo", "mezza"]
    private static let joints: Set<String> = ["to", "or", "o", "-", "–", "/", "x", "×", "+"]
    private static let heaped: Set<String> = ["colmo", "colmi", "raso", "rasi", "abbondante", "abbondanti", "scarso", "scarsi", "heaped"]
    private static let toTaste: Set<String> = ["qb", "q b", "quanto basta", "to taste"]
    /// A number after these belongs to the name: "Farina tipo 1", "Spaghetti n. 5".
    private static let kinds: Set<String> = [
        "tipo", "type", "n", "n°", "nr", "no", "numero", "number", "di", "da", "of", "vitamina", "omega",
    ]

    private static let units: Set<String> = [
        "g", "gr", "kg", "mg", "l", "dl", "cl", "ml", "grammi", "grammo", "chili", "chilo", "litri", "litro", "cucchiaio", "cucchiai",
        "cucchiaino", "cucchiaini", "tazza", "tazze", "bicchiere", "bicchieri", "spicchio", "spicchi", "pacco", "pacchi", "bottiglia",
        "bottiglie", "foglia", "foglie", "fetta", "fette", "pizzico", "pizzichi", "bustina", "bustine", "scatola", "scatole", "vasetto",
        "vasetti", "etto", "etti", "mazzo", "mazzetto", "mazzetti", "rametto", "rametti", "ciuffo", "ciuffi", "manciata", "manciate",
        "filo", "goccia", "gocce", "costa", "coste", "confezione", "confezioni", "barattolo", "barattoli", "po'", "po’", "lattina",
        "lattine", "panetto", "panetti", "pezzo", "pezzi", "cup", "cups", "tbsp", "tsp", "tablespoon", "tablespoons", "teaspoon",
        "teaspoons", "oz", "ounce", "ounces", "lb", "lbs", "pound", "pounds", "gram", "grams", "clove", "cloves", "slice", "slices", "can",
        "cans", "tin", "tins", "jar", "jars", "pinch", "packet", "packets", "bottle", "bottles", "leaf", "leaves", "handful", "bunch",
        "sprig", "sprigs", "stick", "sticks", "stalk", "stalks", "pint", "pints", "piece", "pieces", "litre", "litres", "liter", "liters",
        "kilo", "kilos",
    ]
}

extension String {
    /// Removes tags, resolves entities; output is still escaped. `lines` keeps line breaks and adds one for each line-ending tag.
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
        // A "<" without ">" was no tag.
        if let tag { text += "<" + tag }
        text = text.withoutEntities
        guard lines else { return text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        return text.split(whereSeparator: \.isNewline).map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Replaces `&egrave;`, `&#8217;` and `&#x2019;` by their characters. Keeps unknown entities and drops characters that cannot be typed.
    private var withoutEntities: String {
        var text = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "&", let end = rest.prefix(12).firstIndex(of: ";"), let sign = HTMLText.sign(String(rest[..<end])) {
                text.append(sign)
                rest = rest[end...].dropFirst()
            } else {
                text.append(scalar)
            }
        }
        text.removeAll { $0.properties.generalCategory == .control && !$0.properties.isWhitespace }
        // Removes direction controls and stray marks, which no field accepts.
        return ShownText.settled(String(text)).withoutDirections
    }

    /// Counts Unicode scalars, as the database does.
    func shortened(to limit: Int) -> String {
        unicodeScalars.count <= limit ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(limit - 1))) + "…"
    }

    var withCapital: String { prefix(1).uppercased() + dropFirst() }
}
