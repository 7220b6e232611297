import Foundation
import TestSupport
import Web

/// What of a lane was reached by following links: an address of each pattern, and the forms, each with everybody who reached it.
struct Walk {
    /// The forms of one address as one person found them; together they have every field that they found.
    struct Found {
        let walker: Walker
        fileprivate(set) var forms: [PageForm] = []
        fileprivate(set) var names: Set<String> = []
    }

    private(set) var addresses: [RoutePattern: [(address: String, walker: Walker)]] = [:]
    /// In the order in which they were found.
    private(set) var patterns: [RoutePattern] = []
    private(set) var forms: [RoutePattern: [Found]] = [:]
    /// Names that stand in the queries of links and forms to a path.
    private(set) var names: [String: Set<String>] = [:]
    private let lane: Lane
    private let index: RouteIndex

    init(_ lane: Lane, _ patterns: [RoutePattern]) {
        (self.lane, index) = (lane, RouteIndex(patterns))
    }

    /// Some end the session or what is walked through, some answer without an end.
    static func isSpared(_ path: String) -> Bool {
        path.hasSuffix("/events") && path.hasPrefix("/house") || path.hasPrefix("/sign-out") || path.contains("/sign-out")
    }

    /// A field by its name, with every number in it the same: rows of a form share their code.
    static func name(of field: PageForm.Field) -> String { field.name.replacing(#/\d+/#, with: "0") }

    /// Every field of every form, and every person with each form that they reach.
    var places: Set<String> {
        forms.reduce(into: []) { places, one in
            for found in one.value {
                places.formUnion(found.names.map { "\(one.key) \($0)" } + ["\(one.key) by \(found.walker.name)"])
            }
        }
    }

    /// Every address of this lane without a parameter that lets this person in, and all that these lead to.
    mutating func go(_ walker: Walker, _ patterns: [RoutePattern]) async throws {
        var (reached, seen, tries): (Set<RoutePattern>, Set<String>, [RoutePattern: Int]) = ([], [], [:])
        var queue = patterns.filter { $0.method == "GET" && $0.places.isEmpty }.map(\.path)
        var next = 0
        while next < queue.count {
            let address = queue[next]
            next += 1
            guard let pattern = index.pattern("GET", address), Lane.of(pattern.path) == lane, !Self.isSpared(pattern.path),
                !reached.contains(pattern), tries[pattern, default: 0] < 4, walker.isLetIn(pattern), seen.insert(address).inserted
            else { continue }
            tries[pattern, default: 0] += 1
            let answer = try await walker.get(address)
            guard answer.status < 300 else { continue }
            reached.insert(pattern)
            addresses[pattern, default: []].append((address, walker))
            guard answer.headers[.contentType]?.hasPrefix("text/html") == true else { continue }
            let parts = PageParts(answer.text, at: address)
            for link in parts.links {
                note(link)
                queue.append(link)
            }
            for form in parts.forms { add(form, walker) }
        }
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
        if forms[pattern] == nil { patterns.append(pattern) }
        var all = forms[pattern] ?? []
        if all.last?.walker !== walker { all.append(Found(walker: walker)) }
        let known = all[all.count - 1].names
        let fresh = Set(form.fields.map(Self.name)).subtracting(known)
        if known.isEmpty && all[all.count - 1].forms.isEmpty || !fresh.isEmpty {
            all[all.count - 1].forms.append(form)
            all[all.count - 1].names.formUnion(fresh)
        }
        forms[pattern] = all
        if addresses[pattern]?.last?.walker !== walker {
            addresses[pattern, default: []].append((String(form.action.prefix { $0 != "?" }), walker))
        }
    }
}
