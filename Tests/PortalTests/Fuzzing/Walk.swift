import Foundation
import TestSupport
import Web

/// What of a lane was reached by following links: an address of each pattern, and the forms.
struct Walk {
    private(set) var addresses: [RoutePattern: (address: String, walker: Walker)] = [:]
    private(set) var forms: [(form: PageForm, walker: Walker)] = []
    /// Names that stand in the queries of links and forms to a path.
    private(set) var names: [String: Set<String>] = [:]
    private let lane: Lane
    private let index: RouteIndex
    private var seen: Set<String> = []
    private var tries: [RoutePattern: Int] = [:]
    private var known: Set<String> = []

    init(_ lane: Lane, _ patterns: [RoutePattern]) {
        (self.lane, index) = (lane, RouteIndex(patterns))
    }

    /// Some end the session or what is walked through, some answer without an end.
    static func isSpared(_ path: String) -> Bool {
        path.hasSuffix("/events") && path.hasPrefix("/house") || path.hasPrefix("/sign-out") || path.contains("/sign-out")
    }

    /// Every address of this lane without a parameter, and all that these lead to.
    mutating func go(_ walker: Walker, _ patterns: [RoutePattern]) async throws {
        var queue = patterns.filter { $0.method == "GET" && $0.places.isEmpty }.map(\.path)
        var next = 0
        while next < queue.count {
            let address = queue[next]
            next += 1
            guard let pattern = index.pattern("GET", address), Lane.of(pattern.path) == lane, !Self.isSpared(pattern.path),
                addresses[pattern] == nil, tries[pattern, default: 0] < 4, seen.insert("\(walker.name) \(address)").inserted
            else { continue }
            tries[pattern, default: 0] += 1
            let answer = try await walker.get(address)
            guard answer.status < 300 else { continue }
            addresses[pattern] = (address, walker)
            guard answer.headers[.contentType]?.hasPrefix("text/html") == true else { continue }
            let parts = PageParts(answer.text, at: address)
            for link in parts.links {
                note(link)
                queue.append(link)
            }
            for form in parts.forms { add(form, walker) }
        }
        tries = [:]
    }

    private mutating func note(_ link: String) {
        guard let mark = link.firstIndex(of: "?") else { return }
        let pairs = link[link.index(after: mark)...].split(separator: "&").map { String($0.prefix { $0 != "=" }) }
        names[String(link[..<mark]), default: []].formUnion(pairs)
    }

    private mutating func add(_ form: PageForm, _ walker: Walker) {
        guard let pattern = index.pattern(form.method, form.action), Lane.of(pattern.path) == lane, !Self.isSpared(pattern.path) else {
            return
        }
        if form.method == "GET" { names[String(form.action.prefix { $0 != "?" }), default: []].formUnion(form.fields.map(\.name)) }
        let key = "\(pattern) \(Set(form.fields.map(\.name)).sorted())"
        guard known.insert(key).inserted else { return }
        forms.append((form, walker))
        if addresses[pattern] == nil { addresses[pattern] = (String(form.action.prefix { $0 != "?" }), walker) }
    }
}
