import Admin
import Hummingbird
import Web

struct XPathLessonPages: Sendable {
    let classroom: ClassroomPages

    func addRoutes(to router: RouterGroup<Visitor>) {
        router.get("xpath", use: xpath)
    }

    @Sendable private func xpath(_ request: Request, _ visitor: Visitor) throws -> Response {
        let words = classroom.admin.pages.words(for: visitor)
        let typed = Form(query: request.uri.query ?? "")
        let chosen = Examples.pages[typed["page"]] == nil ? "a" : typed["page"]
        let source = Examples.pages[chosen] ?? Examples.pageA
        let expression = typed.has("expression") ? typed["expression"] : "//ul[@id='pubs']/li/b"
        let (found, why) = Self.picked(expression, on: source)
        return try classroom.page(
            "citations/teaching/xpath",
            [
                "title": words("citations.xpath.title"), "source": source, "expression": expression,
                "limit": String(Self.longest), "pages": ClassroomPages.pages(chosen, words),
                "why": why.map { words($0.key, ["longest": String(Self.longest)]) } ?? false,
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
            ], visitor, request, status: why == nil ? .ok : .unprocessableContent)
    }

    private static let longest = 400

    private static func picked(_ expression: String, on page: String) -> ([HTMLElement]?, XPathRefusal?) {
        do throws(XPathRefusal) {
            guard expression.count <= longest else { throw .long }
            return (try HTMLDocument(page)?.select(expression, within: Examples.limit), nil)
        } catch {
            return (nil, error)
        }
    }
}
