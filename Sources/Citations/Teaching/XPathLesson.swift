import Admin
import Hummingbird
import Web

extension TeachingPages {
    /// `GET /citations/xpath?page=a&expression=//li/b`: what an expression picks on one of the example pages.
    @Sendable func xpath(_ request: Request, _ visitor: Visitor) throws -> Response {
        let words = desk.pages.words(for: visitor)
        let typed = Form(query: request.uri.query ?? "")
        let chosen = Examples.pages[typed["page"]] == nil ? "a" : typed["page"]
        let source = Examples.pages[chosen] ?? Examples.pageA
        let expression = typed.has("expression") ? String(typed["expression"].prefix(400)) : "//ul[@id='pubs']/li/b"
        // A few thousand steps are a hundred times what a page this small needs.
        let found = try? HTMLDocument(source)?.select(expression, steps: 50_000)
        return try page(
            "xpath",
            [
                "title": words("citations.xpath.title"), "source": source, "expression": expression, "pages": Self.pages(chosen, words),
                "why": found == nil ? words("citations.xpath.refused") : false,
                "count": found.map { words("citations.xpath.count", count: $0.count) } ?? false,
                "rows": (found ?? []).prefix(200).map { element -> Values in
                    [
                        "name": element.name, "text": element.text,
                        "attributes": element.attributes.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: " "),
                    ]
                },
                "examples": ["//li/b", "//ul[@id='j']/li/b | //ul[@id='c']/li/b", "//li[2]/*[1]", "//b[contains(., 'edge')]"].map {
                    ["expression": $0, "href": "/citations/xpath".appendingQuery([("page", chosen), ("expression", $0)])] as Values
                },
            ], visitor, request, status: found == nil ? .unprocessableContent : .ok)
    }
}
