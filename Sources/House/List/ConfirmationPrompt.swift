import Hummingbird
import Web

/// Asks before the last piece is removed. The question is in the address (`ask=7`) and at the foot, where it moves nothing.
enum ConfirmationPrompt {
    private static let name = "ask"

    static func of(_ request: Request) -> Int64? { Int64(recordID: Form(query: request.uri.query ?? "")[name]) }

    static func asking(_ item: Int64, on page: String) -> String {
        let page = without(page)
        return page + (page.contains("?") ? "&" : "?") + "\(name)=\(item)"
    }

    static func without(_ page: String) -> String {
        let parts = page.split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return page }
        let rest = parts[1].split(separator: "&").filter { !$0.hasPrefix("\(name)=") }
        return rest.isEmpty ? String(parts[0]) : parts[0] + "?" + rest.joined(separator: "&")
    }

    static func question(_ item: Int64, _ name: String, on page: String, _ words: Words) -> Values {
        [
            "text": words("living.list.askOut", ["name": name]), "stay": without(page), "stayLabel": words("living.list.keep"),
            "action": "/house/list/items/\(item)/removal", "fields": [["name": "next", "value": without(page)] as Values],
            "label": words("living.list.yesOut"), "icon": "trash",
        ]
    }
}
