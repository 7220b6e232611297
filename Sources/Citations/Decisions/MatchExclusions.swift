/// What a work may be declared not to match: its title on the page, its rows in the lists, and works with identical titles.
struct MatchExclusions {
    struct Option {
        let value: String
        let title: String
        let kind: Kind
        let isChosen: Bool
    }

    enum Kind: String { case onPage, inLists, several }

    let options: [Option]

    init(_ work: FoundWork, _ findings: Findings) {
        let said = work.decision.isNot ?? []
        var options: [Option] = []
        func add(_ value: String, _ title: String, _ kind: Kind) {
            guard !options.contains(where: { $0.value == value }) else { return }
            options.append(Option(value: value, title: title, kind: kind, isChosen: said.contains(value)))
        }
        if let title = work.pageTitle { add(title.foldedTitle, title, .onPage) }
        for part in work.parts where part != work.identity { add(part, Self.title(of: part), .inLists) }
        if work.copies > work.parts.count || said.contains(work.identity) { add(work.identity, work.title, .several) }
        for value in said {
            add(
                value, findings.works.first { $0.identity == value }?.title ?? Self.title(of: value),
                value.contains("|") ? .inLists : .onPage)
        }
        self.options = options
    }

    static func are(_ a: FoundWork, _ b: FoundWork) -> Bool {
        a.decision.isNot?.contains(b.identity) == true || b.decision.isNot?.contains(a.identity) == true
    }

    private static func title(of identity: String) -> String {
        let parts = identity.split(separator: "|", omittingEmptySubsequences: false)
        return String(parts[0]) + (parts.count > 1 && !parts[1].isEmpty ? " (\(parts[1]))" : "")
    }
}
