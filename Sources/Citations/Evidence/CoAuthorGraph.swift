struct CoAuthorGraph: Sendable {
    private let shared: [String: Set<Int>]
    private let surnames: [String]

    init(_ works: [(index: Int, authors: String)], surnames: [String]) {
        self.surnames = surnames
        var shared: [String: Set<Int>] = [:]
        for (index, authors) in works {
            for (key, _) in Self.people(of: authors, surnames) { shared[key, default: []].insert(index) }
        }
        self.shared = shared
    }

    func people(of authors: String) -> [(key: String, name: String)] { Self.people(of: authors, surnames) }

    private static func people(of authors: String, _ surnames: [String]) -> [(key: String, name: String)] {
        AuthorNames(authors).people.filter { _, name in !surnames.contains(where: AuthorNames(name).include) }
    }

    func works(with key: String, except index: Int) -> Int { shared[key].map { $0.count - ($0.contains(index) ? 1 : 0) } ?? 0 }
}
