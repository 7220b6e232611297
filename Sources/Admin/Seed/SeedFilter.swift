import Web

/// What `--only` names: `house`, `house/casa-rossa` or `campus/alerts`.
struct SeedScopePart {
    /// A key of the file, such as `house` or `accounts`; nil for all.
    let section: String?
    /// A list of the section, or the key of a record with contents; nil for the whole section.
    let part: String?

    init(_ only: String?) {
        let names = only?.split(separator: "/", maxSplits: 1).map(String.init) ?? []
        (section, part) = (names.first, names.count > 1 ? names[1] : nil)
    }
}

struct SeedFilter {
    private let asked: SeedScopePart
    private let people: [String: Set<String>]
    /// What was left out of the file, such as `accounts`, `house/casa-blu` and `house.guests`.
    private(set) var leftOut: [String] = []

    init(_ options: SeedOptions, _ modules: [any Module.Type]) {
        asked = SeedScopePart(options.only)
        people =
            options.withoutPeople
            ? Dictionary(modules.map { ($0.name, Set($0.peopleLists)) }) { $1 }.merging(["accounts": []]) { $1 } : [:]
    }

    /// Leaves out of the file what is not asked for. Notes a mistake if nothing is left.
    mutating func apply(to root: SeedItem, _ mistakes: inout SeedMistakes) -> SeedItem {
        guard case .map(var pairs) = root.content, asked.section != nil || !people.isEmpty else { return root }
        if let section = asked.section {
            guard let found = pairs.first(where: { $0.key.name == section }) else {
                let names = pairs.map(\.key.name)
                mistakes.note(root.place, SeedSentences.unknownPart(section, among: names))
                return SeedItem(root.place, .map([]))
            }
            for pair in pairs where pair.key.name != section { leaveOut(pair.key.name) }
            pairs = [(key: found.key, value: asked.part == nil ? found.value : narrowed(found.value, section, &mistakes))]
        }
        var kept: [(key: SeedKey, value: SeedItem)] = []
        for (key, value) in pairs {
            if key.name == "accounts", !people.isEmpty {
                leaveOut(key.name)
            } else {
                kept.append((key, unpeopled(value, key.name)))
            }
        }
        return SeedItem(root.place, .map(kept))
    }

    private mutating func leaveOut(_ name: String) { if !leftOut.contains(name) { leftOut.append(name) } }

    private mutating func narrowed(_ item: SeedItem, _ section: String, _ mistakes: inout SeedMistakes) -> SeedItem {
        guard case .map(let lists) = item.content, let part = asked.part else { return item }
        if let list = lists.first(where: { $0.key.name == part }) {
            for other in lists where other.key.name != part { leaveOut("\(section).\(other.key.name)") }
            return SeedItem(item.place, .map([list]))
        }
        var keys = lists.map(\.key.name)
        for (key, list) in lists {
            guard case .list(let items) = list.content, items.contains(where: { $0.has("contents") }) else { continue }
            let mine = items.filter { $0.seedKey == part }
            if !mine.isEmpty {
                for other in items.compactMap(\.seedKey) where other != part { leaveOut("\(section)/\(other)") }
                for other in lists where other.key.name != key.name { leaveOut("\(section).\(other.key.name)") }
                return SeedItem(item.place, .map([(key: key, value: SeedItem(list.place, .list(mine)))]))
            }
            keys += items.compactMap(\.seedKey)
        }
        mistakes.note(item.place, SeedSentences.unknownPart(part, among: keys))
        return SeedItem(item.place, .map([]))
    }

    private mutating func unpeopled(_ item: SeedItem, _ section: String) -> SeedItem {
        guard let lists = people[section], !lists.isEmpty else { return item }
        switch item.content {
        case .map(let pairs):
            var kept: [(key: SeedKey, value: SeedItem)] = []
            for pair in pairs {
                if lists.contains(pair.key.name) {
                    leaveOut("\(section).\(pair.key.name)")
                } else {
                    kept.append((pair.key, holdsLists(pair) ? unpeopled(pair.value, section) : pair.value))
                }
            }
            return SeedItem(item.place, .map(kept), order: item.order)
        case .list(let items):
            var kept: [SeedItem] = []
            for item in items { kept.append(unpeopled(item, section)) }
            return SeedItem(item.place, .list(kept), order: item.order)
        default: return item
        }
    }

    private func holdsLists(_ pair: (key: SeedKey, value: SeedItem)) -> Bool {
        if pair.key.name == "contents" { return true }
        guard case .list(let items) = pair.value.content else { return false }
        return items.contains { $0.has("contents") }
    }

    /// Whether an entry that the file no longer has belongs to the part.
    func covers(_ identity: SeedIdentity, scopeKey: String?) -> Bool {
        let names = identity.kind.split(separator: ".", maxSplits: 1).map(String.init)
        let list = names.count > 1 ? names[1] : ""
        if people[names[0]]?.contains(list) ?? false || (!people.isEmpty && identity.kind == "accounts") { return false }
        guard let section = asked.section else { return true }
        guard names[0] == section else { return false }
        return asked.part == nil || list == asked.part || scopeKey == asked.part
    }
}

extension SeedItem {
    func has(_ key: String) -> Bool { value(key) != nil }

    fileprivate var seedKey: String? {
        if case .scalar(let text, _)? = value("key")?.content { return text }
        guard case .scalar(let name, _)? = value("name")?.content else { return nil }
        return name.slug
    }

    private func value(_ key: String) -> SeedItem? {
        guard case .map(let pairs) = content else { return nil }
        return pairs.first { $0.key.name == key }?.value
    }
}
