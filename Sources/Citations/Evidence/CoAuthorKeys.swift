/// Tells the people of the lists apart by surname and given name. An initial is a given name if only one begins with it.
struct CoAuthorKeys: Sendable {
    private var given: [String: Set<String>] = [:]

    init(_ names: Set<String>) {
        for name in names {
            guard let parts = AuthorNames.parts(of: name), parts.given.count > 1 else { continue }
            given[Self.initial(parts.surname, parts.given), default: []].insert(parts.given)
        }
    }

    func key(of name: String) -> String? {
        guard let (surname, name) = AuthorNames.parts(of: name) else { return nil }
        if name.count > 1 { return surname + " " + name }
        let initial = Self.initial(surname, name)
        guard let known = given[initial], known.count == 1, let only = known.first else { return initial }
        return surname + " " + only
    }

    private static func initial(_ surname: String, _ given: String) -> String { surname + " " + given.prefix(1) }
}
