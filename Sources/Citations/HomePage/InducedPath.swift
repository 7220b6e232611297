/// An expression made from two elements: the path from their nearest common ancestor.
struct InducedPath: Sendable, Equatable {
    let steps: [String]
    var expression: String { "//" + steps.joined(separator: "/") }

    /// Climbs while names match, keeping shared attributes. `ignoresAccidents` drops those of link targets and appearance.
    init(_ a: HTMLElement, _ b: HTMLElement, ignoresAccidents: Bool) {
        var (a, b): (HTMLElement?, HTMLElement?) = (a, b)
        var steps: [String] = []
        while let one = a, let other = b, one.name == other.name {
            let shared = one.attributes.filter { name, value in
                !(ignoresAccidents && Self.isAccident(name)) && other[name] == value
            }
            steps.append(one.name + shared.map { "[@\($0.name)=\(Self.literal($0.value))]" }.joined())
            if one == other { break }
            (a, b) = (one.parent, other.parent)
        }
        self.steps = steps.reversed()
    }

    private static func isAccident(_ name: String) -> Bool { ["href", "src", "style"].contains(name) || name.hasPrefix("on") }

    /// An XPath 1.0 string literal, which has no escapes.
    static func literal(_ text: String) -> String {
        if !text.contains("'") { return "'\(text)'" }
        if !text.contains("\"") { return "\"\(text)\"" }
        let parts = text.split(separator: "'", omittingEmptySubsequences: false).map { "'\($0)'" }
        return "concat(" + parts.joined(separator: ", \"'\", ") + ")"
    }
}
