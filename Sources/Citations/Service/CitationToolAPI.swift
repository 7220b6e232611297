import Admin
import HTTPTypes
import Hummingbird
import Web

/// `…/tools`: the public tools of the lessons. They store nothing and limit their work.
struct CitationToolAPI: Sendable {
    let service: CitationService

    static let routes: [CitationRoute] = [
        CitationRoute(.post, "tools/similarity", "similarity", .open { try await Self(service: $2).similarity($0, $1) }) {
            let text = Shape.text(0...Tools.longestText)
            $0.sent = Shape.object(
                ["a": text, "b": text, "normalisation": Shape.orNull(Tools.normalisations)], optional: ["normalisation"])
            $0.answer = Tools.similarity
        },
        CitationRoute(.post, "tools/h-index", "hIndex", .open { try await Self(service: $2).hIndex($0, $1) }) {
            let citations = Shape.list(.whole(0, Tools.mostCitations), 0...Tools.mostRows)
            let enabled = Shape.orNull(Shape.list(Shape.flag, 0...Tools.mostRows))
            $0.sent = Shape.object(["citations": citations, "enabled": enabled], optional: ["enabled"])
            $0.answer = Tools.hIndex
        },
        CitationRoute(.post, "tools/xpath", "xpath", .open { try await Self(service: $2).xpath($0, $1) }) {
            $0.sent = Shape.object(["html": Shape.text(1...Tools.longestPicked), "xpath": Shape.text(1...Run.longestExpression)])
            $0.answer = Tools.xpath
        },
        CitationRoute(.post, "tools/wrapper", "wrapper", .open { try await Self(service: $2).wrapper($0, $1) }) {
            let titles = Shape.list(Shape.text(1...Tools.longestTitle), 1...Tools.mostTitles)
            $0.sent = Shape.object(
                [
                    "html": Shape.text(1...Tools.longestPage), "titles": titles,
                    "threshold": Shape.orNull(.whole(Tools.leastThreshold, 100, default: 80)),
                    "normalisation": Shape.orNull(Tools.normalisations),
                ], optional: ["threshold", "normalisation"])
            $0.answer = Tools.wrapper
        },
    ]
}

private enum Tools {
    static let longestText = 500
    /// Characters up to which the whole distance table is returned.
    static let longestInMatrix = 40
    static let mostRows = 1_000
    static let mostCitations = 9_999_999
    static let longestPage = 100_000
    /// Characters of a page for a custom expression, each step of which may read all of it.
    static let longestPicked = 50_000
    static let mostNodes = 200
    static let longestNode = 500
    static let mostTitles = 20
    static let longestTitle = 200
    /// Below it everything matches and the search does not end.
    static let leastThreshold = 50
    /// Of the processor, for an expression on a page of that size.
    static let limit = Duration.milliseconds(200)
    static let longestSearch = Duration.seconds(1)

    static let normalisations = Shape.choice(Normalisation.allCases.map(\.rawValue))
    static let similarity = Shape.object([
        "distance": Shape.count, "percent": Shape.decimal, "normalisation": normalisations, "longer": Shape.count,
        "alignment": Shape.list(
            Shape.object([
                "act": Shape.choice(["same", "change", "delete", "insert"]), "a": Shape.orNull(Shape.text), "b": Shape.orNull(Shape.text),
            ])),
        "matrix": Shape.orNull(Shape.list(Shape.list(Shape.count))),
    ])
    static let hIndex = Shape.object([
        "h": Shape.count, "g": Shape.count, "i10": Shape.count, "e": Shape.decimal, "works": Shape.count, "total": Shape.count,
        "mean": Shape.decimal, "median": Shape.decimal,
        "rows": Shape.list(
            Shape.object(["citations": Shape.count, "enabled": Shape.flag, "rank": Shape.orNull(Shape.id), "state": WorkAnswer.standings])),
    ])
    static let node = Shape.object(["text": Shape.text, "path": Shape.text])
    static let xpath = Shape.object(["count": Shape.count, "isCut": Shape.flag, "nodes": Shape.list(node)])
    static let wrapper = Shape.object([
        "anchors": Shape.list(HomePage.Trace.Found.shape), "pairs": Shape.list(HomePage.Trace.Pick.shape),
        "xpath": Shape.text, "count": Shape.count, "isCut": Shape.flag, "results": Shape.list(Shape.text),
        "warnings": Shape.list(Shape.text),
    ])
}

extension CitationToolAPI {
    fileprivate func similarity(_ request: Request, _ visitor: Visitor) async throws -> Response {
        var sent = try await SentValues(request, service.words(visitor))
        sent.need("a", "b")
        let (a, b) = (sent.text("a", 0...Tools.longestText) ?? "", sent.text("b", 0...Tools.longestText) ?? "")
        let normalisation = sent.choice("normalisation") ?? Normalisation.folded
        try sent.finish()
        let matrix = EditMatrix(normalisation(a), normalisation(b))
        let longer = max(matrix.a.count, matrix.b.count)
        let columns = matrix.path.columns.map { column in
            JSON.values([
                "act": .text(column.act.rawValue), "a": .optional(column.a.map { String($0) }), "b": .optional(column.b.map { String($0) }),
            ])
        }
        return .json(
            .values([
                "distance": .number(matrix.distance),
                "percent": .decimal(Similarity(to: NormalizedText(a, normalisation)).percent(NormalizedText(b, normalisation))),
                "normalisation": .text(normalisation.rawValue), "longer": .number(longer), "alignment": .list(columns),
                "matrix": longer > Tools.longestInMatrix ? .null : .list(matrix.rows.map { .list($0.map(JSON.number)) }),
            ]))
    }

    fileprivate func hIndex(_ request: Request, _ visitor: Visitor) async throws -> Response {
        var sent = try await SentValues(request, service.words(visitor))
        sent.need("citations")
        let (range, bounds) = (0...Tools.mostCitations, ["from": "0", "to": String(Tools.mostCitations)])
        let citations = sent.list("citations", 0...Tools.mostRows, "numbers", bounds) { $0.number(in: range) } ?? []
        let enabled = sent.list("enabled", citations.count...citations.count, "flags", each: \.flag)
        try sent.finish()
        let counted = citations.enumerated().map { Counted(citations: $1, isIn: enabled?[$0] ?? true) }
        let (indexes, ranking) = (Indexes(counted, in: 2000), Ranking(counted))
        let rows = counted.enumerated().map { index, row in
            JSON.values([
                "citations": .number(row.citations), "enabled": .flag(row.isIn), "rank": .optional(ranking.ranks[index]),
                "state": .text(ranking.standings[index].rawValue),
            ])
        }
        return .json(
            .values([
                "h": .number(indexes.h), "g": .number(indexes.g), "i10": .number(indexes.i10), "e": .decimal(indexes.e),
                "works": .number(indexes.works), "total": .number(indexes.total), "mean": .decimal(indexes.mean),
                "median": .decimal(indexes.median), "rows": .list(rows),
            ]))
    }

    fileprivate func xpath(_ request: Request, _ visitor: Visitor) async throws -> Response {
        var sent = try await SentValues(request, service.words(visitor))
        sent.need("html", "xpath")
        let html = TypedText.clean(Array((sent.text("html", 1...Tools.longestPicked) ?? "").utf8))
        let expression = TypedText.clean(Array((sent.text("xpath", 1...Run.longestExpression) ?? "").utf8))
        if !html.isEmpty, !expression.isEmpty {
            switch await Self.picked(expression, on: html) {
            case .success(.some(let answer)):
                try sent.finish()
                return .json(answer)
            case .success(.none): sent.refuse("html", "citations.service.values.page")
            case .failure(let why): sent.refuse("xpath", why.key)
            }
        }
        try sent.finish()
        throw HTTPError(.badRequest)
    }

    private static func picked(_ expression: String, on html: String) async -> Result<JSON?, XPathRefusal> {
        // A long evaluation must not delay others.
        let picked = try? await DedicatedThread.run { _ -> Result<JSON?, XPathRefusal> in
            guard let document = HTMLDocument(html) else { return .success(nil) }
            return Result { () throws(XPathRefusal) in try document.select(expression, within: Tools.limit) }.map { found in
                let nodes = found.prefix(Tools.mostNodes).map { node in
                    JSON.values(["text": .text(String(node.text.prefix(Tools.longestNode))), "path": .text(node.path)])
                }
                return .values(["count": .number(found.count), "isCut": .flag(found.count > nodes.count), "nodes": .list(nodes)])
            }
        }
        return picked ?? .failure(.endless)
    }

    fileprivate func wrapper(_ request: Request, _ visitor: Visitor) async throws -> Response {
        var sent = try await SentValues(request, service.words(visitor))
        sent.need("html", "titles")
        let html = sent.text("html", 1...Tools.longestPage) ?? ""
        let longest = ["longest": String(Tools.longestTitle)]
        let titles = sent.list("titles", 1...Tools.mostTitles, "texts", longest) { $0.text(1...Tools.longestTitle) } ?? []
        let threshold = sent.number("threshold", in: Tools.leastThreshold...100) ?? 80
        let normalisation = sent.choice("normalisation") ?? Normalisation.folded
        try sent.finish()
        let settings = HomePage.Settings(titles: threshold, authors: 0, normalisation: normalisation, limit: Tools.limit)
        do {
            let found = try await DedicatedThread.run(until: .now + Tools.longestSearch) { step in
                try HomePage(
                    TypedText.clean(Array(html.utf8)), known: titles.map { (TypedText.clean(Array($0.utf8)), "") }, settings, step: step)
            }
            return .json(answer(found))
        } catch is DedicatedThread.TooLong {
            throw Problem(.contentTooLarge, "limitExceeded")
        }
    }

    private func answer(_ found: HomePage) -> JSON {
        .values([
            "anchors": .list(found.trace.anchors.map(\.json)), "pairs": .list(found.trace.picks.map(\.json)),
            "xpath": .text(found.trace.expression),
            "count": .number(found.rows.count), "isCut": .flag(found.rows.count > Tools.mostNodes),
            "results": .list(found.rows.prefix(Tools.mostNodes).map { .text(String($0.title.prefix(Tools.longestNode))) }),
            "warnings": .list(found.warnings.map { .text(RunAnswer.code(of: $0.rawValue)) }),
        ])
    }
}
