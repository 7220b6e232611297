import Hummingbird
import Web

/// The rows of a list as first shown, in the address (`rows=3-7.9`: to buy, bought), so that touched rows keep their place.
struct KeptRows {
    private static let name = "rows"

    let open: [Int64]
    let bought: [Int64]

    var ids: [Int64] { open + bought }

    init?(_ request: Request) {
        let parts = Form(query: request.uri.query ?? "")[Self.name].split(separator: ".", omittingEmptySubsequences: false)
        let read = parts.prefix(2).map { part in part.split(separator: "-").prefix(Pagination.size).compactMap { Int64(recordID: $0) } }
        guard let open = read.first else { return nil }
        self.open = open
        bought = read.count > 1 ? read[1] : []
        if ids.isEmpty { return nil }
    }

    func visible(of rows: [ShoppingListRow]) -> (open: [ShoppingListRow], bought: [ShoppingListRow]) {
        let known = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
        return (open.compactMap { known[$0] }, bought.compactMap { known[$0] })
    }

    static func keeping(_ open: [ShoppingListRow], _ bought: [ShoppingListRow], on page: String) -> String {
        let page = without(page)
        guard !open.isEmpty || !bought.isEmpty else { return page }
        let said = { (rows: [ShoppingListRow]) in rows.map { String($0.id) }.joined(separator: "-") }
        return page + (page.contains("?") ? "&" : "?") + "\(name)=\(said(open)).\(said(bought))"
    }

    static func without(_ page: String) -> String {
        let parts = page.split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return page }
        let rest = parts[1].split(separator: "&").filter { !$0.hasPrefix("\(name)=") }
        return rest.isEmpty ? String(parts[0]) : parts[0] + "?" + rest.joined(separator: "&")
    }
}
