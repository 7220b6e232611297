import Web

/// A filter of a list that is not made from a resource's fields.
struct FilterMenu {
    let name: String
    let label: String
    let options: [NamedOption]

    /// The menu, and the chip while something is chosen in it.
    func drawn(_ query: ListQuery, _ address: String, counts: [String: Int]? = nil, _ words: Words) -> (drawn: Values, chip: Values?) {
        let chosen = query.chosen.first { $0.name == name }?.value
        let all: Values = ["value": "", "label": words("admin.filter.all"), "count": false, "selected": chosen == nil]
        let drawn = options.map { option -> Values in
            let count = counts.map { words.language.number($0[option.value] ?? 0) }
            return ["value": option.value, "label": option.label, "count": count ?? false, "selected": option.value == chosen]
        }
        let chip = chosen.map { chosen -> Values in
            let value = options.first { $0.value == chosen }?.label ?? chosen
            return ["label": "\(label): \(value)", "href": query.without(name).address(address)]
        }
        return (["name": name, "id": "filter-" + name, "label": label, "options": [all] + drawn], chip)
    }
}

/// The foot of a list: which rows these are, and the ways to the ones before and after.
enum PageTurner {
    /// - Parameter size: rows on a page, where the address does not say it.
    static func drawn(_ address: String, _ query: ListQuery, total: Int, size: Int? = nil, _ words: Words) -> Values {
        let size = size ?? query.size
        let first = (query.page - 1) * size + 1
        let last = min(query.page * size, total)
        let number = words.language.number
        // Whoever deletes all rows of the last page comes back to a page beyond the end: it says so, and the way back leads to rows.
        let isBeyond = last < first && total > 0
        let text =
            last < first
            ? (isBeyond ? words("admin.list.beyond") : "")
            : words("admin.list.range", ["from": number(first), "to": number(last), "total": number(total)])
        let before = min(query.page - 1, max((total + size - 1) / size, 1))
        return [
            "text": text, "previous": query.page > 1 ? query.address(address, page: before) : false,
            "next": last < total ? query.address(address, page: query.page + 1) : false,
        ]
    }
}
