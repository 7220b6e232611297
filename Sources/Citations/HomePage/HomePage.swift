struct HomePage: Sendable {
    struct Row: Sendable, Equatable {
        var title: String
        var authors: String
        /// The folded title on the page, regardless of corrections.
        let identity: String
        /// The year that a list says or that is near the title, where there is one only.
        var year: Int?
        /// Whether the title was found in the text and not by its place in the page.
        var isFromText = false

        init(title: String, authors: String = "", identity: String? = nil, year: Int? = nil, isFromText: Bool = false) {
            (self.title, self.authors, self.identity) = (title, authors, identity ?? title.foldedTitle)
            (self.year, self.isFromText) = (year, isFromText)
        }
    }

    enum Warning: String, Sendable, Codable { case noAnchor, oneTitle, authorsMismatch, badExpression, slowExpression, cut }

    struct Trace: Sendable, Codable, Equatable {
        struct Found: Sendable, Codable, Equatable {
            let text: String
            let known: String
            let percent: Double
            let tag: String
        }
        struct Pick: Sendable, Codable, Equatable {
            let first: String
            let second: String
            let steps: [String]
            let count: Int
        }
        var anchors: [Found] = []
        var picks: [Pick] = []
        var expression = ""
        var authorsExpression = ""
    }

    private(set) var rows: [Row] = []
    private(set) var trace = Trace()
    private(set) var warnings: [Warning] = []
    /// What a reader sees of the page, or of the elements that a person's expression picks; empty unless asked for.
    private(set) var text = ""

    struct Settings: Sendable {
        var titles = 80
        var authors = 68
        var normalisation = Normalisation.folded
        var firstPairOnly = false
        var expression = ""
        var readsText = false
        /// Of the processor, for one expression.
        var limit = Duration.seconds(2)
    }

    static let mostRows = 2_000

    init(_ text: String, known: [(title: String, authors: String)], _ settings: Settings, step: () throws -> Void = {}) throws {
        guard let document = HTMLDocument(text) else {
            warnings = [.noAnchor]
            return
        }
        let elements = document.elements
        let search = AnchorSearch(known.map(\.title), threshold: max(1, settings.titles), settings.normalisation)
        let anchors = try search.anchors(in: elements, step: step)
        trace.anchors = anchors.prefix(200).map {
            Trace.Found(text: $0.text, known: known[$0.known].title, percent: $0.percent, tag: $0.element.name)
        }
        let titles: [HTMLElement]
        if settings.expression.isEmpty {
            if anchors.count < 2 { warnings.append(anchors.isEmpty ? .noAnchor : .oneTitle) }
            let wrapper = try Wrapper(document, anchors: anchors, firstPairOnly: settings.firstPairOnly, limit: settings.limit, step: step)
            trace.picks = wrapper.picks.map {
                Trace.Pick(first: $0.first.text, second: $0.second.text, steps: $0.path.steps, count: $0.results.count)
            }
            trace.expression = wrapper.expression
            titles = wrapper.results
        } else {
            trace.expression = settings.expression
            do throws(XPathRefusal) {
                titles = try document.select(settings.expression, within: settings.limit)
            } catch {
                titles = []
                warnings.append([.endless, .unavailable].contains(error) ? .slowExpression : .badExpression)
            }
        }
        if settings.readsText {
            let seen = settings.expression.isEmpty ? document.root.map { [$0] } ?? [] : titles
            self.text = seen.map(\.visibleText).joined(separator: "\n")
        }
        if titles.count > Self.mostRows { warnings.append(.cut) }
        rows = titles.prefix(Self.mostRows).map { Row(title: $0.text) }.filter { !$0.title.isEmpty }
        if settings.authors > 0, !rows.isEmpty { try addAuthors(document, elements, known.map(\.authors), settings, step) }
        rows = Self.distinct(rows, settings.normalisation)
    }

    private mutating func addAuthors(
        _ document: HTMLDocument, _ elements: [HTMLElement], _ known: [String], _ settings: Settings, _ step: () throws -> Void
    ) throws {
        var seen: Set<String> = [""]
        let distinct = known.filter { seen.insert($0).inserted }
        let search = AnchorSearch(distinct, threshold: settings.authors, settings.normalisation)
        let anchors = try search.anchors(in: elements, step: step)
        guard !anchors.isEmpty else { return }
        let wrapper = try Wrapper(document, anchors: anchors, firstPairOnly: settings.firstPairOnly, limit: settings.limit, step: step)
        let lists =
            [(wrapper.expression, wrapper.results)] + (settings.firstPairOnly ? [] : wrapper.picks.map { ($0.path.expression, $0.results) })
        // Authors match titles by position, so both need the same number.
        guard let (expression, found) = lists.first(where: { $0.1.count == rows.count }) else {
            warnings.append(.authorsMismatch)
            return
        }
        trace.authorsExpression = expression
        for (index, element) in found.enumerated() { rows[index].authors = element.text }
    }

    /// Removes duplicate titles; the 2011 method compares them exactly.
    private static func distinct(_ rows: [Row], _ normalisation: Normalisation) -> [Row] {
        var seen: Set<String> = []
        return rows.filter { seen.insert(normalisation == .raw ? $0.title : $0.title.foldedTitle).inserted }
    }
}
