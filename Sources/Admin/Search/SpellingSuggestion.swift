import GRDB

/// Finds what was probably meant where little was found: words of the index near to the typed ones.
struct SpellingSuggestion {
    let search: Search
    private var db: Database { search.db }

    /// The typed words with the doubtful ones replaced, such that the person sees something; nil when there is nothing near.
    /// - Parameter found: how many records the words as typed have found.
    func corrected(_ typed: SearchWords, found: Int) throws -> SearchWords? {
        let options = try typed.words.map { word -> [String] in
            // A word that finds something by itself is right, unless all words together found a little: then any long one may be wrong.
            guard try found > 0 ? word.unicodeScalars.count >= 5 : !search.finds(SearchWords([word])) else { return [word] }
            let near = try near(word)
            return found > 0 || near.isEmpty ? near + [word] : near
        }
        for words in Self.combinations(options).prefix(24) where words != typed.words {
            let corrected = SearchWords(words)
            // The index knows words of houses that the person knows nothing of: only what he sees is told.
            if try search.finds(corrected) { return corrected }
        }
        return nil
    }

    private static func combinations(_ options: [[String]]) -> [[String]] {
        options.reduce([[]]) { begun, words in Array(begun.flatMap { start in words.map { start + [$0] } }.prefix(64)) }
    }

    /// Words of the index within one change of a word, two where it has eight letters or more; the commonest first.
    private func near(_ word: String) throws -> [String] {
        let letters = Array(word.unicodeScalars)
        guard (3...24).contains(letters.count) else { return [] }
        // Asking for each of the 54 n + 25 possible words is quicker than reading a vocabulary of a hundred thousand.
        let possible = Self.oneChange(letters)
        let sql = "SELECT term FROM searchVocabulary WHERE term IN (\(databaseQuestionMarks(count: possible.count))) ORDER BY doc DESC"
        var found = try String.fetchAll(db, sql: sql, arguments: StatementArguments(possible))
        if letters.count >= 8 {
            let near = try beginning(letters.prefix(3)).filter {
                editDistance(letters, Array($0.unicodeScalars.prefix(40)), limit: 2) != nil && !found.contains($0)
            }
            found += near
        }
        if found.isEmpty, letters.count >= 4 {
            // Still being typed: the beginning of a longer word.
            found = try beginning(letters.prefix(2)).filter { term in
                let term = Array(term.unicodeScalars)
                return term.count > letters.count && editDistance(letters, Array(term.prefix(letters.count)), limit: 1) != nil
            }
        }
        return Array(found.filter { $0 != word }.prefix(5))
    }

    private func beginning(_ letters: ArraySlice<Unicode.Scalar>) throws -> [String] {
        let start = String(String.UnicodeScalarView(letters))
        return try String.fetchAll(
            db, sql: "SELECT term FROM searchVocabulary WHERE term >= ? AND term < ?", arguments: [start, start + "\u{10FFFF}"])
    }

    /// Every word that one letter put in, left out, changed or swapped with its neighbour makes.
    private static func oneChange(_ letters: [Unicode.Scalar]) -> [String] {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789".unicodeScalars)
        var words: Set<String> = []
        func add(_ letters: some Sequence<Unicode.Scalar>) { words.insert(String(String.UnicodeScalarView(letters))) }
        for i in 0...letters.count {
            let (head, tail) = (letters[..<i], letters[i...])
            for letter in alphabet {
                add(head + [letter] + tail)
                if !tail.isEmpty { add(head + [letter] + tail.dropFirst()) }
            }
            if !tail.isEmpty { add(head + tail.dropFirst()) }
            if tail.count > 1 { add(head + [letters[i + 1], letters[i]] + tail.dropFirst(2)) }
        }
        return words.sorted()
    }
}
