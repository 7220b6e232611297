import Web

/// Looks for titles in the text of a page, whatever its layout, and for a year or a co-author near them.
struct TitleSearch: Sendable {
    private let text: SearchableText
    /// The last words of the author's surnames, which confirm nothing.
    private let own: Set<Substring>
    private let hasYears: Bool

    struct Sighting: Sendable, Equatable {
        let title: String
        let percent: Double
        let isSure: Bool
        let year: Int?
        let confirmation: Confirmation?
    }

    enum Confirmation: Sendable, Equatable {
        case year(Int)
        case coAuthor(String)
    }

    /// Scalars of a title that are compared.
    private static let longest = 300
    private static let shortest = 4
    /// One edit for so many scalars.
    private static let scalarsForAnEdit = 8
    private static let mostPlaces = 20

    init(_ text: String, surnames: [String]) {
        self.text = SearchableText(text)
        own = Set(surnames.compactMap { $0.foldedTitle.split(separator: " ").last })
        let words = self.text.words(around: 0..<0, before: 0, after: 200_000)
        hasYears = words.count { Self.year($0) != nil } >= 3
    }

    func sighting(of work: ListedWork) -> Sighting? {
        var folder = TextFolder()
        for (place, scalar) in work.title.unicodeScalars.enumerated() { folder.add(scalar, at: place) }
        let title = Array(folder.scalars.prefix(Self.longest))
        guard title.count >= Self.shortest else { return nil }
        let similarity = Similarity(to: NormalizedText(title))
        let people = coAuthors(of: work)
        let sightings = text.places(of: title, atMost: title.count / Self.scalarsForAnEdit).prefix(Self.mostPlaces).map { place in
            let range = text.wholeWords(place.range)
            let percent = similarity.percent(NormalizedText(Array(text.scalars[range])))
            return sighting(work, title, at: range, percent, people)
        }
        return sightings.max { Self.rank($0) < Self.rank($1) }
    }

    private static func rank(_ sighting: Sighting) -> (Int, Double, Int) {
        (sighting.isSure ? 1 : 0, sighting.percent, sighting.confirmation == nil ? 0 : 1)
    }

    private func sighting(
        _ work: ListedWork, _ title: [Unicode.Scalar], at range: Range<Int>, _ percent: Double, _ coAuthors: [Substring: String]
    ) -> Sighting {
        let around = text.words(around: range, before: 120, after: 300)
        let near = Set(text.words(around: range, before: 40, after: 160).compactMap(Self.year))
        let years = Set(around.compactMap(Self.year))
        var confirmation: Confirmation?
        if let year = work.year, years.contains(where: { ($0 - year).magnitude <= 1 }) { confirmation = .year(year) }
        if confirmation == nil { confirmation = around.lazy.compactMap { coAuthors[$0] }.first.map { Confirmation.coAuthor($0) } }
        let part = Array(text.scalars[range])
        return Sighting(
            title: text.written(range), percent: percent,
            isSure: isSure(title, part, percent, text.frames(of: range), work, confirmation != nil),
            year: near.count == 1 ? near.first : nil, confirmation: confirmation)
    }

    /// Short or common titles need punctuation around them and a confirmation, and disturbed ones more than exact ones.
    private func isSure(
        _ title: [Unicode.Scalar], _ part: [Unicode.Scalar], _ percent: Double, _ frames: Int, _ work: ListedWork, _ isConfirmed: Bool
    ) -> Bool {
        guard Self.numbers(title) == Self.numbers(part) else { return false }
        let words = title.count { $0 == " " } + 1
        let isDense = title.count { $0.value > 0x2E7F } >= 8
        let isLong = words >= 4 && title.count >= 20 || isDense
        if percent < 97 { return isLong && (isConfirmed && frames > 0 || frames == 2 && percent >= 93) }
        if !isLong { return frames == 2 && isConfirmed }
        // On a page with years a work without its own may be another thing of that name, such as a course.
        let isBare = !isConfirmed && hasYears && work.year != nil
        return isBare ? frames == 2 && title.count >= 28 : frames > 0 || isConfirmed
    }

    /// Words of digits, in which one edit makes another work.
    private static func numbers(_ title: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        let digits: ClosedRange<Unicode.Scalar> = "0"..."9"
        return title.split(separator: " ").map { Array($0) }.filter { $0.allSatisfy(digits.contains) }
    }

    private static func year(_ word: Substring) -> Int? {
        guard word.utf8.count == 4, let year = Int(word, in: .whole), ListText.years.contains(year) else { return nil }
        return year
    }

    private func coAuthors(of work: ListedWork) -> [Substring: String] {
        let people = AuthorNames(work.authors).people.compactMap { key, name -> (Substring, String)? in
            guard let surname = key.split(separator: " ").first, surname.count > 2, !own.contains(surname) else { return nil }
            return (surname, name)
        }
        return Dictionary(people) { first, _ in first }
    }
}
