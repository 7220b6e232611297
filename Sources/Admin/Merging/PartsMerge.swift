struct PartsMerge {
    private let kind: any Composite
    private let base: [Int: JSON]
    private let mine: [Int: JSON]
    private let theirs: [Int: JSON]
    private(set) var result = ThreeWay.Result(value: .null)

    /// nil where a merge could lose data: two new orders, a change of a removed part, or a history older than part numbers.
    init?(_ kind: any Composite, _ base: [JSON], _ mine: [JSON], _ theirs: [JSON]) {
        guard let was = Self.numbered(base), let current = Self.numbered(theirs) else { return nil }
        // An unknown number marks a new part.
        var seen: Set<Int> = []
        let typed = mine.map { item -> JSON in
            guard let id = item["id"]?.number, was[id] != nil, seen.insert(id).inserted else { return item.withoutNumber }
            return item
        }
        self.kind = kind
        (self.base, self.theirs) = (was, current)
        self.mine = Self.numbered(typed.filter { $0["id"]?.number != nil }) ?? [:]
        guard let items = interleaved(base, typed, theirs) else { return nil }
        var merged: [JSON] = []
        for (index, item) in items.enumerated() {
            let (value, disputed) = part(item)
            result.disputed += disputed.map { "\(index).\($0)" }
            merged.append(value)
        }
        result.value = .list(merged)
    }

    private static func numbered(_ items: [JSON]) -> [Int: JSON]? {
        var found: [Int: JSON] = [:]
        for item in items {
            guard let id = item["id"]?.number, found.updateValue(item, forKey: id) == nil else { return nil }
        }
        return found
    }

    private func isSame(_ a: JSON?, _ b: JSON?) -> Bool {
        guard let a, let b else { return false }
        return FieldDifference.isSameItem(kind, a, b)
    }

    private func interleaved(_ was: [JSON], _ typed: [JSON], _ current: [JSON]) -> [JSON]? {
        let kept = Set(base.keys.filter { mine[$0] != nil && theirs[$0] != nil })
        func order(_ items: [JSON]) -> [Int] { items.compactMap { $0["id"]?.number }.filter(kept.contains) }
        // A removed part must be unchanged on the other side.
        for (id, item) in base {
            if mine[id] == nil, let current = theirs[id], !isSame(current, item) { return nil }
            if theirs[id] == nil, let typed = mine[id], !isSame(typed, item) { return nil }
        }
        let (first, second, third) = (order(was), order(typed), order(current))
        let isMineLeading = second != first
        guard !isMineLeading || third == first || third == second else { return nil }
        let (leading, following) = isMineLeading ? (typed, current) : (current, typed)
        func isKept(_ item: JSON) -> Bool { item["id"]?.number.map { base[$0] == nil || kept.contains($0) } ?? true }
        var items = leading.filter(isKept)
        let added = Set(items.indices.filter { isNew(items[$0]) }.map { items[$0].compact })
        var before: JSON?
        for item in following.filter(isKept) {
            defer { before = item }
            guard isNew(item), !items.contains(where: { isNew($0) && isSame($0, item) }) else { continue }
            var place = before.flatMap { before in items.firstIndex { isSamePart($0, before) } }.map { $0 + 1 } ?? 0
            while place < items.count, added.contains(items[place].compact) { place += 1 }
            items.insert(item, at: place)
        }
        return items
    }

    private func isNew(_ item: JSON) -> Bool { item["id"]?.number.map { base[$0] == nil } ?? true }

    private func isSamePart(_ a: JSON, _ b: JSON) -> Bool {
        if let a = a["id"]?.number, let b = b["id"]?.number { return a == b }
        return isNew(a) && isNew(b) && isSame(a, b)
    }

    private func part(_ item: JSON) -> (JSON, [String]) {
        guard let id = item["id"]?.number, let was = base[id], let typed = mine[id], let current = theirs[id] else { return (item, []) }
        var merged = current
        var disputed: [String] = []
        for part in kind.parts {
            guard let a = typed[part.name], let b = current[part.name] else { continue }
            let result = ThreeWay.merge(part.kind, base: was[part.name], mine: a, theirs: b)
            merged[part.name] = result.value
            disputed += result.disputed.map { $0.isEmpty ? part.name : "\(part.name).\($0)" }
        }
        return (merged, disputed)
    }
}

extension JSON {
    fileprivate var withoutNumber: JSON {
        var part = self
        part["id"] = .null
        return part
    }
}
