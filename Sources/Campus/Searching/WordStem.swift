/// The beginning that the forms of a word share, in Italian and English: `appelli`, `appello`; `libraries`, `library`.
enum WordStem {
    /// Shorter words and stems say too little.
    private static let least = 4
    private static let endings = ["ies", "ings", "ing", "es", "ed", "s", "y", "io", "ia", "ie", "ii", "a", "e", "i", "o", "u"]

    /// - Parameter word: folded, without accents.
    static func of(_ word: String) -> String {
        guard word.count > least, word.allSatisfy({ $0.isLetter }) else { return word }
        for ending in endings where word.hasSuffix(ending) && word.count - ending.count >= least {
            return String(word.dropLast(ending.count))
        }
        return word
    }
}
