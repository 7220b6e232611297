/// A line such as "3 cucchiai d’olio", "200g flour, sifted" or "Spaghetti 320 g", split into amount, unit, product and note.
struct IngredientLine: Equatable {
    var quantity = ""
    var unit = ""
    var product = ""
    var note = ""
    var isHeading = false

    private typealias Words = IngredientWords

    init(_ line: String) {
        let text = Self.tidy(line)
        guard !text.isEmpty else { return }
        if Self.isMarkedHeading(line.trimmingSpaces()) {
            (isHeading, product) = (true, Self.withoutColon(text.trimming { "#*_ ".contains($0) }))
            return
        }
        if Self.isHeading(text) {
            (isHeading, product) = (true, Self.withoutColon(text))
            return
        }
        var notes: [String] = []
        let (rest, isToTaste) = Self.withoutToTaste(Self.withoutBrackets(Self.withoutPurpose(text, &notes), &notes))
        if isToTaste { quantity = Self.toTastePhrase(text) }
        var tokens = Self.tokens(rest)
        if isToTaste, tokens.count > 1, ["di", "de", "of"].contains(Self.plain(tokens[0])) { tokens.removeFirst() }
        if let part = Self.part(&tokens) {
            notes.insert(part, at: 0)
        }
        var amount = Self.leading(&tokens)
        if amount.isEmpty { amount = Self.trailing(&tokens, &notes) }
        if !amount.isEmpty, isToTaste, quantity != "q.b." {
            notes.append(quantity)
            quantity = ""
        }
        (quantity, unit) = Self.divided(amount, quantity)
        let isTinned = amount.contains { ["can", "cans", "tin", "tins", "jar", "dose", "dosen", "lattina"].contains(Self.plain($0)) }
        product = Self.name(tokens, isTinned: isTinned, hasAmount: !amount.isEmpty || isToTaste, &notes)
        if product.isEmpty, let first = notes.first(where: { $0.contains(where: \.isLetter) }) {
            // "2 (ripe bananas)": the brackets say what it is.
            notes.removeAll { $0 == first }
            product = Self.name(Self.tokens(first), isTinned: false, hasAmount: true, &notes)
        }
        if unit.isEmpty, Self.measures.contains(Self.plain(product)), let inner = notes.first(where: Self.isName) {
            // "1/2 stick ((4 tbsp) butter)": the brackets say what it is a measure of.
            unit = product
            notes.removeAll { $0 == inner }
            product = Self.name(Self.tokens(Self.withoutBrackets(inner, &notes)), isTinned: false, hasAmount: true, &notes)
        }
        note = notes.filter { !$0.isEmpty }.joined(separator: ", ")
        if product.isEmpty || !product.contains(where: \.isLetter) {
            (quantity, unit, product, note) = ("", "", text, "")
        }
    }

    private static func tidy(_ line: String) -> String {
        var text = line.split(whereSeparator: { $0.isWhitespace || $0 == "\u{200B}" || $0 == "\u{FEFF}" }).joined(separator: " ")
        while let first = text.unicodeScalars.first, "•·-–—*▢☐✓□◦‣▪●+~".unicodeScalars.contains(first) {
            text = String(text.unicodeScalars.dropFirst()).trimmingSpaces()
        }
        if text.hasPrefix("[ ]") { text = String(text.dropFirst(3)).trimmingSpaces() }
        return mended(text.replacing("**", with: "").replacing("⁄", with: "/").replacing("’", with: "’")).trimmingSpaces()
    }

    /// Spaces and signs that are in the wrong place: "2 –3", "1 /2", "3 - slices", "+1½", "2 ½", "1" ginger" for inches, "1Â cup".
    private static func mended(_ text: String) -> String {
        guard text.contains(where: \.isNumber) else { return text }
        var text = text.replacing(#/Â(?=[\s½¼¾]|$)/#, with: "")
        text = text.replacing(#/(\d)\s+([–\-/])(?=\d)/#) { "\($0.1)\($0.2)" }
        text = text.replacing(#/([½¼¾⅓⅔⅛])\s+([–\-])(?=\d)/#) { "\($0.1)\($0.2)" }
        text = text.replacing(#/\s\+(?=[\d½¼¾⅓⅔⅛])/#, with: " + ")
        text = text.replacing(#/^([\d½¼¾][\d½¼¾\/.,\-–]*)\s*["”″](?=\s)/#) { "\($0.1) inch" }
        if let found = text.firstMatch(of: #/^([\d½¼¾⅓⅔⅛][\d½¼¾⅓⅔⅛\/.,]*)\s*[-–]\s?(\p{L}+)/#), isUnit(String(found.2)) {
            text = found.1 + " " + text[found.2.startIndex...]
        }
        return text
    }

    private static let purposes = [
        "to serve", "for serving", "to garnish", "for garnish", "optional", "per servire", "per guarnire", "per decorare", "facoltativo",
        "zum servieren", "zum garnieren", "außerdem", "pour servir", "pour décorer", "facultatif",
    ]

    /// "To serve: toasted almonds": what it is for goes to the notes.
    private static func withoutPurpose(_ text: String, _ notes: inout [String]) -> String {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex, text[..<colon].count < 40 else { return text }
        let rest = text[text.index(after: colon)...].trimmingSpaces()
        let before = text[..<colon].trimmingSpaces()
        let low = before.lowercased()
        guard !rest.isEmpty, purposes.contains(where: low.hasPrefix) || headings.contains(where: low.hasPrefix) else { return text }
        notes.append(before)
        return rest
    }

    private static let headings = ["per ", "for ", "für ", "pour "]
    private static let wholeHeadings: Set = [
        "to serve", "to garnish", "to finish", "to decorate", "remaining ingredients", "zum servieren", "zum garnieren", "zum dekorieren",
        "außerdem",
    ]
    /// Words that head a group where a line with an amount follows; alone they may be a product.
    static let groups: Set = [
        "sauce", "dressing", "filling", "topping", "toppings", "marinade", "seasoning", "glaze", "frosting", "icing", "crust", "garnish",
        "batter", "dough", "salsa", "ripieno", "condimento", "marinata", "glassa", "impasto", "guarnizione", "copertura", "decorazione",
    ]

    /// "Per la crema", "For the sauce:", "INGREDIENTI".
    static func isHeading(_ text: String) -> Bool {
        if text.hasSuffix(":"), text.count < 60, text.first?.isNumber != true { return true }
        guard !text.contains(where: \.isNumber) else { return false }
        let low = text.lowercased()
        if wholeHeadings.contains(low) { return true }
        let count = text.split(separator: " ").count
        return count <= 7 && headings.contains(where: low.hasPrefix) && !low.contains(",") && count > 1
    }

    /// "## Sauce", "**Sauce**", "__For the dough__": Markdown's headings and lines that are bold as a whole.
    private static func isMarkedHeading(_ line: String) -> Bool {
        guard line.count < 80, line.contains(where: \.isLetter) else { return false }
        if line.prefixMatch(of: #/#{1,6}\s*[^\d#\s]/#) != nil { return true }
        let isBold = ["**", "__"].contains { line.count > 4 && line.hasPrefix($0) && line.hasSuffix($0) }
        return isBold && !line.contains(where: \.isNumber)
    }

    private static func withoutColon(_ text: String) -> String { text.hasSuffix(":") ? String(text.dropLast()).trimmingSpaces() : text }

    /// Takes brackets out as notes; a plural ending such as "(s)" is dropped.
    private static func withoutBrackets(_ text: String, _ notes: inout [String]) -> String {
        var (rest, depth, inner): (String, Int, String) = ("", 0, "")
        for character in text {
            if "([{".contains(character) {
                if depth > 0 { inner.append(character) }
                depth += 1
            } else if ")]}".contains(character), depth > 0 {
                depth -= 1
                if depth > 0 {
                    inner.append(character)
                } else {
                    let isEnding = rest.last?.isLetter == true && inner.count <= 3 && inner.allSatisfy(\.isLetter)
                    if !isEnding, !inner.trimmingSpaces().isEmpty { notes.append(inner.trimmingSpaces()) }
                    if !isEnding { rest.append(" ") }
                    inner = ""
                }
            } else if depth > 0 {
                inner.append(character)
            } else {
                rest.append(character)
            }
        }
        if !inner.trimmingSpaces().isEmpty { notes.append(inner.trimmingSpaces()) }
        return rest.split(separator: " ").joined(separator: " ").replacing(" ,", with: ",")
    }

    private static func withoutToTaste(_ text: String) -> (String, Bool) {
        let low = text.lowercased()
        for words in Words.toTaste {
            guard let range = low.range(of: words) else { continue }
            let isWhole =
                (range.lowerBound == low.startIndex || !low[low.index(before: range.lowerBound)].isLetter)
                && (range.upperBound == low.endIndex || !low[range.upperBound].isLetter)
            guard isWhole, low.count == text.count else { continue }
            let from = text.index(text.startIndex, offsetBy: low.distance(from: low.startIndex, to: range.lowerBound))
            let to = text.index(text.startIndex, offsetBy: low.distance(from: low.startIndex, to: range.upperBound))
            let rest = (text[..<from] + " " + text[to...]).split(separator: " ").joined(separator: " ")
            let trimmed = rest.trimmingSpaces().trimming { ",;:-–+&".contains($0) }
            for end in [", or", " or", ", plus more", " plus more", " and more", ", or more", ", plus extra", " plus extra", " e"]
            where trimmed.lowercased().hasSuffix(end) {
                return (String(trimmed.dropLast(end.count)), true)
            }
            return (trimmed, true)
        }
        return (text, false)
    }

    /// Units that are never a product.
    private static let measures: Set<String> = [
        "cup", "cups", "tbsp", "tablespoon", "tablespoons", "tsp", "teaspoon", "teaspoons", "stick", "sticks", "g", "kg", "ml", "cl", "dl",
        "l", "oz", "lb", "cucchiaio", "cucchiai", "cucchiaino", "cucchiaini", "tazza", "tazze", "el", "tl", "pinch", "pizzico",
    ]

    private static func isName(_ note: String) -> Bool {
        let first = note.first { $0 != " " }
        return first.map { $0.isLetter || $0 == "(" } == true && note.count < 60
            && !IngredientWords.preparations.contains(note.lowercased().split(separator: " ").last.map(String.init) ?? "")
    }

    private static func toTastePhrase(_ text: String) -> String {
        let low = text.lowercased()
        return [
            "to taste", "as needed", "nach geschmack", "nach belieben", "nach bedarf", "nach wunsch", "n. b.", "au goût", "quanto basta",
            "a piacere",
        ].first { low.contains($0) } ?? "q.b."
    }

    /// Words, with numbers apart from units written on to them: "200g" is two, "1kg/2lb" are five.
    static func tokens(_ text: String) -> [String] {
        text.split(separator: " ").flatMap { word -> [String] in split(String(word)) }
    }

    private static func split(_ word: String) -> [String] {
        let start = word.hasPrefix("/") ? word.dropFirst() : Substring(word)
        // "litres/2½" after a number of its own.
        let isJoined = word.firstIndex(of: "/").map { Words.units.contains(plain(String(word[..<$0]))) } ?? false
        guard start.first?.isNumber == true || isJoined || (word.hasPrefix("/") && !start.isEmpty) else { return [word] }
        var (pieces, open, kind): ([String], String, Int) = ([], "", 0)
        for (character, next) in zip(start, start.dropFirst().map(Optional.some) + [nil]) {
            let isPart = open.last?.isNumber == true && next?.isNumber == true && "/.,⁄".contains(character)
            let now = character.isNumber || isPart ? 1 : character.isLetter || character == "." || character == "'" ? 2 : 3
            if now != kind, !open.isEmpty {
                pieces.append(open)
                open = ""
            }
            kind = now
            open.append(character)
        }
        pieces.append(open)
        let end = pieces.last == "," || pieces.last == ";" ? pieces.removeLast() : ""
        let isMeasure = pieces.allSatisfy { piece in
            isNumber(piece) || Words.units.contains(plain(piece)) || ["x", "×", "in", "in.", "/", "-", "–", "+"].contains(piece)
        }
        guard isMeasure, pieces.count > 1, pieces.contains(where: { $0.contains(where: \.isLetter) }) || word.hasPrefix("/") else {
            return [word]
        }
        // "15-ounce" is a number and a unit, "2-3" one number.
        var all: [String] = word.hasPrefix("/") ? ["/"] : []
        for (index, piece) in pieces.enumerated() {
            let isHyphen = ["-", "–"].contains(piece) && index + 1 < pieces.count
            if isHyphen, !isNumber(pieces[index + 1]) { continue }
            if isHyphen, let last = all.last, isNumber(last) {
                all[all.count - 1] = last + piece
            } else if let last = all.last, last.hasSuffix("-") || last.hasSuffix("–"), last.count > 1 {
                all[all.count - 1] = last + piece
            } else {
                all.append(["in", "in."].contains(piece) ? "inch" : piece)
            }
        }
        if !end.isEmpty { all[all.count - 1] += end }
        return all
    }

    static func plain(_ word: String) -> String {
        word.lowercased().replacing("’", with: "'").trimming { ".,;:*".contains($0) }
    }

    /// `3`, `1½`, `2-3`, `1/2`, `1,5`.
    static func isNumber(_ word: String) -> Bool {
        guard let first = word.first, first.isNumber else { return false }
        return word.allSatisfy { $0.isNumber || ".,/-–⁄".contains($0) }
    }

    static func isUnit(_ word: String) -> Bool { Words.units.contains(plain(word)) || ["T", "T."].contains(word) }

    /// "Juice of 1 lemon", "la scorza grattugiata di 2 limoni": the part goes to the note, and the rest is read like any line.
    private static func part(_ tokens: inout [String]) -> String? {
        let parts: Set<String> = [
            "juice", "zest", "rind", "peel", "succo", "scorza", "buccia", "scorzetta", "saft", "abrieb", "schale", "jus", "zeste",
        ]
        guard let index = tokens.prefix(7).firstIndex(where: { parts.contains(plain($0)) }), index + 2 < tokens.count,
            !tokens[..<index].contains(where: { isNumber($0) || isUnit($0) })
        else { return nil }
        // The number comes after "of", perhaps behind another part: "zest and juice of 1 orange".
        guard
            let of = tokens[index...].prefix(6).firstIndex(where: {
                ["of", "from", "di", "d'", "von", "de", "d'un", "d'une"].contains(plain($0)) || plain($0).hasPrefix("d'")
            }),
            of + 1 < tokens.count
        else { return nil }
        if ["d'un", "d'une"].contains(plain(tokens[of])) {
            let said = tokens[..<of].joined(separator: " ") + " de"
            tokens.replaceSubrange(...of, with: [String(tokens[of].dropFirst(2))])
            return said
        }
        if plain(tokens[of]).hasPrefix("d'"), plain(tokens[of]).count > 2 { return nil }
        let next = plain(tokens[of + 1])
        guard isNumber(tokens[of + 1]) || (Words.numbers.contains(next) && of + 2 < tokens.count) else { return nil }
        let said = tokens[...of].joined(separator: " ")
        tokens.removeFirst(of + 1)
        return said
    }
}

extension StringProtocol {
    /// Without such characters at both ends.
    func trimming(_ isOut: (Character) -> Bool) -> String {
        var rest = Substring(self)
        while let first = rest.first, isOut(first) { rest.removeFirst() }
        while let last = rest.last, isOut(last) { rest.removeLast() }
        return String(rest)
    }
}
