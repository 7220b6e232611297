import Web

/// The part of a file that `--only` and `--without-people` leave.
struct SeedFilter {
    /// A key of the file, such as `house` or `accounts`; nil for all.
    private let section: String?
    /// A list of the section, or the key of a record with contents; nil for the whole section.
    private let part: String?
    private let people: [String: Set<String>]

    init(_ options: SeedOptions, _ modules: [any Module.Type]) {
        let names = options.only?.split(separator: "/", maxSplits: 1).map(String.init) ?? []
        (section, part) = (names.first, names.count > 1 ? names[1] : nil)
        people =
            options.withoutPeople
            ? Dictionary(modules.map { ($0.name, Set($0.peopleLists)) }) { $1 }.merging(["accounts": []]) { $1 } : [:]
    }

    /// Leaves out of the file what is not asked for. Notes a mistake if nothing is left.
    func apply(to root: SeedItem, _ mistakes: inout SeedMistakes) -> SeedItem {
        guard case .map(var pairs) = root.content, section != nil || !people.isEmpty else { return root }
        if let section {
            guard let found = pairs.first(where: { $0.key.name == section }) else {
                let names = pairs.map(\.key.name)
                mistakes.note(root.place, SeedSentences.unknown("part for --only", section, among: names))
                return SeedItem(root.place, .map([]))
            }
            pairs = [(key: found.key, value: part == nil ? found.value : narrowed(found.value, &mistakes))]
        }
        let kept = pairs.filter { $0.key.name != "accounts" || people.isEmpty }
        return SeedItem(root.place, .map(kept.map { (key: $0.key, value: unpeopled($0.value, people[$0.key.name] ?? [])) }))
    }

    private func narrowed(_ section: SeedItem, _ mistakes: inout SeedMistakes) -> SeedItem {
        guard case .map(let lists) = section.content, let part else { return section }
        if let list = lists.first(where: { $0.key.name == part }) { return SeedItem(section.place, .map([list])) }
        var keys = lists.map(\.key.name)
        for (key, list) in lists {
            guard case .list(let items) = list.content, items.contains(where: { $0.has("contents") }) else { continue }
            let mine = items.filter { $0.seedKey == part }
            if !mine.isEmpty { return SeedItem(section.place, .map([(key: key, value: SeedItem(list.place, .list(mine)))])) }
            keys += items.compactMap(\.seedKey)
        }
        mistakes.note(section.place, SeedSentences.unknown("part for --only", part, among: keys))
        return SeedItem(section.place, .map([]))
    }

    private func unpeopled(_ item: SeedItem, _ lists: Set<String>) -> SeedItem {
        guard !lists.isEmpty else { return item }
        switch item.content {
        case .map(let pairs):
            let kept = pairs.filter { !lists.contains($0.key.name) }
            return SeedItem(item.place, .map(kept.map { (key: $0.key, value: holdsLists($0) ? unpeopled($0.value, lists) : $0.value) }))
        case .list(let items): return SeedItem(item.place, .list(items.map { unpeopled($0, lists) }))
        default: return item
        }
    }

    /// Whether lists are below it: the records with contents, and the contents.
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
        guard let section else { return true }
        guard names[0] == section else { return false }
        return part == nil || list == part || scopeKey == part
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
