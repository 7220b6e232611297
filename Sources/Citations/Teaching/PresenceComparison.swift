import Web

/// Which works are on a page: by its text, and by the places of the method of 2011.
struct PresenceComparison: Sendable {
    struct Line: Sendable {
        let title: String
        let sighting: TitleSearch.Sighting?
        let isPlaced: Bool
    }

    let lines: [Line]
    /// False for a text without elements, in which the method of 2011 has no places.
    let hasPlaces: Bool

    init(page: String, works: [ListedWork], step: () throws -> Void = {}) throws {
        var (text, placed): (String, [Matching.Best?]) = (page, works.map { _ in nil })
        hasPlaces = ListReader.isPage(page)
        if hasPlaces {
            var settings = HomePage.Settings(authors: 0, normalisation: .raw, firstPairOnly: true, readsText: true)
            settings.limit = Examples.limit
            let found = try HomePage(page, known: works.map { ($0.title, "") }, settings, step: step)
            text = found.text
            let raw = { (title: String) in NormalizedText(title, .raw) }
            placed = try Matching.best(
                of: works.map { raw($0.title) }, among: found.rows.map { raw($0.title) }, threshold: settings.titles, step: step)
        }
        let search = TitleSearch(text, surnames: [])
        lines = try zip(works, placed).map { work, best in
            try step()
            let isPlaced = best.map { Matching.reaches($0.percent, 80) } ?? false
            return Line(title: work.title, sighting: search.sighting(of: work), isPlaced: isPlaced)
        }
    }

    func values(_ words: Words) -> Values {
        let found = lines.count { $0.sighting?.isSure == true }
        return [
            "summary": words(
                "citations.own.found",
                ["text": String(found), "places": String(lines.count { $0.isPlaced }), "of": String(lines.count)]),
            "hasPlaces": hasPlaces,
            "lines": lines.map { line -> Values in
                [
                    "title": line.title, "text": Self.localized(line.sighting, words),
                    "places": words(line.isPlaced ? "citations.own.yes" : "citations.own.no"),
                ]
            },
        ]
    }

    private static func localized(_ sighting: TitleSearch.Sighting?, _ words: Words) -> String {
        guard let sighting else { return words("citations.own.no") }
        let percent = ["percent": sighting.percent.formatted(words)]
        guard sighting.isSure else { return words("citations.own.unsure", percent) }
        switch sighting.confirmation {
        case .year(let year): return words("citations.own.withYear", percent.merging(["year": String(year)]) { $1 })
        case .coAuthor(let name): return words("citations.own.withCoAuthor", percent.merging(["name": name]) { $1 })
        case nil: return words("citations.own.alone", percent)
        }
    }
}
