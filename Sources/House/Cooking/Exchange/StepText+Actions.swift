import Web

extension StepText {
    /// A paragraph as single actions: its sentences, and the verbs that one sentence strings together. Numbers of figures go.
    static func actions(_ text: String) -> [String] {
        let plain = text.replacing(#/\s*\((?:fig\.?\s*)?\d{1,2}(?:\s*[-–,]\s*\d{1,2})*\)/#, with: "")
        return sentences(plain).flatMap(verbs).map { $0.trimmingSpaces() }.filter { $0.contains(where: \.isLetter) }.map(finished)
    }

    private static func finished(_ text: String) -> String {
        let text = text.trimming { " ,;".contains($0) }
        let whole = text.withCapital
        return whole.last.map { ".!?:)”»\"".contains($0) } == true ? whole : whole + "."
    }

    /// Ends at `.`, `!`, `?` and `;` before a space; not inside numbers, brackets and after abbreviations.
    private static func sentences(_ text: String) -> [String] {
        var (all, start, depth): ([String], String.Index, Int) = ([], text.startIndex, 0)
        var index = text.startIndex
        while index < text.endIndex {
            let (character, next) = (text[index], text.index(after: index))
            if "([".contains(character) { depth += 1 }
            if ")]".contains(character) { depth = max(0, depth - 1) }
            let isEnd = ".!?;".contains(character) && depth == 0 && (next == text.endIndex || text[next].isWhitespace)
            if isEnd, character != "." || !endsShort(text[start..<index], before: text[next...]) {
                all.append(String(text[start..<next]).trimmingSpaces())
                start = next
            }
            index = next
        }
        all.append(String(text[start...]).trimmingSpaces())
        return all.filter { !$0.isEmpty }.reduce(into: []) { joined, sentence in
            // A sentence of a single short word belongs to the one before.
            if let last = joined.last, sentence.split(separator: " ").count == 1, sentence.count < 4 {
                joined[joined.count - 1] = last + " " + sentence
            } else {
                joined.append(sentence)
            }
        }
    }

    private static let short: Set<String> = [
        "ca", "circa-", "min", "max", "gr", "g", "kg", "ml", "cl", "dl", "l", "n", "es", "ecc", "etc", "approx", "oz", "lb", "tbsp", "tsp",
        "fig", "no", "st", "c", "e.g", "i.e", "p.es", "q.b", "q", "z.b", "bzw", "evtl", "std", "mins", "temp", "vs", "dr", "°c",
    ]

    /// Before a capital letter only titles are short forms: "180 °C. Servi" are two sentences.
    private static func endsShort(_ text: Substring, before rest: Substring) -> Bool {
        guard let last = text.split(separator: " ").last?.lowercased().trimming({ "(".contains($0) }) else { return true }
        if rest.first(where: { !$0.isWhitespace })?.isUppercase != false {
            return ["dr", "st", "n", "no", "sig", "e.g", "i.e"].contains(last)
        }
        return short.contains(last)
    }

    private static let articles: Set<String> = [
        "il", "lo", "la", "i", "gli", "le", "un", "uno", "una", "del", "della", "dello", "dei", "delle", "degli", "l'acqua", "tutto",
        "tutti", "subito", "anche", "bene", "ancora", "poi",
    ]
    private static let english: Set<String> = [
        "add", "stir", "mix", "cook", "bake", "boil", "simmer", "fry", "roast", "grill", "whisk", "beat", "fold", "pour", "place", "put",
        "remove", "drain", "serve", "cover", "let", "leave", "set",
        "heat", "bring", "reduce", "season", "sprinkle", "transfer", "spread", "toss", "turn", "return", "slice", "chop", "cut", "peel",
        "combine", "blend", "process", "knead", "roll", "chill",
        "refrigerate", "garnish", "top", "divide", "arrange", "brush", "flip", "discard", "melt", "strain", "rinse", "pat", "taste",
        "repeat", "continue", "cool", "wash", "mash", "scrape", "drizzle", "squeeze",
    ]

    /// Orders to one person, as steps for guests are written.
    private static let italian: Set<String> = [
        "accendi", "aggiungi", "appoggia", "apri", "asciuga", "aspetta", "bolli", "bagna", "butta", "chiudi", "condisci", "conta", "copri",
        "cuoci", "dividi", "forma", "friggi", "frulla", "gira", "impasta", "lascia", "lava", "leva", "mescola", "metti", "mischia", "pela",
        "pesa", "prendi", "prepara", "pulisci", "riempi", "rompi", "sbatti", "sbuccia", "scalda", "schiaccia", "sciacqua", "scola", "servi",
        "spegni", "spezza", "strizza", "svuota", "taglia", "togli", "unisci", "usa", "versa",
    ]
    private static let pronouns: Set<String> = ["lo", "la", "li", "le", "ne", "ci"]

    /// Divides before a verb that gives another order. What only describes a thing ("le mandorle pelate e tostate") stays.
    private static func verbs(_ sentence: String) -> [String] {
        let words = sentence.split(separator: " ").map(String.init)
        guard words.count > 4 else { return [sentence] }
        var (parts, start): ([[String]], Int) = ([], 0)
        var depth = 0
        for index in words.indices {
            depth += words[index].count { "([".contains($0) } - words[index].count { ")]".contains($0) }
            guard depth <= 0, index > start + 1, index + 1 < words.count || isClitic(words[index]), index < words.count else { continue }
            let (isJoint, from) = joint(words, index)
            guard isJoint, index - start >= 2, !isSubordinate(words[start..<index]) else { continue }
            let word = words[index].lowercased().trimming { ",.;:".contains($0) }
            let next = index + 1 < words.count ? words[index + 1].lowercased() : ""
            guard isOrder(word, next, words[start..<index].map { $0.lowercased().trimming { ",.;:".contains($0) } }) else { continue }
            parts.append(Array(words[start..<from]))
            start = index
        }
        parts.append(Array(words[start...]))
        return parts.map { $0.joined(separator: " ") }
    }

    /// Whether the word comes behind "e", "and", "poi" or a comma; and where the part before ends.
    private static func joint(_ words: [String], _ index: Int) -> (Bool, Int) {
        let before = words[index - 1].lowercased()
        let joints: Set<String> = ["e", "ed", "and", "poi", "quindi", "infine", "then", "und", "et"]
        if joints.contains(before) {
            let isDouble = index > 1 && joints.contains(words[index - 2].lowercased().trimming { ",".contains($0) })
            return (true, index - (isDouble ? 2 : 1))
        }
        return (before.hasSuffix(","), index)
    }

    private static func isSubordinate(_ words: ArraySlice<String>) -> Bool {
        let first = words.first?.lowercased() ?? ""
        return [
            "quando", "se", "when", "if", "once", "while", "mentre", "appena", "dopo", "after", "per", "to", "prima", "before", "until",
            "finché", "wenn",
        ]
        .contains(first)
    }

    private static func isClitic(_ word: String) -> Bool {
        let word = word.lowercased().trimming { ",.;:".contains($0) }
        if ["telo", "tela", "teli", "tele", "rlo", "rla", "rli", "rle"].contains(where: word.hasSuffix), word.count > 6 { return true }
        return isSingular(word) && !italian.contains(word)
    }

    /// "Taglia" and "tagliale".
    private static func isSingular(_ word: String) -> Bool {
        italian.contains(word) || pronouns.contains(String(word.suffix(2))) && italian.contains(String(word.dropLast(2)))
    }

    private static func isOrder(_ word: String, _ next: String, _ before: [String]) -> Bool {
        // "In a bowl, whisk": what comes before must be an order too.
        if english.contains(word) { return before.contains(where: english.contains) && (word != "top" || !["of", "with"].contains(next)) }
        if isSingular(word) { return before.contains(where: isSingular) }
        func ends(_ word: String, _ endings: [String]) -> Bool { word.count > 4 && endings.contains(where: word.hasSuffix) }
        let (plural, infinitive) = (["ate", "ete", "ite"], ["are", "ere", "ire", "rre"])
        let isPlural = before.contains { ends($0, plural) || ends($0, ["tele", "telo", "tela", "teli"]) }
        let isInfinitive = before.contains { ends($0, infinitive) || ends($0, ["rlo", "rla", "rli", "rle"]) }
        if isClitic(word) { return isPlural || isInfinitive }
        guard articles.contains(next) || next.hasPrefix("l'") || next.hasPrefix("l’") else { return false }
        return isPlural && ends(word, plural) || isInfinitive && ends(word, ["are", "ere", "ire"])
    }
}
