/// With whom the author wrote: for each person the works of the core that they share.
struct CoAuthorGraph: Sendable {
    typealias Person = (key: String, name: String)

    let people: [[Person]]
    private let shared: [String: Set<Int>]
    /// Works that a chain of co-authors joins have one number.
    private let groups: [Int]
    private let coreOfGroup: [Int: Int]
    private let core: Set<Int>

    /// `others` are works of people with another given name: nothing is joined through them.
    init(_ authors: [[String]], core: Set<Int>, others: Set<Int>, surnames: [String]) {
        let keys = CoAuthorKeys(Set(authors.joined()))
        // Names return in many works.
        var known: [String: String?] = [:]
        func key(_ name: String) -> String? {
            if let found = known[name] { return found }
            let isOwn = surnames.contains(where: AuthorNames(name).include)
            let key = isOwn ? nil : keys.key(of: name)
            known.updateValue(key, forKey: name)
            return key
        }
        people = authors.map { names in
            var seen: Set<String> = []
            return names.compactMap { name in key(name).flatMap { seen.insert($0).inserted ? ($0, name) : nil } }
        }
        var shared: [String: Set<Int>] = [:]
        for index in core {
            for (key, _) in people[index] { shared[key, default: []].insert(index) }
        }
        (self.shared, self.core) = (shared, core)
        groups = Self.groups(people, others)
        coreOfGroup = core.reduce(into: [:]) { [groups] in $0[groups[$1], default: 0] += 1 }
    }

    private static func groups(_ people: [[Person]], _ others: Set<Int>) -> [Int] {
        var parents = Array(people.indices)
        func root(_ index: Int) -> Int {
            var index = index
            while parents[index] != index {
                parents[index] = parents[parents[index]]
                index = parents[index]
            }
            return index
        }
        var firstWork: [String: Int] = [:]
        for index in people.indices where !others.contains(index) {
            for (key, _) in people[index] {
                if let first = firstWork[key] {
                    parents[root(index)] = root(first)
                } else {
                    firstWork[key] = index
                }
            }
        }
        return people.indices.map(root)
    }

    /// Whether co-authors of co-authors lead from this work to another one of the core.
    func isChained(_ index: Int) -> Bool { coreOfGroup[groups[index], default: 0] > (core.contains(index) ? 1 : 0) }

    func works(with key: String, except index: Int) -> Int { shared[key].map { $0.count - ($0.contains(index) ? 1 : 0) } ?? 0 }

    /// Who of its people shares most works of the core; nil when all together share fewer than `fewest`.
    func company(of index: Int, fewest: Int) -> (name: String, count: Int)? {
        let shared = people[index].map { (name: $0.name, count: works(with: $0.key, except: index)) }.filter { $0.count > 0 }
        guard shared.reduce(0, { $0 + $1.count }) >= fewest else { return nil }
        return shared.max { ($0.count, $1.name) < ($1.count, $0.name) }
    }
}
