extension IngredientLine {
    private typealias Words = IngredientWords

    /// What is left of a line without its amount: the product; what is done with it, and what it is for, goes to the notes.
    static func name(_ tokens: [String], isTinned: Bool, hasAmount: Bool, _ notes: inout [String]) -> String {
        var segments = segments(tokens)
        guard !segments.isEmpty else { return "" }
        if !hasAmount { joinLists(&segments) }
        if !hasAmount, segments.count > 1, segments.allSatisfy({ $0.count == 1 && seasonings.contains(plain($0[0])) }) {
            segments = [[segments.joined().joined(separator: ", ")]]
        }
        // "2 large, ripe avocados": words before a comma that only describe what comes after it.
        var before: [String] = []
        while segments.count > 1, !segments[0].isEmpty, segments[0].allSatisfy({ isDescription($0) }) {
            before += segments.removeFirst()
        }
        var (name, own) = (segments.removeFirst(), before)
        var rest = segments.map { $0.joined(separator: " ") }
        if !isTinned { stripBefore(&name, &own) }
        stripSizes(&name, &own)
        cutTail(&name, &rest)
        stripAfter(&name, &rest)
        stripUnit(&name, &own)
        while name.count > 1, let last = name.last,
            Words.joined.contains(plain(last)) || ["and", "e", "or", "o", "with", "con"].contains(plain(last))
        {
            name.removeLast()
        }
        if !own.isEmpty { notes.insert(own.joined(separator: " "), at: 0) }
        notes += rest.filter { $0.contains { $0.isLetter || $0.isNumber } }
        return name.joined(separator: " ").trimming { " ,;:.-–*/+&".contains($0) }
    }

    /// "Sel, poivre" are two names, not a name and a note.
    private static let seasonings: Set<String> = [
        "sale", "pepe", "olio", "salt", "pepper", "oil", "sel", "poivre", "huile", "salz", "pfeffer", "öl", "aceto", "zucchero",
    ]

    private static func segments(_ tokens: [String]) -> [[String]] {
        var (all, open): ([[String]], [String]) = ([], [])
        for word in tokens {
            if ["-", "–", "—", "|"].contains(word) {
                all.append(open)
                open = []
            } else if let last = word.last, ",;".contains(last) {
                let plain = word.trimming { ",;".contains($0) }
                all.append(open + (plain.isEmpty ? [] : [plain]))
                open = []
            } else {
                open.append(word)
            }
        }
        all.append(open)
        return all.filter { !$0.isEmpty }
    }

    /// "Blueberries, raspberries and strawberries, for serving" names three things, so the commas stay.
    private static func joinLists(_ segments: inout [[String]]) {
        let count = segments.prefix { segment in
            !["for", "to", "per", "plus"].contains(plain(segment[0]))
                && !segment.contains { Words.preparations.contains(plain($0)) || isNumber($0) }
        }.count
        guard count > 1, segments[count - 1].contains(where: { ["and", "e", "und", "et"].contains(plain($0)) }) else { return }
        let joined = segments[..<count].map { $0.joined(separator: " ") }.joined(separator: ", ")
        segments.replaceSubrange(..<count, with: [joined.split(separator: " ").map(String.init)])
    }

    private static func isDescription(_ word: String) -> Bool {
        let word = plain(word)
        return Words.sizes.contains(word) || Words.preparations.contains(word)
            || [
                "and", "but", "skinless", "boneless", "skin-on", "bone-in", "lean", "firm", "free-range", "organic", "mixed", "dry",
                "fresh", "unsalted", "salted", "skinned", "e", "tinned", "canned", "sweetened", "unsweetened", "plain", "crisp", "crunchy",
                "full-fat", "low-fat", "plump", "ripest", "soft", "tender", "frozen", "dried", "freshest",
            ].contains(word) || isSize(word)
    }

    /// "finely chopped fresh parsley" → "fresh parsley".
    private static func stripBefore(_ name: inout [String], _ own: inout [String]) {
        var count = 0
        while count < name.count - 1 {
            let word = plain(name[count])
            let next = plain(name[count + 1])
            if temperatures.contains(word) {
                guard ["water", "milk", "stock", "broth", "oil", "butter", "coffee", "cream"].contains(next) else { break }
                count += 1
            } else if Words.preparations.contains(word) || isSize(word) {
                count += 1
            } else if ["and", "or", "&", "e", "to"].contains(word), count > 0, count + 1 < name.count - 1,
                Words.preparations.contains(next) || isSize(next) || next.hasSuffix("ed") && count + 2 < name.count
            {
                count += 1
            } else if word == "ground", count > 0, ["freshly", "finely", "coarsely"].contains(plain(name[count - 1])) {
                count += 1
            } else if Words.joined.contains(word), count > 0 {
                count += 1
            } else {
                break
            }
        }
        own += name.prefix(count)
        name.removeFirst(count)
    }

    private static let temperatures: Set<String> = ["hot", "warm", "cold", "boiling", "lukewarm", "chilled"]

    private static func stripSizes(_ name: inout [String], _ own: inout [String]) {
        while name.count > 1, isSize(plain(name[0])) { own.append(name.removeFirst()) }
        while name.count > 1, let last = name.last, isSize(plain(last)) { own.append(name.removeLast()) }
    }

    private static let tails: [[String]] = [
        ["to", "serve"], ["to", "taste"], ["to", "garnish"], ["for", "the"], ["for"], ["per"], ["da"], ["such", "as"], ["plus"], ["about"],
        ["cut"], ["at", "room"],
        ["preferably"], ["preferibilmente"], ["oppure"], ["o"], ["oder"], ["ou"], ["con"], ["con"], ["in"], ["with"], ["without"],
        ["senza"], ["a", "temperatura"], ["a", "fette"],
        ["a", "dadini"], ["a", "cubetti"], ["a", "pezzi"], ["a", "pezzetti"], ["a", "rondelle"], ["a", "scaglie"], ["a", "listarelle"],
        ["a", "julienne"], ["a", "piacere"],
        ["a", "tocchetti"], ["a", "fettine"], ["a", "filetti"], ["a", "spicchi"], ["a", "striscioline"], ["a", "strisce"], ["a", "crudo"],
        ["ben"], ["circa"], ["tipo"], ["zum"], ["zur"], ["für"], ["pour"], ["from"], ["left"], ["until"], ["di", "cui"], ["ridotto"], ["+"],
        ["if"], ["according"], ["or"], ["as"], ["by"], ["of", "your"], ["on", "the"], ["each"], ["weighing"], ["più"], ["see"], ["that"],
        ["which"], ["che"], ["nach"], ["au"],
    ]

    /// Names whose second word would otherwise begin what comes behind a product.
    private static let whole: Set<String> = [
        "cream of", "hundreds and", "da forno", "da tavola", "da brodo", "da cucina", "in polvere", "in fogli", "in guscio", "in scatola",
        "in bacche", "in foglie", "in grani", "in barattolo", "in crosta", "in fiocchi", "in tubetto", "in agrodolce",
        "con osso", "da tè", "da friggere", "da frittura", "da insalata", "in salamoia", "in busta", "in pasta", "in carpione",
        "da condimento", "da spalmare", "da montare", "in granella", "in camicia", "per dolci", "per pizza", "per lasagne", "per pane",
        "per torte", "per brodo",
        "per soffritto", "per friggere-", "for bread", "in brine", "in water", "in oil", "in juice", "in syrup", "con latticello",
        "senza lattosio", "senza glutine", "senza zucchero", "in adobo", "on the", "half and", "with their", "with juice",
    ]

    private static func cutTail(_ name: inout [String], _ rest: inout [String]) {
        var index = 1
        while index < name.count {
            let word = plain(name[index])
            let next = index + 1 < name.count ? plain(name[index + 1]) : ""
            // "2 lemons or 3 limes", "extract 2 ml", "water 90°", "lobster chopped into pieces".
            let isAmount =
                isNumber(name[index]) && index + 1 < name.count && isUnit(name[index + 1]) || startsNumber(word) && word.contains("°")
            let isOther = ["or", "o", "oder", "ou", "plus"].contains(word) && (startsNumber(next) || ["a", "an"].contains(next))
            let isDone =
                Words.preparations.contains(word) && word.hasSuffix("ed")
                && ["into", "in", "and", "for", "to", "with", "of", "on", "from"].contains(next)
            if isAmount || isOther || isDone {
                rest.insert(name[index...].joined(separator: " "), at: 0)
                name.removeLast(name.count - index)
                return
            }
            let isTail = tails.contains { tail in
                tail[0] == word && (tail.count == 1 || tail[1] == next)
            }
            if isTail, !next.isEmpty || ["ben", "circa"].contains(word), !whole.contains("\(word) \(next)"), mayCut(name, index, word) {
                rest.insert(name[index...].joined(separator: " "), at: 0)
                name.removeLast(name.count - index)
                return
            }
            index += 1
        }
    }

    private static func mayCut(_ name: [String], _ index: Int, _ word: String) -> Bool {
        // "butter or margarine" are two names, "red or white wine" one.
        if ["or", "o", "oder", "ou"].contains(word) { return name.count - index - 1 <= index }
        if word == "da" {
            return ["grattugiare", "tritare", "cuocere", "servire", "spolverare", "aggiungere"].contains(plain(name[index + 1]))
                || startsNumber(name[index + 1])
        }
        if word == "tipo" { return !startsNumber(name[index + 1]) }
        if word == "in" || word == "con" { return index + 1 < name.count }
        if word == "as" || word == "by" || word == "that" || word == "tipo" || word == "au" || word == "cut" {
            return word != "cut" || index > 0
        }
        return true
    }

    static func startsNumber(_ word: String) -> Bool { word.first?.isNumber == true }

    /// "cipolla tritata finemente" → "cipolla"; "butter melted" → "butter".
    private static func stripAfter(_ name: inout [String], _ rest: inout [String]) {
        guard name.count > 1 else { return }
        var start = name.count
        while start > 1 {
            let word = plain(name[start - 1])
            let isItalian = Words.italianPreparations.contains { stem in
                word.hasPrefix(stem) && word.count <= stem.count + 2 && word != stem.dropLast()
            }
            let isAdverb =
                word.hasSuffix("mente") || ["fine", "fini", "bene", "molto", "appena", "già", "finely", "roughly", "thinly"].contains(word)
            let isFrench =
                ["mou", "fondu"].contains(word) || Words.frenchPreparations.contains { word.hasPrefix($0) && word.count <= $0.count + 2 }
            let isEnglish = Words.preparations.contains(word) && (word.hasSuffix("ed") || ["torn", "beaten"].contains(word))
            guard isItalian || isFrench || isEnglish || (isAdverb && start == name.count) else { break }
            if isItalian || isFrench, Words.keptWithPreparation.contains(plain(name[0])) { break }
            start -= 1
        }
        if start < name.count, name.count - start == 1, ["fine", "fini", "molto", "bene", "già", "appena"].contains(plain(name[start])) {
            return
        }
        guard start < name.count else { return }
        if start > 1, ["e", "and"].contains(plain(name[start - 1])) { return }
        rest.insert(name[start...].joined(separator: " "), at: 0)
        name.removeLast(name.count - start)
    }

    /// "3 garlic cloves" → "garlic".
    private static func stripUnit(_ name: inout [String], _ own: inout [String]) {
        guard name.count == 2, plain(name[0]) == "garlic", ["clove", "cloves"].contains(plain(name[1])) else { return }
        own.append(name.removeLast())
    }
}
