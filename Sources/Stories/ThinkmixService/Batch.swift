import Admin

/// Several actions in one sending, as programs of the thesis's web service send them: every action by its name, with its data; credentials
/// where one of them needs somebody.
struct Batch: Equatable, Sendable {
    struct Item: Equatable, Sendable {
        let action: String
        let data: JSON
    }

    let items: [Item]
    let username: String?
    let password: String?

    /// More in one sending is nobody's screen.
    static let most = 30

    init(items: [Item], username: String? = nil, password: String? = nil) {
        (self.items, self.username, self.password) = (items, username, password)
    }

    /// nil for what is no batch.
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

/// What comes back: the data of each action under its name, and what went wrong with which. `success` is about the sending as a whole.
struct BatchAnswer: Sendable {
    private(set) var response: [(key: String, value: JSON)] = []
    private(set) var errors: [JSON] = []
    /// Where the lists among the answers go on, by the names of their actions.
    private(set) var cursors: [(key: String, value: JSON)] = []

    /// For a sending that could not be read at all.
    static func unreadable(_ why: String) -> JSON {
        .object([("response", .object([])), ("errors", .list([])), ("success", .flag(false)), ("message", .text(why))])
    }

    mutating func answer(_ action: String, _ value: JSON, next: String? = nil) {
        response.append((action, value))
        if let next { cursors.append((action, .text(next))) }
    }

    /// - Parameter details: what a program needs to go on, such as the fragments that a branch was continued with.
    mutating func refuse(_ action: String, code: Int, _ name: String, _ details: [(key: String, value: JSON)] = []) {
        var pairs: [(key: String, value: JSON)] = [("action", .text(action)), ("code", .number(code)), ("error", .text(name))]
        pairs += details
        errors.append(.object(pairs))
    }

    func has(_ action: String) -> Bool { response.contains { $0.key == action } }

    /// The cursors stand beside what the thesis has, and only where a list goes on: its programs pass over them.
    var json: JSON {
        let known: [(key: String, value: JSON)] = [
            ("response", .object(response)), ("errors", .list(errors)), ("success", .flag(true)), ("message", .text("")),
        ]
        return .object(known + (cursors.isEmpty ? [] : [("cursors", .object(cursors))]))
    }
}
