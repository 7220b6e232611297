import Admin

enum Preset: String, Choice, Codable {
    /// Ignores accents, case and punctuation, tries all pairs of anchors and merges duplicates.
    case improved
    /// As published in 2011: exact texts and surname, the first pair of anchors decides.
    case original

    var normalisation: Normalisation { self == .original ? .raw : .folded }
}

enum Spellings: String, Choice, Codable {
    case usual
    case raw, folded
}

struct Method: Sendable {
    /// The surname and other spellings; the 2011 method uses only the first.
    var surnames: [String] = []
    /// The whole name, whose given names are evidence.
    var author = ""
    var orcid: ORCID?
    var preset = Preset.improved
    var spellings = Spellings.usual
    var titles = 80
    /// The threshold for authors in per cent; 0 disables the search.
    var authors = 68
    var expression = ""
    var isOneToOne = false
    var mostWorks = ListReading.mostWorks
    var layouts: [Layout] = []

    var normalisation: Normalisation { Normalisation(rawValue: spellings.rawValue) ?? preset.normalisation }

    var homePage: HomePage.Settings {
        HomePage.Settings(
            titles: titles, authors: authors, normalisation: normalisation, firstPairOnly: preset == .original,
            expression: expression, readsText: readsText)
    }

    /// Whether titles are also looked for in the text of pages. The method of 2011 reads places only, and raw spellings match to the letter.
    var readsText: Bool { preset == .improved && normalisation == .folded }
}
