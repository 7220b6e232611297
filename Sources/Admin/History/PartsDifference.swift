import Web

struct PartsDifference {
    private let field: FieldDifference
    private let kind: any Composite
    private let texts: String

    init(of field: FieldDifference, _ kind: any Composite, texts: String) { (self.field, self.kind, self.texts) = (field, kind, texts) }

    private var words: Words { field.reading.words }

    func templateValues(_ old: [JSON], _ new: [JSON]) -> [Values] {
        let origins = match(old, new)
        let moved = moved(origins)
        let known = Set(origins.compactMap { $0 })
        let gone = old.indices.filter { !known.contains($0) }.map { whole(old[$0], number: $0 + 1, isNew: false) }
        return gone
            + new.indices.compactMap { index -> Values? in
                guard let origin = origins[index] else { return whole(new[index], number: index + 1, isNew: true) }
                let fields = changes(old[origin], new[index])
                guard !fields.isEmpty || moved.contains(origin) else { return nil }
                let from = moved.contains(origin) ? words("history.movedFrom", ["number": String(origin + 1)]) : nil
                return [
                    "label": words("\(texts).item", ["number": String(index + 1)]), "note": from ?? false, "fields": fields,
                    "added": false, "removed": false,
                ]
            }
    }

    private func whole(_ item: JSON, number: Int, isNew: Bool) -> Values {
        let text = field.reading.item(kind, item)
        return [
            "label": words("\(texts).item", ["number": String(number)]), "note": false, "fields": [Values](),
            "added": isNew ? text : false, "removed": isNew ? false : text,
        ]
    }

    private func changes(_ old: JSON, _ new: JSON) -> [Values] {
        kind.parts.compactMap { part in
            guard let a = old[part.name], let b = new[part.name], !FieldDifference.isSame(part.kind, a, b) else { return nil }
            return field.templateValues(part.name, part.kind, texts: texts, a, b)
        }
    }

    private func match(_ old: [JSON], _ new: [JSON]) -> [Int?] {
        var origins = [Int?](repeating: nil, count: new.count)
        var free = Set(old.indices)
        func take(_ index: Int, _ origin: Int?) {
            guard let origin, free.remove(origin) != nil else { return }
            origins[index] = origin
        }
        for index in new.indices {
            guard let id = new[index]["id"]?.number else { continue }
            take(index, free.first { old[$0]["id"]?.number == id })
        }
        for index in new.indices where origins[index] == nil {
            take(index, free.sorted().first { FieldDifference.isSameItem(kind, old[$0], new[index]) })
        }
        // A part had no number when it was first saved.
        for index in new.indices where origins[index] == nil && free.contains(index) && old[index]["id"]?.number == nil {
            take(index, index)
        }
        return origins
    }

    private func moved(_ origins: [Int?]) -> Set<Int> {
        let kept = origins.compactMap { $0 }
        return Set(
            kept.difference(from: kept.sorted()).removals.map { removal in
                if case .remove(_, let origin, _) = removal { origin } else { -1 }
            })
    }
}
