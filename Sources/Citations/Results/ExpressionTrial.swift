import Admin

/// What an expression for the titles of an author's page picks on one page of a run.
struct ExpressionTrial: Sendable {
    let document: String
    /// nil when it is no expression that picks elements.
    let titles: [String]?

    var isRefused: Bool { titles == nil }

    static let mostShown = 100

    /// One for each page of the run; lists and Scholar's pages are read without an expression.
    static func all(_ expression: String, on run: Run) async throws -> [ExpressionTrial] {
        try await LongWork.run { step in
            try run.texts(of: .page).filter { ListReader.isPage($0.text) && !ScholarPages.isOne($0.text) }.map { document in
                try step()
                let isShort = expression.count <= Run.longestExpression
                let picked = isShort ? try? HTMLDocument(document.text)?.select(expression, steps: 2_000_000) : nil
                return ExpressionTrial(document: document.name, titles: picked?.map(\.text).filter { !$0.isEmpty })
            }
        }
    }

    /// The first titles, and whether each is one of those that the lists know.
    func shown(beside known: [String], _ run: Run) throws -> [(title: String, isPresent: Bool)] {
        let shown = (titles ?? []).prefix(Self.mostShown)
        let spell = { (title: String) in Spelling(title, run.preset.normalisation) }
        let best = try Matching.best(of: shown.map(spell), among: known.map(spell), threshold: run.titleThreshold)
        return zip(shown, best).map { ($0, $1.map { Matching.reaches($0.percent, run.titleThreshold) } ?? false) }
    }
}
