extension IngredientLine {
    private typealias Words = IngredientWords

    /// Takes the words of the amount before the product; at least one word stays.
    static func leading(_ tokens: inout [String]) -> [String] {
        var taken: [String] = []
        var index = 0
        var hasNumber = false
        var hasUnit = false
        let words = tokens
        func at(_ place: Int) -> String { place < words.count ? plain(words[place]) : "" }
        // "g 200 di burro", "n. 2 uova", "kg 1,5".
        if words.count > 2, ["n", "n°", "nr", "nº"].contains(at(0)) || isUnit(words[0]), isNumber(words[1]), !isUnit(words[2]) {
            tokens.removeFirst(2)
            return finish(isUnit(words[0]) ? [words[1], words[0]] : [words[1]], &tokens)
        }
        while index < words.count - 1 {
            let word = plain(words[index])
            let next = at(index + 1)
            let last = taken.last.map(plain) ?? ""
            if words[index].hasSuffix(","), hasNumber, hasUnit { break }
            if isNumber(words[index]) {
                // Another number without a joint belongs to the name, as in "2 tsp 5 spice", unless it has a unit of its own.
                if hasUnit, !Words.joints.contains(last), !isUnit(words[index + 1]), !isCountedAhead(words, index) { break }
                (hasNumber, hasUnit) = (true, false)
            } else if Words.about.contains(word),
                isNumber(words[index + 1]) || Words.numbers.contains(next) || isUnit(words[index + 1])
                    || (hasUnit && (Words.joined.contains(next) || Self.heaped.contains(word)))
                    || (hasNumber && isMeasureAhead(words, index + 1))
            {
                // "about 2", "2 heaped tbsp", "2 cucchiai colmi di".
            } else if !hasNumber, Words.numbers.contains(word), countsHere(words, index) {
                hasNumber = true
            } else if hasNumber, !hasUnit, ["few", "couple", "dozen", "half", "a", "an"].contains(word) {
                // "a few sprigs", "½ a lemon".
            } else if hasNumber, !hasUnit, ["of", "di"].contains(word), isUnit(words[index + 1]), index + 2 < words.count - 1 {
                // "a couple of slices of".
            } else if isUnit(words[index]), hasNumber, !hasUnit || joinsUnits(word, taken) || last == "/" {
                hasUnit = true
            } else if isUnit(words[index]), hasUnit, ["oz", "ounce", "ounces"].contains(word), ["fl", "fluid"].contains(last) {
                // "fl oz".
            } else if hasUnit, ["da", "de", "of", "à", "zu"].contains(word), index + 3 < words.count, isNumber(words[index + 1]),
                isUnit(words[index + 2])
            {
                // "1 confezione da 250 g di".
                hasNumber = true
            } else if hasNumber, !hasUnit, word == "noix", index + 2 < words.count, next == "de", at(index + 2) == "beurre" {
                hasUnit = true
            } else if hasUnit, word == "da" || word == "à", index + 2 < words.count, Self.spoons.contains(next) {
                taken += [words[index], words[index + 1]]
                index += 2
                continue
            } else if hasNumber, word == "/", isUnit(words[index + 1]) {
                // "25 ml / fl oz".
            } else if hasNumber, Words.joints.contains(word), index + 2 < words.count, joins(words, index, hasUnit: hasUnit) {
                // "2 to 3", "1 cup / 120 g", "3 tbsp plus 1 tsp", "2 x 400 g".
            } else if hasNumber, Words.halves.contains(word), ["e", "and", "&"].contains(last) {
                // "1 bicchiere e mezzo".
            } else if hasNumber, !hasUnit, isSize(word) || Words.about.contains(word),
                isMeasureAhead(words, index + 1) || isOther(words, index + 1)
            {
                // "1 large handful", "4 small or 2 large".
            } else if !hasNumber, taken.isEmpty, isSize(word), Words.bare.contains(next) {
                // "small handful of".
            } else if !hasNumber, taken.allSatisfy({ isSize(plain($0)) }), Words.bare.contains(word),
                Words.joined.contains(next) || next.hasPrefix("d'") || Self.bareNames.contains(word)
            {
                // "pinch of salt".
                (hasNumber, hasUnit) = (true, true)
            } else {
                break
            }
            taken.append(words[index])
            index += 1
        }
        // "3 cloves" without a name, and "2 leaves": the unit is the product.
        tokens.removeFirst(index)
        return finish(taken, &tokens)
    }

    private static let spoons: Set<String> = [
        "tè", "te", "the", "thè", "tavola", "minestra", "zuppa", "dessert", "caffè", "caffe", "cucina", "latte", "soupe", "café", "thé",
        "s", "c", "dolce", "acqua", "vino",
    ]

    private static func joinsUnits(_ word: String, _ taken: [String]) -> Bool {
        // "400 g can", "15 oz tin": a second unit that is a container.
        let containers: Set<String> = [
            "can", "cans", "tin", "tins", "jar", "jars", "packet", "packets", "package", "packages", "bag", "bags", "box", "boxes",
            "carton", "cartons",
            "container", "containers", "bottle", "bottles", "tub", "tubs", "block", "blocks", "pack", "packs", "pouch", "pouches", "loaf",
            "sachet",
            "sachets", "tube", "tubes", "bar", "bars", "stick", "sticks", "piece", "pieces", "pot", "pots", "pkg", "log", "ball", "punnet",
            "dose", "dosen", "glas", "oz", "envelope", "envelopes", "bunch", "jars", "head", "cups", "tablespoons", "teaspoons", "pounds",
            "ounces", "tsp", "tbsp",
        ]
        return containers.contains(word) && taken.last.map { isUnit($0) } == true
    }

    private static func isMeasureAhead(_ words: [String], _ start: Int) -> Bool {
        var index = start
        while index < words.count - 1, isSize(plain(words[index])) || Words.about.contains(plain(words[index])) { index += 1 }
        return index < words.count - 1 && isUnit(words[index])
    }

    /// "a" is an amount only before a measure; other words for numbers always are.
    private static func countsHere(_ words: [String], _ index: Int) -> Bool {
        let word = plain(words[index])
        let next = index + 1 < words.count ? plain(words[index + 1]) : ""
        if ["a", "an", "e", "some", "few", "quarter", "third"].contains(word) {
            return isUnit(words[index + 1]) || Words.bare.contains(next) || Words.numbers.contains(next) || isMeasureAhead(words, index + 1)
                || ["a", "an"].contains(word) && index + 2 < words.count && Words.about.contains(next)
        }
        return true
    }

    /// "625 ml 2 ½ cups stock": a number in two words with a unit of its own.
    private static func isCountedAhead(_ words: [String], _ index: Int) -> Bool {
        index + 3 < words.count && isNumber(words[index + 1]) && isUnit(words[index + 2])
    }

    private static let heaped: Set<String> = [
        "colmo", "colmi", "raso", "rasi", "rasa", "rase", "scarso", "scarsi", "abbondante", "abbondanti",
    ]

    /// Measures that a name may follow at once: "pinch salt".
    private static let bareNames: Set<String> = [
        "pinch", "handful", "splash", "drizzle", "dash", "knob", "few", "pizzico", "etwas", "prise", "qualche", "manciata",
        "bunch", "sprig", "sprigs",
    ]

    static func isSize(_ word: String) -> Bool {
        Words.sizes.contains(word) || ["-sized", "-size", "-cut", "-inch", "-thick", "-cm"].contains(where: word.hasSuffix)
    }

    /// "or 2 large", "to extra-large".
    private static func isOther(_ words: [String], _ index: Int) -> Bool {
        guard index + 2 < words.count, ["or", "to", "o", "oder"].contains(plain(words[index])) else { return false }
        return isNumber(words[index + 1]) || isSize(plain(words[index + 1]))
    }

    private static func joins(_ words: [String], _ index: Int, hasUnit: Bool) -> Bool {
        let next = words[index + 1]
        let word = plain(words[index])
        if ["e", "and", "&"].contains(word) {
            if Words.halves.contains(plain(next)) { return true }
            return isNumber(next)
                && (next.contains("/") || next.unicodeScalars.allSatisfy { $0.value > 0x7F }
                    || index + 2 < words.count && hasUnit && isUnit(words[index + 2]))
        }
        if isNumber(next) || isSize(plain(next)) && ["or", "to", "o", "oder"].contains(word) && !hasUnit { return true }
        let isCounted = Words.numbers.contains(plain(next)) && !["un", "a", "an", "some", "few"].contains(plain(next))
        if isCounted, ["to", "or", "o", "bis", "oder", "à"].contains(word), !hasUnit { return true }
        return ["plus", "+", "or"].contains(word) && ["a", "one", "un"].contains(plain(next)) && index + 2 < words.count - 1
            && isUnit(words[index + 2])
    }

    private static func finish(_ taken: [String], _ tokens: inout [String]) -> [String] {
        guard !taken.isEmpty, let first = tokens.first else { return taken }
        let word = plain(first)
        if tokens.count > 1, Words.joined.contains(word) || word == "fresh-" {
            tokens.removeFirst()
            if tokens.count > 1, ["the", "il", "la", "lo", "le", "gli", "i"].contains(plain(tokens[0])) { tokens.removeFirst() }
        } else if let name = withoutElision(first) {
            tokens[0] = name
        }
        return taken
    }

    /// `d’olio` → `olio`.
    private static func withoutElision(_ word: String) -> String? {
        guard let mark = word.firstIndex(where: { $0 == "'" || $0 == "’" }), ["d", "D", "dell", "dall"].contains(String(word[..<mark]))
        else { return nil }
        let rest = String(word[word.index(after: mark)...])
        return rest.isEmpty ? nil : rest
    }

    /// Takes the amount behind the name, as on Italian sites: "Spaghetti 320 g", "Uova 3 medie".
    static func trailing(_ tokens: inout [String], _ notes: inout [String]) -> [String] {
        guard tokens.count > 1 else { return [] }
        for index in 1..<tokens.count {
            let word = tokens[index]
            let isCounted =
                ["un", "una", "uno", "mezzo", "mezza", "½", "due", "tre"].contains(plain(word)) && index + 1 < tokens.count
                && isUnit(tokens[index + 1])
            guard isNumber(word) || isCounted,
                !(tokens[index - 1].hasSuffix(",") && isNumber(word) && index + 1 < tokens.count && !isUnit(tokens[index + 1]))
            else { continue }
            let hasUnit = index + 1 < tokens.count && isUnit(tokens[index + 1])
            // "Farina 00", "Farina tipo 1".
            let digits = word.trimming { ".,".contains($0) }
            if !hasUnit,
                digits.hasPrefix("0") && digits.count > 1 && digits.allSatisfy(\.isNumber) || Words.kinds.contains(plain(tokens[index - 1]))
                    || digits.count > 3
            {
                continue
            }
            if !hasUnit, digits == "0" { continue }
            let end = hasUnit ? index + 2 : index + 1
            // A number within a name is none: "7 up", "latte 2 % di grassi".
            let rest = Array(tokens[end...])
            if !hasUnit, let next = rest.first, !Words.sizes.contains(plain(next)), !rest.isEmpty, next.first?.isLetter == true,
                !["il", "la", "lo", "i", "gli", "le", "di", "per", "da", "circa", "solo", "e"].contains(plain(next))
            {
                continue
            }
            var name = Array(tokens[..<index])
            while name.count > 1, let last = name.last,
                ["-", "–", ":", "circa", "ca", "c.ca"].contains(plain(last)) || last == "-" || last == "–"
            { name.removeLast() }
            if let last = name.last { name[name.count - 1] = String(last.trimming { ",:;".contains($0) }) }
            guard name.contains(where: { $0.contains(where: \.isLetter) }) else { continue }
            let amount = Array(tokens[index..<end])
            if !rest.isEmpty { notes.append(rest.joined(separator: " ").trimming { ",;-– ".contains($0) }) }
            tokens = name
            return amount
        }
        return []
    }

    static func divided(_ amount: [String], _ known: String) -> (String, String) {
        guard !amount.isEmpty else { return (known, "") }
        // With more than one number the whole is the amount.
        let numbers = amount.prefix { !isUnit($0) }
        let units = amount.dropFirst(numbers.count)
        let isSimple = !units.contains(where: isNumber)
        let quantity = isSimple ? numbers.joined(separator: " ") : amount.joined(separator: " ")
        let unit = isSimple ? units.joined(separator: " ") : ""
        let all = [quantity.trimming { $0 == "," }, known].filter { !$0.isEmpty }.joined(separator: " + ")
        return (all, unit.trimming { $0 == "," })
    }
}
