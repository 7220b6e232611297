/// Reads lists that are written as `{ order: file, records: […] }`: lists of sections, and those of the `contents` of a record.
struct SeedOrder {
    var mistakes: SeedMistakes

    mutating func read(_ root: SeedItem) -> SeedItem {
        guard case .map(let pairs) = root.content else { return root }
        var sections: [(key: SeedKey, value: SeedItem)] = []
        for (key, value) in pairs {
            switch key.name {
            case "site": sections.append((key, value))
            case "roles", "accounts", "pictures": sections.append((key, list(value)))
            default: sections.append((key, lists(value)))
            }
        }
        return SeedItem(root.place, .map(sections))
    }

    private mutating func lists(_ item: SeedItem) -> SeedItem {
        guard case .map(let pairs) = item.content else { return item }
        var read: [(key: SeedKey, value: SeedItem)] = []
        for (key, value) in pairs { read.append((key, list(value))) }
        return SeedItem(item.place, .map(read))
    }

    private mutating func list(_ item: SeedItem) -> SeedItem {
        switch item.content {
        case .list(let items): return SeedItem(item.place, .list(records(items)))
        case .map(let pairs) where item.has("order") || item.has("records"): return ordered(item, pairs)
        default: return item
        }
    }

    private mutating func records(_ items: [SeedItem]) -> [SeedItem] {
        guard items.contains(where: { $0.has("contents") }) else { return items }
        var read: [SeedItem] = []
        for item in items {
            guard case .map(var pairs) = item.content, let index = pairs.firstIndex(where: { $0.key.name == "contents" }) else {
                read.append(item)
                continue
            }
            pairs[index].value = lists(pairs[index].value)
            read.append(SeedItem(item.place, .map(pairs)))
        }
        return read
    }

    private mutating func ordered(_ item: SeedItem, _ pairs: [(key: SeedKey, value: SeedItem)]) -> SeedItem {
        for pair in pairs where !["order", "records"].contains(pair.key.name) {
            mistakes.note(pair.key.place, SeedSentences.unknown("key", pair.key.name, among: ["order", "records"]))
        }
        let order = pairs.first { $0.key.name == "order" }?.value
        if let order, !order.isNull { check(order) }
        guard let records = pairs.first(where: { $0.key.name == "records" })?.value else {
            mistakes.note(item.place, SeedSentences.missing("records"))
            return SeedItem(item.place, .broken)
        }
        let place = order.flatMap { $0.isNull ? nil : $0.place }
        if case .list(let items) = records.content { return SeedItem(records.place, .list(self.records(items)), order: place) }
        return records.isNull ? SeedItem(item.place, .list([]), order: place) : records
    }

    private mutating func check(_ order: SeedItem) {
        switch order.content {
        case .scalar("file", _), .broken: break
        case .scalar(let text, _): mistakes.note(order.place, SeedSentences.unknown("order", text, among: ["file"]))
        case .list, .map: mistakes.note(order.place, SeedSentences.wrongType(expected: "text", found: order))
        }
    }
}
