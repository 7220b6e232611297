import Admin
import Hummingbird
import Web

/// Public lessons on the h-index, comparing titles and reading pages. They store nothing.
struct ClassroomPages: Sendable {
    let admin: AdminContext

    func addRoutes(to router: RouterGroup<Visitor>) {
        router.get("", use: index)
        router.get("h-index", use: hIndex)
        router.get("edit-distance", use: editDistance)
        router.get("home-page", use: homePage)
    }

    func page(
        _ template: String, _ values: Values, _ visitor: Visitor, _ request: Request, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        try admin.pages.page(template, values, for: visitor, request: request, status: status)
    }

    @Sendable func index(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let words = admin.pages.words(for: visitor)
        let profiles = try await admin.database.read { try AuthorProfile.all($0) }
        let names = ["h", "g", "i10", "e", "m", "hNormalised", "hm", "hIndividual", "hAnnual", "a", "r", "hg", "contemporary", "hOthers"]
        return try page(
            "citations/teaching/index",
            [
                "title": words("citations.name"),
                "profiles": profiles.map { ["name": $0.name, "href": AuthorProfile.address($0.author)] as Values },
                "terms": names.map { ["name": words("citations.indexes.\($0)"), "meaning": words("citations.meanings.\($0)")] as Values },
            ], visitor, request)
    }

    @Sendable func hIndex(_ request: Request, _ visitor: Visitor) throws -> Response {
        let words = admin.pages.words(for: visitor)
        let typed = Form(query: request.uri.query ?? "")
        let text = typed.has("numbers") ? String(typed["numbers"].prefix(4_000)) : "10 8 4 4 4 4 2"
        let typedNumbers = text.split { $0.isWhitespace || ",;".contains($0) }.map { ($0, Self.number($0)) }
        let works = typedNumbers.compactMap(\.1).prefix(Self.mostNumbers).map { Counted(citations: $0) }
        let unread = typedNumbers.filter { $0.1 == nil }.map(\.0).prefix(5).joined(separator: " ")
        let indexes = Indexes(works, in: 2000)
        return try page(
            "citations/teaching/h-index",
            [
                "title": words("citations.teaching.hIndex.title"), "numbers": text, "none": works.isEmpty,
                "unread": unread.isEmpty ? false : words("citations.teaching.hIndex.unread", ["what": unread]), "h": String(indexes.h),
                "g": String(indexes.g), "i10": String(indexes.i10), "e": indexes.e.formatted(words, places: 100),
                "chart": works.isEmpty ? false : RankChart(works).values(words), "working": WorkingTable.rows(works, words, most: 100),
            ], visitor, request)
    }

    private static let mostNumbers = 500

    /// Parses `12`, `1.234` and `12.0`; nil for others, such as `-3` and `12.5`.
    private static func number(_ text: Substring) -> Int? {
        text.first?.isNumber == true && text.allSatisfy { $0.isASCII && $0.isNumber || ".'’".contains($0) } ? ListText.count(text) : nil
    }

    @Sendable func editDistance(_ request: Request, _ visitor: Visitor) throws -> Response {
        let words = admin.pages.words(for: visitor)
        let typed = Form(query: request.uri.query ?? "")
        let isTyped = typed.has("a") || typed.has("b")
        let (a, b) = isTyped ? (String(typed["a"].prefix(40)), String(typed["b"].prefix(40))) : ("gtgcca", "ggcga")
        let normalisation: Normalisation = typed["folded"] == "yes" ? .folded : .raw
        let matrix = EditMatrix(Array(normalisation(a).prefix(40)), Array(normalisation(b).prefix(40)))
        let path = matrix.path
        let percent = Similarity(to: NormalizedText(a, normalisation)).percent(NormalizedText(b, normalisation))
        return try page(
            "citations/teaching/edit-distance",
            [
                "title": words("citations.teaching.distance.title"), "a": a, "b": b, "folded": normalisation == .folded,
                "distance": String(matrix.distance), "percent": percent.formatted(words, places: 100),
                "hasLetters": matrix.a.count + matrix.b.count > 0, "longer": String(max(matrix.a.count, matrix.b.count)),
                "heads": matrix.b.map { Self.sign($0) },
                "rows": matrix.rows.enumerated().map { i, row -> Values in
                    [
                        "head": i == 0 ? "ε" : Self.sign(matrix.a[i - 1]),
                        "cells": row.enumerated().map { j, cost -> Values in ["cost": String(cost), "isOn": path.cells.contains([i, j])] },
                    ]
                },
                "columns": path.columns.map { column -> Values in
                    [
                        "a": column.a.map(Self.sign) ?? "–", "b": column.b.map(Self.sign) ?? "–", "act": column.act.rawValue,
                        "text": words("citations.teaching.distance.\(column.act.rawValue)"),
                    ]
                },
            ], visitor, request)
    }

    private static func sign(_ scalar: Unicode.Scalar) -> String { scalar.properties.isWhitespace ? "␣" : String(scalar) }

    static func pages(_ chosen: String, _ words: Words) -> [Values] {
        Examples.pages.keys.sorted().map { name in
            ["value": name, "label": words("citations.teaching.page.\(name)"), "checked": name == chosen]
        }
    }

    @Sendable func homePage(_ request: Request, _ visitor: Visitor) throws -> Response {
        let words = admin.pages.words(for: visitor)
        let typed = Form(query: request.uri.query ?? "")
        let chosen = Examples.pages[typed["page"]] == nil ? "a" : typed["page"]
        var method = Method()
        method.preset = Preset(rawValue: typed["method"]) ?? .improved
        let known = Examples.works
        let text = Examples.pages[chosen] ?? Examples.pageA
        let found = try HomePage(text, known: known.map { ($0.title, $0.authors) }, method.homePage)
        let analysis = try Analysis(
            lists: [Analysis.Document(name: "", text: Examples.list)], pages: [Analysis.Document(name: "", text: text)], method)
        let counted = analysis.works.map { work in
            Counted(citations: work.listed.citations ?? 0, isIn: work.best.map { Matching.reaches($0.percent, method.titles) } ?? false)
        }
        var values: Values = [
            "title": words("citations.teaching.page.title"), "source": text,
            "pages": Self.pages(chosen, words),
            "methods": Preset.allCases.map { preset -> Values in
                ["value": preset.rawValue, "label": words("citations.preset.\(preset.rawValue)"), "checked": preset == method.preset]
            },
            "rows": found.rows.map { ["title": $0.title, "authors": $0.authors] as Values },
            "result": words(
                "citations.teaching.page.result",
                [
                    "h": String(Ranking(counted).h), "all": String(Ranking(counted.map { Counted(citations: $0.citations) }).h),
                    "kept": String(counted.count { $0.isIn }), "of": String(counted.count),
                ]),
        ]
        values.merge(found.trace.values(words)) { $1 }
        return try page("citations/teaching/home-page", values, visitor, request)
    }
}
