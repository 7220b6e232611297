import Portal
import Web

/// An address of the product as it is mounted, `/admin/house/products/{id}`, with its method.
public struct RoutePattern: Sendable, Hashable, CustomStringConvertible {
    public let method: String
    public let parts: [String]

    public init(_ route: Route) {
        (method, parts) = (route.method.rawValue, "\(route.path)".split(separator: "/").map(String.init))
    }

    public var path: String { "/" + parts.joined(separator: "/") }
    public var description: String { "\(method) \(path)" }

    /// Where its parameters stand.
    public var places: [Int] { parts.indices.filter { isOpen(parts[$0]) } }

    /// Whether it answers an address without a query.
    public func answers(_ address: [Substring]) -> Bool {
        if parts.last == "**" { return address.count >= parts.count - 1 && zip(parts.dropLast(), address).allSatisfy(fits) }
        return address.count == parts.count && zip(parts, address).allSatisfy(fits)
    }

    /// An address of it.
    /// - Parameter value: what is in the place of a parameter, `{id}`, that is the part of a number.
    public func filled(_ value: (String, Int) -> String) -> String {
        "/" + parts.indices.map { isOpen(parts[$0]) ? value(parts[$0], $0) : parts[$0] }.joined(separator: "/")
    }

    private func isOpen(_ part: String) -> Bool { part.contains("{") || part.contains("*") || part.hasPrefix(":") }
    private func fits(_ part: String, _ given: Substring) -> Bool { isOpen(part) || part == given }
}

extension TestSite {
    /// Every address with its method, those of HEAD left out; in an order that stays.
    public var patterns: [RoutePattern] {
        portal.routes.map(RoutePattern.init).filter { $0.method != "HEAD" }.sorted { $0.description < $1.description }
    }
}

/// Finds the pattern of an address, the one with the fewest parameters first.
public struct RouteIndex: Sendable {
    private let byStart: [String: [RoutePattern]]

    public init(_ patterns: [RoutePattern]) {
        byStart = Dictionary(grouping: patterns) { $0.method + " " + ($0.parts.first ?? "") }
            .mapValues { $0.sorted { $0.places.count < $1.places.count } }
    }

    public func pattern(_ method: String, _ address: String) -> RoutePattern? {
        let parts = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        let near = byStart[method + " " + (parts.first.map(String.init) ?? "")] ?? []
        return near.first { $0.answers(parts) } ?? byStart["\(method) "]?.first { $0.answers(parts) }
    }
}
