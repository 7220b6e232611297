/// An expression that was made from two elements: from the nearest element that holds both down to them.
struct InducedPath: Sendable, Equatable {
    /// The steps, the outermost first: `ul[@id='pubs']`.
    let steps: [String]
    var expression: String { "//" + steps.joined(separator: "/") }

    /// Goes up from both elements at once, noting the name and the attributes that they share, until they meet or differ.
    /// - Parameter ignoresAccidents: leaves out attributes that say where a link leads or how it looks here.
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

    /// A text as XPath 1.0 writes it, which knows no escapes.
    static func literal(_ text: String) -> String {
        if !text.contains("'") { return "'\(text)'" }
        if !text.contains("\"") { return "\"\(text)\"" }
        let parts = text.split(separator: "'", omittingEmptySubsequences: false).map { "'\($0)'" }
        return "concat(" + parts.joined(separator: ", \"'\", ") + ")"
    }
}
