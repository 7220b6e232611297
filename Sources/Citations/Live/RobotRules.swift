import Web

struct RobotRules: Sendable {
    private var rules: [(pattern: String, isAllowed: Bool)] = []

    init(_ text: String, agent: String) {
        var (named, others): ([(pattern: String, isAllowed: Bool)], [(pattern: String, isAllowed: Bool)]) = ([], [])
        var (isNamed, isForAll, isNew, found) = (false, false, true, false)
        for line in text.split(whereSeparator: \.isNewline).prefix(5_000) {
            let parts = line.prefix { $0 != "#" }.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let (key, value) = (parts[0].trimmingSpaces().lowercased(), parts[1].trimmingSpaces())
            switch key {
            case "user-agent":
                if !isNew { (isNamed, isForAll, isNew) = (false, false, true) }
                if value == "*" {
                    isForAll = true
                } else if agent.hasPrefix(value.lowercased()), !value.isEmpty {
                    (isNamed, found) = (true, true)
                }
            case "allow", "disallow":
                isNew = false
                guard !value.isEmpty else { continue }
                if isNamed { named.append((value, key == "allow")) }
                if isForAll { others.append((value, key == "allow")) }
            default: isNew = false
            }
        }
        rules = found ? named : others
    }

    /// The longest matching rule decides; a tie allows.
    func allows(_ path: String) -> Bool {
        let fitting = rules.filter { Self.fits($0.pattern, path) }
        return fitting.max { ($0.pattern.utf8.count, $0.isAllowed ? 1 : 0) < ($1.pattern.utf8.count, $1.isAllowed ? 1 : 0) }?.isAllowed
            ?? true
    }

    private static func fits(_ pattern: String, _ path: String) -> Bool {
        let isWhole = pattern.hasSuffix("$")
        var rest = path[...]
        for (index, part) in pattern.dropLast(isWhole ? 1 : 0).split(separator: "*", omittingEmptySubsequences: false).enumerated() {
            guard !part.isEmpty else { continue }
            guard let found = rest.firstRange(of: part), index > 0 || found.lowerBound == rest.startIndex else { return false }
            rest = rest[found.upperBound...]
        }
        return !isWhole || rest.isEmpty || pattern.dropLast().hasSuffix("*")
    }
}
