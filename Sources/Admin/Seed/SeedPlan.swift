import Web

public struct SeedPlan: Sendable, CustomStringConvertible {
    /// A list of the file, such as `accounts` or `house.products` of a house.
    public struct Part: Sendable {
        public let name: String
        /// The house's key; nil for the whole site.
        public let scope: String?
        public internal(set) var added: [String] = []
        public internal(set) var changed: [(key: String, fields: [String])] = []
        public internal(set) var left = 0
        /// All changes with their values, and what stays or contradicts.
        public internal(set) var changes: [SeedChange] = []
        /// The number of passwords, PINs and the like, which are set once and never compared.
        public internal(set) var secrets = 0
        /// Whether the order of the file becomes that of the pages.
        public internal(set) var isOrdered = false

        var title: String { (scope.map { "\($0)/" } ?? "") + name }
        var isEmpty: Bool { added.count + changed.count + left + changes.count == 0 }

        /// Notes an entry; without changed fields it is left.
        mutating func count(_ key: String, isNew: Bool, changed fields: [String], values: [SeedChange.Value] = []) {
            if isNew {
                added.append(key)
                changes.append(SeedChange(.add, key))
            } else if fields.isEmpty {
                left += 1
            } else {
                changed.append((key, fields))
                let others = fields.filter { name in !values.contains { $0.field == name } }
                changes.append(SeedChange(.change, key, values, note: others.isEmpty ? nil : SeedSentence.list(others)))
            }
        }
    }

    /// Named among changed fields for a record that comes back from the trash.
    static let back = "back from the trash"

    let words: Words

    public internal(set) var parts: [Part] = []
    /// The contradictions between file and site, each at its place in the file.
    public internal(set) var conflicts: [SeedMistake] = []
    public internal(set) var leftOut: [String] = []
    /// What is surely not meant.
    public internal(set) var warnings: [SeedMistake] = []
    /// That of the file and its includes, so that a plan is applied only from the text that it was made of.
    var digest = ""

    init(parts: [Part] = [], words: Words) { (self.parts, self.words) = (parts, words) }

    public var added: Int { parts.reduce(0) { $0 + $1.added.count } }
    public var changed: Int { parts.reduce(0) { $0 + $1.changed.count } }
    public var left: Int { parts.reduce(0) { $0 + $1.left } }
    public var removed: Int { count(.remove) }
    public var kept: Int { count(.keep) }
    public var gone: Int { count(.gone) }
    public var isNothing: Bool { added + changed + removed + conflicts.count == 0 }

    private func count(_ act: SeedChange.Act) -> Int { parts.reduce(0) { $0 + $1.changes.filter { $0.act == act }.count } }

    /// A table of counts, then each change by key with old and new values.
    public var description: String {
        let names = parts.map(\.title)
        let width = (names + [words("seed.plan.all")]).map(\.count).max() ?? 0
        func line(_ name: String, _ counts: [Int]) -> String {
            let columns = zip(counts, ["added", "changed", "left"]).map { count, word in
                String(repeating: " ", count: max(0, 6 - String(count).count)) + "\(count) \(words("seed.plan.\(word)"))"
            }
            return name + String(repeating: " ", count: width - name.count) + columns.joined()
        }
        var lines = zip(names, parts).map {
            line($0, [$1.added.count, $1.changed.count, $1.left]) + ($1.isOrdered ? ", " + words("seed.plan.ordered") : "")
        }
        lines.append(line(words("seed.plan.all"), [added, changed, left]))
        for part in parts { lines += part.changes.flatMap { $0.lines(part.title, words) } }
        let secrets = parts.reduce(0) { $0 + $1.secrets }
        if secrets > 0 { lines.append(words("seed.plan.secrets", count: secrets)) }
        if !leftOut.isEmpty { lines.append(words("seed.leftOut.asked", ["lists": leftOut.joined(separator: ", ")])) }
        return lines.joined(separator: "\n")
    }

    var json: JSON {
        .values([
            "added": .number(added), "changed": .number(changed), "removed": .number(removed), "kept": .number(kept),
            "gone": .number(gone), "left": .number(left), "digest": .text(digest),
            "lists": .list(
                parts.filter { !$0.changes.isEmpty || $0.isOrdered }.map { part in
                    .values([
                        "list": .text(part.name), "scope": .optional(part.scope), "ordered": .flag(part.isOrdered),
                        "changes": .list(part.changes.map { $0.json(words) }),
                    ])
                }),
            "conflicts": .list(conflicts.map(\.json)), "leftOut": .list(leftOut.map(JSON.text)),
        ])
    }
}

protocol SeedList {
    var part: SeedPlan.Part { get }
    func write(_ writing: SeedWriting) throws
}

/// Writing needed something that was not read before in the same transaction.
public struct SeedFailure: Error, CustomStringConvertible {
    public let description: String
}
