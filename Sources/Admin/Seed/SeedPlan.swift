/// The changes of a seed file, planned or done.
public struct SeedPlan: Sendable, CustomStringConvertible {
    /// A list of the file, such as `accounts` or `house.products` of a house.
    public struct Part: Sendable {
        /// Such as `house.products`.
        public let name: String
        /// The house's key; nil for the whole site.
        public let scope: String?
        public internal(set) var added: [String] = []
        /// The changed keys with their field names.
        public internal(set) var changed: [(key: String, fields: [String])] = []
        /// The number of unchanged entries.
        public internal(set) var left = 0

        mutating func count(_ key: String, isNew: Bool, changed fields: [String]) {
            if isNew {
                added.append(key)
            } else if fields.isEmpty {
                left += 1
            } else {
                changed.append((key, fields))
            }
        }
    }

    public internal(set) var parts: [Part] = []

    public var added: Int { parts.reduce(0) { $0 + $1.added.count } }
    public var changed: Int { parts.reduce(0) { $0 + $1.changed.count } }
    public var left: Int { parts.reduce(0) { $0 + $1.left } }
    public var isNothing: Bool { added + changed == 0 }

    /// A table of counts, then each change by key.
    public var description: String {
        let names = parts.map { $0.scope.map { scope in "\(scope)/" } ?? "" }.enumerated().map { $1 + parts[$0].name }
        let width = (names + ["in all"]).map(\.count).max() ?? 0
        func line(_ name: String, _ counts: [Int]) -> String {
            let columns = zip(counts, ["added", "changed", "left"]).map { count, word in
                String(repeating: " ", count: max(0, 6 - String(count).count)) + "\(count) \(word)"
            }
            return name + String(repeating: " ", count: width - name.count) + columns.joined()
        }
        var lines = zip(names, parts).map { line($0, [$1.added.count, $1.changed.count, $1.left]) }
        lines.append(line("in all", [added, changed, left]))
        for (name, part) in zip(names, parts) {
            lines += part.added.map { "+ \(name) \($0)" }
            lines += part.changed.map { "~ \(name) \($0.key): \($0.fields.joined(separator: ", "))" }
        }
        return lines.joined(separator: "\n")
    }
}

protocol SeedList {
    var part: SeedPlan.Part { get }
    func write(_ writing: SeedWriting) throws
}

/// Writing needed something that was not read before in the same transaction.
struct SeedFailure: Error, CustomStringConvertible {
    let description: String
}
