import GRDB

struct SpellingSuggestion {
    let search: Search
    private var db: Database { search.db }

    /// The corrected words, if they have a visible result; otherwise nil. `found` is the number of results without correction.
    func corrected(_ typed: SearchWords, found: Int) throws -> SearchWords? {
        let options = try typed.words.map { word -> [String] in
            // A word with results is correct, unless all words together found few; then any long one may be wrong.
            guard try found > 0 ? word.unicodeScalars.count >= 5 : !search.finds(SearchWords([word])) else { return [word] }
            let near = try near(word)
            return found > 0 || near.isEmpty ? near + [word] : near
        }
        for words in Self.combinations(options).prefix(24) where words != typed.words {
            let corrected = SearchWords(words)
            // The index has words of houses that the person may not see, so only visible results count.
            if try search.finds(corrected) { return corrected }
        }
        return nil
    }

    private static func combinations(_ options: [[String]]) -> [[String]] {
        options.reduce([[]]) { begun, words in Array(begun.flatMap { start in words.map { start + [$0] } }.prefix(64)) }
    }

    /// Index words with one edit, or two from eight letters on; the most frequent first.
    private func near(_ word: String) throws -> [String] {
        let letters = Array(word.unicodeScalars)
        guard (3...24).contains(letters.count) else { return [] }
        // Looking up the 54 n + 25 variants is faster than reading a vocabulary of 100,000 words.
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
