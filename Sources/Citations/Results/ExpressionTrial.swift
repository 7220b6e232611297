import Admin

struct ExpressionTrial: Sendable {
    let document: String
    let titles: [String]
    var refusal: XPathRefusal?

    static let mostShown = 100

    static func all(_ expression: String, on run: Run) async throws -> [ExpressionTrial] {
        try await DedicatedThread.run { step in
            try run.texts(of: .page).filter { ListReader.isPage($0.text) && !ScholarPages.isOne($0.text) }.map { document in
                try step()
                return ExpressionTrial(expression, on: document)
            }
        }
    }

    private init(_ expression: String, on page: Analysis.Document) {
        document = page.name
        do throws(XPathRefusal) {
            guard expression.count <= Run.longestExpression else { throw .long }
            titles = try HTMLDocument(page.text)?.select(expression).map(\.text).filter { !$0.isEmpty } ?? []
        } catch {
            (titles, refusal) = ([], error)
        }
    }

    static func refusal(of expression: String, _ trials: [ExpressionTrial]) -> XPathRefusal? {
        if expression.isEmpty { return nil }
        let somePage = Analysis.Document(name: "", text: "<p>x</p>")
        return (trials.isEmpty ? [ExpressionTrial(expression, on: somePage)] : trials).lazy.compactMap(\.refusal).first
    }

    func shown(beside known: [String], _ run: Run) throws -> [(title: String, isPresent: Bool)] {
        let shown = titles.prefix(Self.mostShown)
        let spell = { (title: String) in NormalizedText(title, run.preset.normalisation) }
        let best = try Matching.best(of: shown.map(spell), among: known.map(spell), threshold: run.titleThreshold)
        return zip(shown, best).map { ($0, $1.map { Matching.reaches($0.percent, run.titleThreshold) } ?? false) }
    }
}
