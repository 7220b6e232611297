/// With whom the author wrote: for each person the works of the core that they share.
struct CoAuthorGraph: Sendable {
    typealias Person = (key: String, name: String)

    let people: [[Person]]
    private let shared: [String: Set<Int>]

    init(_ authors: [[String]], core: Set<Int>, surnames: [String]) {
        // Names return in many works.
        var known: [String: String?] = [:]
        func key(_ name: String) -> String? {
            if let found = known[name] { return found }
            let isOwn = surnames.contains(where: AuthorNames(name).include)
            let key = isOwn ? nil : AuthorNames.key(of: name)
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
        self.shared = shared
    }

    func works(with key: String, except index: Int) -> Int { shared[key].map { $0.count - ($0.contains(index) ? 1 : 0) } ?? 0 }
}
