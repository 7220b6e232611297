import Admin

/// Several actions in one request, as the thesis's clients send them: each by name with its data, plus credentials where needed.
struct Batch: Equatable, Sendable {
    struct Item: Equatable, Sendable {
        let action: String
        let data: JSON
    }

    let items: [Item]
    let username: String?
    let password: String?

    static let most = 30

    init(items: [Item], username: String? = nil, password: String? = nil) {
        (self.items, self.username, self.password) = (items, username, password)
    }

    init?(_ json: JSON) {
        guard let actions = json["actions"]?.list, actions.count <= Self.most else { return nil }
        var items: [Item] = []
        for action in actions {
            guard let name = action["action"]?.text else { return nil }
            items.append(Item(action: name, data: action["data"] ?? .object([])))
        }
        self.items = items
        (username, password) = (json["username"]?.text, json["password"]?.text)
    }
}

/// The answers: each action's data by name, and errors by action. `success` concerns the whole batch.
struct BatchAnswer: Sendable {
    private(set) var response: [(key: String, value: JSON)] = []
    private(set) var errors: [JSON] = []
    private(set) var cursors: [(key: String, value: JSON)] = []

    static func unreadable(_ why: String) -> JSON {
        .object([("response", .object([])), ("errors", .list([])), ("success", .flag(false)), ("message", .text(why))])
    }

    mutating func answer(_ action: String, _ value: JSON, next: String? = nil) {
        response.append((action, value))
        if let next { cursors.append((action, .text(next))) }
    }

    /// `details` holds what a program needs to continue, such as the fragments that a branch was continued with.
    mutating func refuse(_ action: String, code: Int, _ name: String, _ details: [(key: String, value: JSON)] = []) {
        var pairs: [(key: String, value: JSON)] = [("action", .text(action)), ("code", .number(code)), ("error", .text(name))]
        pairs += details
        errors.append(.object(pairs))
    }

    func has(_ action: String) -> Bool { response.contains { $0.key == action } }

    /// Cursors extend the thesis's format and appear only where a list continues, so its clients ignore them.
    var json: JSON {
        let known: [(key: String, value: JSON)] = [
            ("response", .object(response)), ("errors", .list(errors)), ("success", .flag(true)), ("message", .text("")),
        ]
        return .object(known + (cursors.isEmpty ? [] : [("cursors", .object(cursors))]))
    }
}
