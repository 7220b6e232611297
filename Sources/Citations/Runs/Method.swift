import Admin

/// Which way a run goes.
enum Preset: String, Choice, Codable {
    /// Accents, capitals and signs make no difference; every pair of anchors is tried; the same work listed twice is one.
    case improved
    /// As published in 2011: texts as they stand, the first pair of anchors decides, the surname to the letter.
    case original

    var normalisation: Normalisation { self == .original ? .raw : .folded }
}

/// How a run makes two spellings alike before it compares them.
enum Spellings: String, Choice, Codable {
    /// As its preset does.
    case usual
    case raw, folded
}

/// What somebody decided about a run before it began.
struct Method: Sendable {
    /// The surname, and other ways in which lists write it. The method of 2011 knows only the first.
    var surnames: [String] = []
    var preset = Preset.improved
    var spellings = Spellings.usual
    /// Per cent from which two titles are one; itself enough.
    var titles = 80
    /// The same for lists of authors; 0 searches for none.
    var authors = 68
    /// An XPath expression for the titles of the home page; empty when it is to be found.
    var expression = ""
    /// Whether a title of the page stands for one work only.
    var isOneToOne = false
    /// That are kept of all lists together.
    var mostWorks = ListReading.mostWorks
    /// Layouts of pages that administrators described.
    var layouts: [Layout] = []

    var normalisation: Normalisation { Normalisation(rawValue: spellings.rawValue) ?? preset.normalisation }

    var homePage: HomePage.Settings {
        HomePage.Settings(
            titles: titles, authors: authors, normalisation: normalisation, firstPairOnly: preset == .original,
            expression: expression)
    }
}
