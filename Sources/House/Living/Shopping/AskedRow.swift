import Hummingbird
import Web

/// The row of which a page asks "Take it out?": the last piece goes only when somebody says so. The question stands in the address
/// (`ask=7`), in the row itself, so that it works without script and nothing jumps up.
enum AskedRow {
    private static let name = "ask"

    static func of(_ request: Request) -> Int64? { Int64(recordID: Form(query: request.uri.query ?? "")[name]) }

    /// A page with the question.
    static func asking(_ item: Int64, on page: String) -> String {
        let page = without(page)
        return page + (page.contains("?") ? "&" : "?") + "\(name)=\(item)"
    }

    /// The same page without the question.
    static func without(_ page: String) -> String {
        let parts = page.split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return page }
        let rest = parts[1].split(separator: "&").filter { !$0.hasPrefix("\(name)=") }
        return rest.isEmpty ? String(parts[0]) : parts[0] + "?" + rest.joined(separator: "&")
    }
}
